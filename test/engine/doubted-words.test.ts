import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STEP_MS } from "../../src/engine/hear/audio.ts";
import { lengthsOf } from "../../src/engine/pick/candidates.ts";
import { score } from "../../src/engine/pick/score.ts";
import { signalsFrom } from "../../src/engine/pick/signals.ts";
import { transcriptOf } from "../../src/engine/transcript/sentences.ts";
import { talkOf } from "../builders/said.ts";

const SAID = talkOf([
	"The tables are in the appendix of the handout.",
	"The second column holds the dates of each entry.",
	"Nobody believed my mother when she said the bridge would fall.",
	"Two winters later it fell and everybody asked her why.",
	"The third column holds the names of the places.",
	"The arrows show how the forms are passed on.",
]).words;
const DURATION_MS = (SAID.at(-1)?.end ?? 0) + 1_000;
const STEPS = Math.ceil(DURATION_MS / STEP_MS);
const [third, fifth] = [SAID[18], SAID[38]];
const CLIP = { begin: third?.begin ?? 0, end: (fifth?.begin ?? 0) - 300, startQuality: 1, endQuality: 1 };

/** Points of the clip where so many of the words, from the first, are in doubt. */
function pointsWith(doubted: number, isHeard = true): Readonly<Record<string, number>> {
	const levels = Array.from({ length: STEPS }, (_, at) =>
		SAID.some(({ begin, end }) => begin < (at + 1) * STEP_MS && end > at * STEP_MS) ? -20 - (at % 5) : -60,
	);
	const words = SAID.map((word, at) => (at < doubted ? { ...word, unsure: true as const } : word));
	const signals = signalsFrom({
		durationMs: DURATION_MS,
		sound: isHeard ? { levels } : undefined,
		pictures: { cuts: [], motion: [], lastMs: DURATION_MS },
		transcript: transcriptOf(words),
	});
	return score(CLIP, signals, lengthsOf({ min: 0, max: 30 })).parts;
}

const doubts = suite("words in doubt");

doubts("leave more to how it sounds: the more of them, the more, and never most", () => {
	const [sure, some, all] = [0, 5, SAID.length].map((count) => pointsWith(count));
	assert.ok(sure && some && all);
	assert.is(sure.speech, undefined);
	const told = [some, all].map(({ content = 0 }) => content / (sure.content ?? 0));
	assert.ok(Math.abs((told[0] ?? 0) - (1 - (1.2 * 5) / SAID.length)) < 0.01, `${told[0]}`);
	assert.ok(Math.abs((told[1] ?? 0) - 0.7) < 0.01, `${told[1]}`);
	assert.ok((all.speech ?? 0) > (some.speech ?? 0) && (some.speech ?? 0) > 0);
	assert.ok((all.energy ?? 0) > (sure.energy ?? 0));
});

doubts("change nothing where nothing is heard", () => {
	assert.equal(pointsWith(SAID.length, false), pointsWith(0, false));
});

doubts.run();
