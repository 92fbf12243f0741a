import { suite } from "uvu";
import * as assert from "uvu/assert";
import { outOfPatience, see, settled } from "../../src/reconcile/settle.ts";
import { clip, request, submitted } from "../builders/world.ts";
import { succeeded } from "../fakes/service.ts";

const MINUTE = 60_000;
/** Long after the machine started: only differences of its clock mean anything. */
const START = 1_000 * MINUTE;
const READING = { ...succeeded, clips: [clip(0), clip(1)], linked: 2, progress: 0.9 };
const SEEN = see(READING, undefined, START);
const after = (ms: number, over: object = {}, seen = SEEN) =>
	settled({ ...READING, ...over }, submitted(), { seen, now: START + ms });
const unlinked = { linked: 1 };
const asIs = submitted({ request: { ...request(), export: undefined } as never });
const limited = (linked: number, exportLimit = 1) =>
	settled({ ...READING, linked }, submitted({ request: request({ exportLimit }) }), {
		seen: SEEN,
		now: START + MINUTE,
	});

const cases: Record<string, [unknown, unknown]> = {
	"wait until their number has held for eight seconds": [
		[after(7_999), after(8_000)],
		[undefined, "complete"],
	],
	"wait anew when their number changes": [
		after(8_000, {}, see({ ...READING, clips: [clip(0)] }, SEEN, START + 1)),
		undefined,
	],
	"go on waiting when it does not": [see(READING, SEEN, START + MINUTE), SEEN],
	"are final at once when the service says all is done": [after(0, { progress: 1 }), "complete"],
	"are final at once when there are as many as there may be": [
		after(0, { clips: [clip(0), clip(1), clip(2)], linked: 3 }),
		"complete",
	],
	"wait for their links": [after(MINUTE, unlinked), undefined],
	"need as many links as are to be rendered": [
		[limited(0), limited(1), limited(2)],
		[undefined, "complete", "complete"],
	],
	"need one for each of fewer clips than are to be rendered": [
		[limited(1, 3), limited(2, 3)],
		[undefined, "complete"],
	],
	"need no links where nothing is rendered": [
		settled({ ...READING, ...unlinked }, asIs, { seen: SEEN, now: START + 8_000 }),
		"complete",
	],
	"are taken as they are after five minutes": [
		[after(5 * MINUTE - 1, unlinked), after(5 * MINUTE, unlinked)],
		[undefined, "incomplete"],
	],
	"do not outlast patience before": [
		[outOfPatience(SEEN, START), outOfPatience(SEEN, START + 5 * MINUTE)],
		[false, true],
	],
};
const clips = suite("the clips of a task that succeeded");
for (const [title, [found, expected]] of Object.entries(cases))
	clips(title, () => assert.equal(found, expected));
clips.run();
