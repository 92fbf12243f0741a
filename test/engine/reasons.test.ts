import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reasonsFor } from "../../src/engine/pick/reasons.ts";
import { signalsFrom } from "../../src/engine/pick/signals.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import { TALK_SRT } from "./media.ts";

const reasons = suite("why a clip begins and ends where it does");
const STEPS = 60 * 20;
/** Sound for eight seconds, then two of silence, as in the talk; cuts at 20 s and 40 s. */
const sound = { levels: Array.from({ length: STEPS }, (_, step) => (step % 200 < 160 ? -20 : -70)) };
const pictures = { cuts: [20_000, 40_000], motion: [], lastMs: 60_000 };
const words = wordsIn(TALK_SRT, 60_000);
const spoken = signalsFrom({
	durationMs: 60_000,
	sound,
	pictures,
	transcript: { words, sentences: sentencesOf(words) },
});
const mute = signalsFrom({ durationMs: 60_000, sound: undefined, pictures, transcript: undefined });

reasons("a sentence begins and one ends, each with its pause", () => {
	const [begins, ends] = reasonsFor({ begin: 9_700, end: 28_400 }, spoken);
	assert.match(begins ?? "", /^It begins with a sentence, after a pause of 2\.\d s\.$/);
	assert.match(ends ?? "", /^It ends with a sentence, in a pause of 2\.\d s\.$/);
});

reasons("cuts, both ends of the source and quiet moments are told apart", () => {
	assert.equal(reasonsFor({ begin: 20_000, end: 39_880 }, mute), [
		"It begins at a cut.",
		"It ends just before a cut.",
	]);
	assert.equal(reasonsFor({ begin: 0, end: 60_000 }, mute), [
		"It begins where the source does.",
		"It ends where the source does.",
	]);
	assert.equal(reasonsFor({ begin: 5_000, end: 15_000 }, mute), [
		"It begins at a quiet moment.",
		"It ends at a quiet moment.",
	]);
	assert.equal(reasonsFor({ begin: 3_000, end: 13_000 }, spoken), [
		"It begins between two words.",
		"It ends between two words.",
	]);
});

reasons.run();
