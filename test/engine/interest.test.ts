import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STEP_MS } from "../../src/engine/hear/audio.ts";
import { curvesOf } from "../../src/engine/pick/curves.ts";
import { notableSentences, notableWithin } from "../../src/engine/pick/interest.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";

const interest = suite("what stands out");
const DULL = "The lamp stood on the shelf.";

/** A transcript of one sentence every five seconds. */
function told(...texts: readonly string[]) {
	const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	const srt = texts
		.map((text, at) => `${time(at * 5_000)} --> ${time(at * 5_000 + 4_000)}\n${text}\n`)
		.join("\n");
	const words = wordsIn(srt, texts.length * 5_000);
	return notableSentences({ words, sentences: sentencesOf(words) });
}

const around = (...texts: readonly string[]) =>
	told(...new Array<string>(20).fill(DULL), ...texts, ...new Array<string>(20).fill(DULL));
const total = (...texts: readonly string[]) =>
	notableWithin(around(...texts), { begin: 100_000, end: 100_000 + texts.length * 5_000 });

const STANDS_OUT: Readonly<Record<string, readonly string[]>> = {
	"a question": ["Where does the river end?"],
	"an amount": ["The bridge took 45 years."],
	"laughter noted in the subtitles": ["[laughter] Well then."],
	"a phrase said three times": [
		"Keep the lantern burning.",
		"We learned there to keep the lantern burning.",
		"So keep the lantern burning.",
	],
};
for (const [title, texts] of Object.entries(STANDS_OUT))
	interest(`${title} stands out`, () => assert.ok(total(...texts) > 0.7, String(total(...texts))));

interest("what is ordinary does not", () => assert.equal(around(), []));

interest("a phrase that is said all through the source is no refrain", () => {
	const texts = Array.from({ length: 40 }, (_, at) =>
		at % 3 === 0 ? "We met at the northern harbor." : DULL,
	);
	assert.equal(told(...texts), []);
});

interest("where everybody asks, asking is worth little", () => {
	const always = told(
		...Array.from({ length: 40 }, (_, at) => (at % 10 === 9 ? DULL : "Where does the river end?")),
	);
	assert.ok(Math.max(...always.map((each) => each.worth)) < 0.2);
});

interest("a transcript of one phrase fifty thousand times holds nothing of interest", () => {
	const sentences = Array.from({ length: 50_000 }, (_, at) => ({
		begin: at * 10,
		end: at * 10 + 9,
		text: "keep the lantern burning",
		words: [],
	}));
	assert.ok(notableSentences({ words: [], sentences }).every((each) => each.worth < 0.1));
});

interest("noise that is no voice is a reaction, unless the source is full of it", () => {
	const steps = 60 * (1000 / STEP_MS);
	const reactions = (noisy: (second: number) => boolean) => {
		const crossings = Array.from({ length: steps }, (_, at) =>
			noisy(Math.floor((at * STEP_MS) / 1000)) ? 0.4 : 0.05,
		);
		const sound = { levels: Array.from({ length: steps }, (_, at) => (at % 20 < 4 ? -60 : -20)), crossings };
		return curvesOf({ durationMs: 60_000, sound, pictures: { cuts: [], motion: [], lastMs: 60_000 } })
			.reactions;
	};
	const once = reactions((second) => second === 30 || second === 31);
	assert.ok(
		Math.min(...once.slice(30, 32)) > 0.9 && Math.max(...once.slice(0, 29), ...once.slice(33)) === 0,
		once.join(" "),
	);
	assert.ok(Math.max(...reactions((second) => second % 2 === 0)) < 0.1);
});

interest.run();
