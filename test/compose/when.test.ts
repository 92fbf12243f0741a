import { suite } from "uvu";
import * as assert from "uvu/assert";
import { instantOf } from "../../src/compose/when.ts";

const cases: Record<string, [string, string, string]> = {
	"winter time": ["2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z exact"],
	"summer time": ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z exact"],
	"a space instead of T": ["2026-07-01 09:00", "UTC", "2026-07-01T09:00:00.000Z exact"],
	"a skipped time moves forward by the gap": [
		"2026-03-29T02:30",
		"Europe/Berlin",
		"2026-03-29T01:30:00.000Z gap",
	],
	"a time that occurs twice takes the first": [
		"2026-10-25T02:30",
		"Europe/Berlin",
		"2026-10-25T00:30:00.000Z overlap",
	],
	"half-hour zones": ["2026-01-01T00:00", "Asia/Kolkata", "2025-12-31T18:30:00.000Z exact"],
};
const when = suite("wall-clock times");
for (const [title, [wall, zone, expected]] of Object.entries(cases)) {
	when(title, () => {
		const instant = instantOf(wall, zone);
		assert.is(`${new Date(instant?.at ?? 0).toISOString()} ${instant?.kind}`, expected);
	});
}
when("a date that does not exist has no instant", () =>
	assert.is(instantOf("2026-02-30T09:00", "UTC"), undefined),
);
when("words have no instant", () => assert.is(instantOf("tomorrow", "UTC"), undefined));
when.run();
