import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { OtherClocks } from "../../src/model/boot-time.ts";
import { epochMs } from "../../src/model/brand.ts";
import { embargoOf } from "../../src/model/unknown.ts";

const MINUTE = 60_000;
const ARMED = 1_000_000;
const boot = (minutes: number, name = "b1") => ({ boot: name, ms: 5_000 + minutes * MINUTE });
const service = (minutes: number) => epochMs(2_000_000 + minutes * MINUTE);
const both: OtherClocks = { boot: boot(0), service: service(0) };

/**
 * What was known at arming; minutes on the wall clock since, and what is known now; by which clock it is
 * early.
 */
type Row = readonly [armed: OtherClocks, minutes: number, now: OtherClocks, by: string | undefined];

const rows: Readonly<Record<string, Row>> = {
	"a clock set forward by 15 minutes lifts nothing": [both, 15, { boot: boot(1) }, "boot"],
	"nor one set forward by a year": [both, 525_600, { boot: boot(12) }, "boot"],
	"13 minutes of the same boot do": [both, 13, { boot: boot(13) }, undefined],
	"a clock set back keeps nothing either": [both, -60, { boot: boot(13) }, undefined],
	"after a restart the service's clock counts": [
		both,
		60,
		{ boot: boot(99, "b2"), service: service(5) },
		"service",
	],
	"and lifts it": [both, 0, { boot: boot(0, "b2"), service: service(13) }, undefined],
	"without it the wall clock counts, and half an hour more": [both, 42, { boot: boot(99, "b2") }, "wall"],
	"until that is over": [both, 43, { boot: boot(0, "b2") }, undefined],
	"a monotonic clock that went back is another one": [{ boot: boot(50) }, 15, { boot: boot(40) }, "wall"],
	"what an older version did not record needs the margin": [{}, 15, { boot: boot(99) }, "wall"],
};

const embargo = suite("how long not posted is refused");
for (const [title, [armedClocks, minutes, now, by]] of Object.entries(rows))
	embargo(title, () => {
		const operation = { at: epochMs(ARMED), armedAt: epochMs(ARMED), armedClocks };
		assert.is(embargoOf(operation, { wall: epochMs(ARMED + minutes * MINUTE), ...now })?.by, by);
	});
embargo.run();
