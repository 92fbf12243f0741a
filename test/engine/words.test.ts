import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sentencesOf } from "../../src/engine/sentences.ts";
import { wordsIn } from "../../src/engine/transcript.ts";
import { cut, hookFor, wordsFor } from "../../src/engine/words.ts";
import { TALK_SRT } from "./media.ts";

const wording = suite("words about a clip");
const words = wordsIn(TALK_SRT, 60_000);
const talk = { words, sentences: sentencesOf(words) };

wording("the title is a sentence of the clip, the question first", () => {
	assert.is(wordsFor({ begin: 0, end: 28_400 }, talk, "talk").title, "Why do most talks fail in the first minute?");
});

wording("the description is what is said, in order", () => {
	assert.is(
		wordsFor({ begin: 9_700, end: 28_400 }, talk, "talk").description,
		"The speaker explains the agenda and nobody listens to an agenda. A story about one customer works better than ten slides.",
	);
});

wording("tags are what this part is about", () => {
	const { tags } = wordsFor({ begin: 9_700, end: 18_400 }, talk, "talk");
	assert.equal([tags[0], tags.includes("nobody"), tags.includes("the")], ["agenda", false, false]);
	assert.ok(tags.length <= 6 && tags.every((tag) => /^[\p{L}\p{Nd}]+$/u.test(tag)));
});

wording("nothing is invented without a transcript, or where nothing is said", () => {
	const expected = { title: "Keynote, 1:23–1:58", description: "Keynote, 1:23–1:58", tags: [] };
	assert.equal(wordsFor({ begin: 83_000, end: 118_900 }, undefined, "Keynote"), expected);
	assert.equal(wordsFor({ begin: 83_000, end: 118_900 }, talk, "Keynote"), expected);
	assert.is(wordsFor({ begin: 0, end: 3_700_000 }, undefined, "").title, "0:00–1:01:40");
});

wording("a long name leaves room for the place in the source", () => {
	const { title } = wordsFor({ begin: 0, end: 9_000 }, undefined, "very long name ".repeat(20));
	assert.ok(title.length <= 80 && title.endsWith(", 0:00–0:09"), title);
});

wording("a hook is one short sentence, or nothing", () => {
	assert.is(hookFor({ begin: 0, end: 18_400 }, talk), "Why do most talks fail in the first minute?");
	assert.is(hookFor({ begin: 58_100, end: 59_900 }, talk), undefined);
});

const cuts: Record<string, readonly [string, number, string]> = {
	"a short text stays": ["one two", 10, "one two"],
	"a long one ends at a word": ["one two three", 10, "one two…"],
	"marks before the cut go too": ["one two, three four", 12, "one two…"],
	"white space is one space": ["one \n\t two", 10, "one two"],
	"one endless word is cut anywhere": ["x".repeat(30), 10, `${"x".repeat(8)}…`],
};
for (const [title, [text, limit, expected]] of Object.entries(cuts)) wording(`cutting: ${title}`, () => assert.is(cut(text, limit), expected));

wording("a title is never longer than 80 characters, nor cut inside a word", () => {
	const long = wordsIn(`00:00:00,000 --> 00:00:20,000\n${"extraordinary circumstances ".repeat(12)}.\n`, 20_000);
	const { title } = wordsFor({ begin: 0, end: 20_000 }, { words: long, sentences: sentencesOf(long) }, "x");
	assert.ok(title.length <= 80 && /^Extraordinary( circumstances| extraordinary)*…$/.test(title), title);
});

wording.run();
