import twitter from "twitter-text";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lengthOf, type TextUnit } from "../../src/compose/lengths.ts";

const lengths = suite("lengths of texts");

const family = "👨‍👩‍👧‍👦";
const cases: Record<string, [text: string, expected: Partial<Record<TextUnit, number>>]> = {
	"plain text counts alike everywhere": [
		"hello",
		{ characters: 5, bytes: 5, utf16: 5, weighted: 5, escaped: 5 },
	],
	"accents are one character however they are written": [
		"e\u0301\u00e9",
		{ characters: 2, bytes: 5, utf16: 3, weighted: 2, escaped: 2 },
	],
	"Chinese weighs double on X and has three bytes": [
		"中文",
		{ characters: 2, bytes: 6, utf16: 2, weighted: 4 },
	],
	"a joined emoji weighs 2 on X": [family, { characters: 7, bytes: 25, utf16: 11, weighted: 2 }],
	"a link weighs 23 on X": [
		"see https://example.com/a/very/long/path/indeed?with=query",
		{ weighted: 27, utf16: 58 },
	],
	"a link without https weighs 23 on X too": ["acme.com", { weighted: 23, characters: 8 }],
	"reserved characters are escaped on LinkedIn": ["(a) #b_c", { escaped: 12, characters: 8 }],
	"half a surrogate pair is counted, not thrown at": [
		"a\ud83d",
		{ characters: 2, bytes: 4, utf16: 2, weighted: 3 },
	],
	"nothing has no length": ["", { characters: 0, bytes: 0, utf16: 0, weighted: 0, escaped: 0 }],
};
for (const [title, [text, expected]] of Object.entries(cases))
	lengths(title, () =>
		assert.equal(
			Object.fromEntries(Object.keys(expected).map((unit) => [unit, lengthOf(text, unit as TextUnit)])),
			expected,
		),
	);

lengths("bytes are those of UTF-8", () => {
	for (const text of ["a", "é", "中", family, "\ud83d", "ﬀ…"])
		assert.is(lengthOf(text, "bytes"), Buffer.byteLength(text), text);
});

const WORDS = [
	...[
		"hello",
		"a.b",
		"見て",
		"e\u0301",
		"한국어",
		"…",
		"–",
		"“q”",
		"‘s’",
		"\n",
		"\u2009",
		"5",
		"#",
		"©",
		"™",
		"ﬀ",
		"A\u200dB",
		"v1.2.3",
		"ok.So",
		"end.Next",
	],
	...[family, "👍🏽", "🇩🇪", "1️⃣", "❤️", "❤", "☺", "🏳️‍🌈", "#️⃣", "*️⃣"],
	...[
		"acme.com",
		"@acme.com",
		"#acme.com",
		"$a.com",
		"foo@bar.com",
		"acme.com.",
		"acme.com,acme.org",
		"foo.com.zzz",
		"a.unknowntld",
		"x/acme.com",
	],
	...[
		"見てacme.com",
		"acme.comを",
		"-acme.com",
		"_acme.com",
		"acme.com@x",
		"acme.com-x",
		"www.google.com",
		"пример.рф",
		"t.co/abc",
	],
	...[
		"https://acme.com",
		"HTTPS://ACME.COM",
		"ftp://acme.com",
		"https://user:pw@acme.com",
		"https://a.unknowntld/x",
		"https://acme.comを見て",
	],
	...[
		"http://acme.com/a_(b)_c",
		"https://example.co.uk/p?q=1&r=2.",
		"(https://x.io/a)",
		"'https://a.com'",
		"https://a.com?x",
		"acme.com/path)",
	],
	...[
		"sub.domain.example.org:8080/path/to?x",
		"https://例え.jp/パス",
		"https://пример.рф/путь",
		"acme.com/a(b",
		"acme.com/(a)(b)",
		"http://a-b.com/–x",
	],
];

lengths("X's weights are those of twitter-text, for words and for pairs of them", () => {
	const texts = [...WORDS, ...WORDS.flatMap((first) => WORDS.map((second) => `${first} ${second}`))];
	for (const text of texts)
		assert.is(lengthOf(text, "weighted"), twitter.parseTweet(text).weightedLength, text);
	assert.ok(texts.length > 3000);
});

lengths("X's weights are those of twitter-text where emoji and CJK touch links", () => {
	const touching = WORDS.filter(
		(word) => /[\p{Emoji}\p{sc=Han}\p{sc=Hangul}]/u.test(word) && /\P{ASCII}/u.test(word),
	).flatMap((word) => ["acme.com", "https://acme.com/x"].map((link) => `${word}${link}`));
	for (const text of touching)
		assert.is(lengthOf(text, "weighted"), twitter.parseTweet(text).weightedLength, text);
});

lengths("X's weights are those of twitter-text on both sides of where its ranges begin and end", () => {
	for (const edge of [4351, 8191, 8205, 8207, 8223, 8241, 8247])
		for (const point of [edge, edge + 1]) {
			const text = `a${String.fromCodePoint(point)}b`;
			assert.is(
				lengthOf(text, "weighted"),
				twitter.parseTweet(text).weightedLength,
				`U+${point.toString(16)}`,
			);
		}
});

lengths("hostile texts are counted to their end", () => {
	const parts = ["a", "a.", "acme.com/", "https://", "acme.com/(", "(a", "-", "é", "x.zz", "com.", family];
	for (const part of parts) assert.ok(lengthOf(part.repeat(200_000 / part.length), "weighted") > 0, part);
});
lengths.run();
