import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
	alignedWords,
	alignmentLines,
	type HeardWordSpan,
	recogniserWords,
} from "../../src/engine/transcript/aligned-words.ts";
import { matchWords } from "../../src/engine/transcript/word-matching.ts";
import { type Cue, cuesFrom } from "../../src/transcripts/cues.ts";

const HOUR = 3_600_000;
const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const cuesOf = (
	...blocks: readonly (readonly [begin: number, end: number, text: string])[]
): readonly Cue[] =>
	cuesFrom(blocks.map(([begin, end, text]) => `${stamp(begin)} --> ${stamp(end)}\n${text}\n`).join("\n"));

/** "the@900-1000 [unk]@1000-1200" as what was heard. */
const heardOf = (text: string): readonly HeardWordSpan[] =>
	text.split(" ").flatMap((each): HeardWordSpan[] => {
		const [, word = "", begin, end] = /^(.+)@(\d+)-(\d+)$/.exec(each) ?? [];
		return begin === undefined ? [] : [{ text: word, begin: Number(begin), end: Number(end) }];
	});

function placed(cues: readonly Cue[], ...heard: readonly string[]) {
	const { words, found, known } = alignedWords(
		cues,
		alignmentLines(cues, HOUR).map((line, at) => ({ line, words: heardOf(heard[at] ?? "") })),
	);
	return { said: words.map(({ begin, end, text }) => `${begin}-${end} ${text}`), found, known };
}

const lines = suite("what is listened for");
lines(
	"are the words of a line, with half a second around it and the words beside it that may be heard there",
	() => {
		const cues = cuesOf(
			[1_000, 2_000, "One two three four."],
			[2_100, 3_000, "“Five”, it’s SIX!"],
			[9_000, 10_000, "Seven."],
		);
		assert.equal(
			alignmentLines(cues, 9_200).map(({ begin, end, words }) => `${begin}-${end} ${words.join(" ")}`),
			[
				"500-2500 one two three four five it's six",
				"1600-3500 two three four five it's six",
				"8500-9200 seven",
			],
		);
	},
);
lines("are not noted sounds, names of speakers, numbers and other alphabets", () => {
	const cues = cuesOf(
		[0, 900, "[door slams loudly] JOHN: Café-owner, 20% (laughs) of ♪ мир"],
		[5_000, 6_000, "[Music]"],
	);
	assert.equal(
		alignmentLines(cues, HOUR).map(({ words }) => words),
		[["cafe", "owner", "of"]],
	);
});
lines("are not those whose words have times already", () => {
	assert.equal(
		alignmentLines(cuesFrom("00:00.000 --> 00:02.000\n<00:00:00.100>One<00:00:01.500> two\n"), HOUR),
		[],
	);
	assert.equal(alignmentLines(cuesOf([2_000, 3_000, "late"]), 1_000), []);
	assert.equal(recogniserWords("Ünser ’tis rock’n’roll—no."), ["unser", "tis", "rock'n'roll", "no"]);
});
lines.run();

const places = suite("words of a line");
places("are where they are heard, and the text stays as it is", () => {
	const { said, found, known } = placed(
		cuesOf([1_000, 3_000, "The Café’s owner!"]),
		"the@1200-1300 [unk]@1300-1400 cafe's@1400-1900 owner@2100-2600",
	);
	assert.equal([said, found, known], [["1200-1300 The", "1400-1900 Café’s", "2100-2600 owner!"], 3, 3]);
});
places("that were not heard lie where something unknown was heard, or else between their neighbours", () => {
	assert.equal(
		placed(
			cuesOf([1_000, 4_000, "In 1984 we met Zbigniew there"]),
			"in@1100-1300 [unk]@1400-2000 we@2100-2200 met@2200-2500 there@3000-3300",
		).said,
		[
			"1100-1300 In",
			"1400-2000 1984",
			"2100-2200 we",
			"2200-2500 met",
			"2500-3000 Zbigniew",
			"3000-3300 there",
		],
	);
});
places("that were not heard at the edges lie close to the others", () => {
	assert.equal(placed(cuesOf([1_000, 5_000, "20 people came 7"]), "people@2000-2400 came@2500-2800").said, [
		"1780-2000 20",
		"2000-2400 people",
		"2500-2800 came",
		"2800-2965 7",
	]);
});
places("of which few are heard keep their times, and so do those said too fast for anybody", () => {
	const cues = cuesOf([1_000, 2_000, "one two three four"], [3_000, 4_000, "five six"]);
	const { said, found, known } = placed(cues, "one@1100-1200", "five@3100-3140 six@3140-3180");
	assert.equal(
		[said, found, known],
		[cues.flatMap(({ words }) => words.map(({ begin, end, text }) => `${begin}-${end} ${text}`)), 0, 6],
	);
});
places("do not take the words of their neighbours", () => {
	const cues = cuesOf([1_000, 2_000, "so we go"], [2_000, 3_000, "so we stay"]);
	assert.equal(
		placed(
			cues,
			"so@1000-1200 we@1200-1400 go@1500-1900 so@2000-2200",
			"go@1500-1900 so@2000-2200 we@2200-2400 stay@2500-2900",
		).said,
		["1000-1200 so", "1200-1400 we", "1500-1900 go", "2000-2200 so", "2200-2400 we", "2500-2900 stay"],
	);
});
places("are not noise that sounded like a short word before or after the line", () => {
	assert.equal(
		placed(cuesOf([1_000, 2_000, "the end of a"]), "the@500-560 end@1200-1500 of@1500-1700 a@2300-2400").said,
		["925-1200 the", "1200-1500 end", "1500-1700 of", "1700-1865 a"],
	);
});
places("that have two parts need both", () => {
	assert.equal(
		placed(cuesOf([1_000, 2_000, "a well-known man"]), "a@1000-1100 known@1300-1500 man@1500-1800").said,
		["1000-1100 a", "1100-1500 well-known", "1500-1800 man"],
	);
});
places("that nobody could say in that time are not listened for", () => {
	assert.equal(alignmentLines(cuesOf([0, 9_000, "the ".repeat(81)]), HOUR), []);
	assert.is(alignmentLines(cuesOf([0, 9_000, "the ".repeat(76)]), HOUR).length, 1);
});
places.run();

const matching = suite("matching");
matching("takes as many words as possible, in order, and of equals the nearest", () => {
	const expected = ["the", "cat", "the", "dog"].map((text, at) => ({ text, begin: at * 1_000 }));
	const pairs = matchWords(expected, heardOf("the@1900-2000 dog@3000-3300"));
	assert.equal(
		[...pairs].map(([at, { text }]) => `${at} ${text}`),
		["2 the", "3 dog"],
	);
	assert.is(matchWords([], heardOf("a@1-2")).size, 0);
	assert.is(matchWords(expected, []).size, 0);
});
matching.run();
