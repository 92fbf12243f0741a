import { suite } from "uvu";
import * as assert from "uvu/assert";
import { orderedRow } from "../../src/engine/captions/bidi.ts";
import { rowsOf } from "../../src/engine/captions/rows.ts";
import { hanFormOf, normalised, readsFromRight, upperCased } from "../../src/engine/captions/scripts.ts";
import { joinWords } from "../../src/engine/transcript/sentences.ts";
import { cuesFrom, spreadWords } from "../../src/transcripts/cues.ts";

const writing = suite("writing");

const FORMS: readonly (readonly [text: string, language: string | undefined, form: string])[] = [
	["今日は東京", undefined, "JP"],
	["東京", "ja", "JP"],
	["大韓民國 만세", undefined, "KR"],
	["字幕", "ko-KR", "KR"],
	["这个问题", undefined, "SC"],
	["這個問題", undefined, "TC"],
	["這個問題", "zh-cn", "SC"],
	["字幕", "zh-TW", "TC"],
	["字幕", "zh-Hant-HK", "TC"],
	["這個問題", "zh", "TC"],
	["字幕", "en", "SC"],
];
for (const [text, language, form] of FORMS)
	writing(`Chinese letters of "${text}" (${language ?? "no language named"}) are those of ${form}`, () =>
		assert.is(hanFormOf(text, language), form),
	);

const CAPITALS: readonly (readonly [text: string, language: string | undefined, expected: string])[] = [
	["istanbul'da ışık", "tr", "İSTANBUL'DA IŞIK"],
	["istanbul'da ışık", undefined, "İSTANBUL'DA IŞIK"],
	["it is in", "en", "IT IS IN"],
	["it is in", undefined, "IT IS IN"],
	["straße", "de", "STRASSE"],
	["σοφός άνθρωπος", "el", "ΣΟΦΟΣ ΑΝΘΡΩΠΟΣ"],
	["élève", "fr", "ÉLÈVE"],
	["ქართული ok", "ka", "ქართული OK"],
];
for (const [text, language, expected] of CAPITALS)
	writing(`"${text}" (${language ?? "no language named"}) in capitals is "${expected}"`, () =>
		assert.is(upperCased(text, language), expected),
	);

const COMPOSED: readonly (readonly [title: string, text: string, expected: string])[] = [
	["a letter and its accent are one", "cafe\u0301", "café"],
	["letters of Korean are put together", "\u1112\u1161\u11AB", "한"],
	["variation selectors and keycaps go", "❤\uFE0F 1\uFE0F\u20E3", "❤ 1"],
	["what joins pictures goes", "👩\u200D🚀", "👩🚀"],
	["what joins letters stays", "क्\u200Dष می\u200Cخواهم", "क्\u200Dष می\u200Cخواهم"],
	["the letters of flags' regions go", "🏴\u{E0067}\u{E007F}", "🏴"],
	["a heap of marks is cut down", `H${"\u0322".repeat(90)}i`, `H${"\u0322".repeat(6)}i`],
	["signs without a meaning go", "a\uE000\uFFFDb\uFFFF", "ab"],
];
for (const [title, text, expected] of COMPOSED) writing(title, () => assert.is(normalised(text), expected));

writing("texts are read from right to left because of their language or most of their letters", () =>
	assert.equal(
		[
			readsFromRight("Steve Jobs אמר", "he"),
			readsFromRight("Steve Jobs אמר", undefined),
			readsFromRight("שלום bob", undefined),
			readsFromRight("12", "en"),
		],
		[true, false, true, false],
	),
);

const bare = (text: string) => text.replace(/[\u200E\u202B\u202C]/g, "");

writing("a row read from right to left is decorated word by word, in the order it is seen in", () =>
	assert.is(
		bare(
			orderedRow(["אמר", "Steve", "Jobs", "היום!"], {
				fromRight: true,
				decorate: (text, at) => `${at}${bare(text)}`,
			}),
		),
		"3היום! 1Steve 2Jobs 0אמר",
	),
);

const texts = (line: string) => spreadWords(line, { begin: 0, end: 1_000 }).map(({ text }) => text);

writing("Thai is cut into words, and its spaces stay", () => {
	const words = texts("สวัสดีชาวโลก วันนี้เราจะพูด");
	assert.ok(words.length > 4 && words.every((word) => word.length < 8), words.join("|"));
	assert.is(joinWords(words), "สวัสดีชาวโลก วันนี้เราจะพูด");
});

writing("marks of direction in subtitles do not cut words, and joiners stay", () =>
	assert.equal(
		cuesFrom("00:00:00,000 --> 00:00:04,000\n\u202Bשלום\u200F!\u202C می\u200Cخواهم a\u200Bb\n").flatMap(
			(cue) => cue.words.map(({ text }) => text),
		),
		["שלום!", "می\u200Cخواهم", "ab"],
	),
);

const width = (text: string) => [...text].length;
const ROWS: readonly (readonly [title: string, text: string, usable: number, rows: readonly string[]])[] = [
	["what fits stands in one row", "one two", 10, ["one two"]],
	["two rows are about as wide as each other", "one two three four", 16, ["one two", "three four"]],
	["a row rather ends with a phrase", "eins zwei, drei vier", 16, ["eins zwei,", "drei vier"]],
	["but not where the other would be much wider", "ab, cdefgh ijklmn op", 18, ["ab, cdefgh", "ijklmn op"]],
	["a word too wide for a row has one of its own", "a extraordinarily b", 6, ["a", "extraordinarily", "b"]],
	["three rows are even too", "aa bb cc dd ee ff", 6, ["aa bb", "cc dd", "ee ff"]],
];
for (const [title, text, usable, rows] of ROWS)
	writing(title, () =>
		assert.equal(
			rowsOf(text.split(" "), { width, usable }).map((row) => row.join(" ")),
			rows,
		),
	);

writing("Chinese is broken between words, not after an opening bracket", () => {
	const rows = rowsOf(texts("中文字幕也要清楚，「这是」今天最重要的一句话"), { width, usable: 14 });
	assert.is(rows.length, 2);
	assert.ok(rows.every((row) => width(row.join("")) <= 14 && !/[「]$/.test(row.join(""))));
});

writing.run();
