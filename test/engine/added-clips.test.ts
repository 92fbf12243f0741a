import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FINE_MS, STEP_MS } from "../../src/engine/hear/audio.ts";
import { addedReasons } from "../../src/engine/pick/added-clips.ts";
import { findClips } from "../../src/engine/pick/find-clips.ts";
import { type Signals, signalsFrom } from "../../src/engine/pick/signals.ts";

const added = suite("clips at given times");
const LENGTH = 120_000;
/** Speech of 5.8 s with silences of 0.2 s behind it: from 5.8 s on every 6 seconds. */
const BEAT = 6_000;
const isSilent = (ms: number) => ms % BEAT >= BEAT - 200;
const levels = (step: number) =>
	Array.from({ length: LENGTH / step }, (_, at) => (isSilent(at * step) ? -80 : -20 - ((at * 7) % 5)));

function signals(): Signals {
	return signalsFrom({
		durationMs: LENGTH,
		sound: { levels: levels(STEP_MS), fine: levels(FINE_MS) } as never,
		pictures: { cuts: [], motion: [], lastMs: LENGTH },
		transcript: undefined,
	});
}

const request = { seconds: { min: 10, max: 30 }, more: false, limit: 3 };
const found = (...times: readonly (readonly [number, number])[]) =>
	findClips(signals(), {
		...request,
		added: times.map(([beginMs, endMs]) => ({ beginMs, endMs })),
	});
const spansOf = ({ scored }: ReturnType<typeof found>) =>
	scored.flatMap((each) => ("asked" in each ? [[each.begin, each.end]] : []));

added("are cut as they were asked for, where no pause is near", () =>
	assert.equal(spansOf(found([20_000, 33_000])), [[20_000, 33_000]]),
);

added("on whole seconds move to a pause that is heard within 0.3 s, and say so", () => {
	// Silences: 23.8 to 24, 35.8 to 36, 59.8 to 60 s.
	const moments = found([24_000, 36_000], [54_000, 64_000]);
	assert.equal(spansOf(moments), [
		[23_940, 35_940],
		[53_940, 64_000],
	]);
	const [first, second] = moments.scored;
	assert.equal(first && "asked" in first && addedReasons(first), [
		"Somebody asked for these times: 0:24-0:36.",
		"It begins 0.06 s before the second asked for, in a pause that is heard.",
		"It ends 0.06 s before the second asked for, in a pause that is heard.",
	]);
	assert.is(second && "asked" in second && addedReasons(second)[2], "It ends as asked for.");
});

added("with a fraction of a second are cut there, whatever is heard", () =>
	assert.equal(spansOf(found([24_010, 36_250])), [[24_010, 36_250]]),
);

added("come first, in the order of the source, and only found clips of the same moment give way", () => {
	const before = findClips(signals(), request).scored.map(({ begin, end }) => `${begin}-${end}`);
	const inside = findClips(signals(), request).scored[0];
	if (inside === undefined) throw new Error("nothing was found");
	const { begin, end } = inside;
	const { scored } = found([110_100, 119_100], [begin + 1, end - 1]);
	const after = scored.map(({ begin: from, end: to }) => `${from}-${to}`);
	assert.equal(
		after.slice(0, 2),
		[`${begin + 1}-${end - 1}`, "110100-119100"].sort(
			(a, b) => Number(a.split("-")[0]) - Number(b.split("-")[0]),
		),
	);
	const others = after.slice(2);
	assert.ok(others.length > 0 && others.every((each) => before.includes(each)), after.join());
	assert.not(others.includes(`${begin}-${end}`));
});

added("beyond the end are left out or end with the video, twice the same once, and the notes say it", () => {
	const { notes, ...moments } = found(
		[110_100, 130_000],
		[125_000, 130_000],
		[20_100, 31_000],
		[20_500, 31_000],
	);
	assert.equal(spansOf({ notes, ...moments }), [
		[20_100, 31_000],
		[110_100, 120_000],
	]);
	assert.equal(
		notes.filter((each) => each.startsWith("The clip asked for")),
		[
			"The clip asked for at 0:20.5-0:31 was left out: it shows the same as 0:20.1-0:31.",
			"The clip asked for at 1:50.1-2:10 ends with the video, at 2:00.",
			"The clip asked for at 2:05-2:10 was left out: the video is 2:00 long.",
		],
	);
});
added.run();
