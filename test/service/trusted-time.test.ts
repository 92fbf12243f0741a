import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseStamp, trustedTime, writeStamp } from "../../src/service/cleanup/trusted-time.ts";

const trusted = suite("the time that lifetimes are counted by");
const HOUR = 3_600_000;
const before = { at: 1_000 * HOUR, trusted: 990 * HOUR, uptime: { boot: "a", ms: 50 * HOUR } };

for (const [title, now, uptime, expected] of [
	["goes on with the machine, at most to the clock", 1_006, { boot: "a", ms: 56 * HOUR }, 1_002],
	["catches up with a clock that is right, two hours an hour", 1_004, { boot: "a", ms: 54 * HOUR }, 998],
	["never passes the clock", 1_010, { boot: "a", ms: 70 * HOUR }, 1_010],
	["a jump of the clock does not move it", 9_760, { boot: "a", ms: 50 * HOUR }, 990],
	["after a restart only what the machine ran since counts", 9_760, { boot: "b", ms: HOUR }, 992],
	["without a boot id an uptime that is less is another boot", 9_760, { boot: "a", ms: 2 * HOUR }, 994],
	["is the clock's where that went back", 500, { boot: "a", ms: 56 * HOUR }, 500],
] as const)
	trusted(title, () => assert.is(trustedTime(now * HOUR, { uptime, before }) / HOUR, expected));

trusted("begins with the clock", () =>
	assert.is(trustedTime(7, { uptime: before.uptime, before: undefined }), 7),
);

trusted("is kept, also where the clock went back, and read from what an earlier version wrote", () => {
	const back = { at: 5, trusted: 5, uptime: { boot: "b", ms: 9 } };
	assert.equal(parseStamp(writeStamp(back, before)), { ...back, trusted: before.trusted });
	assert.equal(parseStamp('{"format":1,"at":4}'), { at: 4, trusted: 4, uptime: { boot: "", ms: 0 } });
	assert.is(parseStamp("no stamp"), undefined);
});

trusted.run();
