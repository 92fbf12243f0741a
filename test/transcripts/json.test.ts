import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spokenInJson, tellsWords } from "../../src/transcripts/json.ts";
import { transcriptText } from "../../src/transcripts/read.ts";

const said = (value: unknown) =>
	spokenInJson(typeof value === "string" ? value : JSON.stringify(value)).map(
		({ begin, end, text }) => `${begin}-${end} ${text}`,
	);
const word = (text: unknown, start: unknown, end: unknown) => ({ word: text, start, end });

const shapes: Record<string, readonly [value: unknown, pieces: readonly string[], timed: boolean]> = {
	"words and a text of an endpoint: the words get the marks of the text": [
		{
			task: "transcribe",
			language: "english",
			duration: 3,
			text: "Hello, world. Yes!",
			words: [word("Hello", 0, 0.5), word("world", 0.62, 1), word("Yes", 2, 2.5)],
		},
		["0-500 Hello,", "620-1000 world.", "2000-2500 Yes!"],
		true,
	],
	"segments of an endpoint beside its words": [
		{
			segments: [{ id: 0, start: 0, end: 1, text: " Hi all." }],
			words: [word("Hi", 0, 0.4), word("all", 0.5, 1)],
		},
		["0-400 Hi", "500-1000 all."],
		true,
	],
	"segments alone": [
		{
			segments: [
				{ start: 0, end: 2.5, text: " Hello there, all." },
				{ start: 2.5, end: 4, text: " Good bye, all." },
			],
		},
		["0-2500 Hello there, all.", "2500-4000 Good bye, all."],
		false,
	],
	"words of Whisper's segments, which begin with a space unless they go on": [
		{
			segments: [
				{
					start: 0,
					end: 2,
					text: " A 20-year plan",
					words: [word(" A", 0, 0.2), word(" 20", 0.2, 0.6), word("-year", 0.6, 1), word(" plan", 1.2, 2)],
				},
			],
		},
		["0-200 A", "200-1000 20-year", "1200-2000 plan"],
		true,
	],
	"Chinese words of Whisper, which begin with none": [
		{ segments: [{ start: 0, end: 1, words: [word("你好", 0, 0.5), word("世界", 0.5, 1)] }] },
		["0-500 你好", "500-1000 世界"],
		true,
	],
	"WhisperX, whose numbers have no times: they lie between their neighbours": [
		{
			segments: [
				{
					start: 0,
					end: 3,
					text: "In 1984 it was 5 €",
					words: [
						word("In", 0.1, 0.3),
						{ word: "1984" },
						word("it", 1, 1.1),
						word("was", 1.1, 2),
						{ word: "5" },
						{ word: "€" },
					],
				},
			],
			word_segments: [],
		},
		["100-300 In", "300-1000 1984", "1000-1100 it", "1100-2000 was", "2000-3000 5 €"],
		true,
	],
	"WhisperX, where neighbours leave no room: one time is shared": [
		{ segments: [{ start: 0, end: 2, words: [word("In", 0.1, 0.3), { word: "84" }, word("it", 0.3, 1)] }] },
		["100-300 In 84", "300-1000 it"],
		true,
	],
	"WhisperX, where a line has no times of words at all": [
		{
			segments: [
				{ start: 0, end: 2, text: "7 8", words: [{ word: "7" }, { word: "8" }] },
				{ start: 2, end: 3, text: "one", words: [word("one", 2, 3)] },
			],
		},
		["0-2000 7 8", "2000-3000 one"],
		true,
	],
	"word_segments alone": [{ word_segments: [{ word: "7" }, word("up", 1, 2)] }, ["1000-2000 7 up"], false],
	"whisper.cpp": [
		{
			systeminfo: "",
			transcription: [
				{ timestamps: { from: "00:00:00,000" }, offsets: { from: 0, to: 2340 }, text: " Hello there." },
			],
		},
		["0-2340 Hello there."],
		false,
	],
	"tokens of whisper.cpp, which are parts of words": [
		{
			transcription: [
				{
					offsets: { from: 0, to: 2000 },
					text: " Hello there.",
					tokens: [
						{ text: "[_BEG_]", offsets: { from: 0, to: 0 } },
						{ text: " Hel", offsets: { from: 10, to: 300 } },
						{ text: "lo", offsets: { from: 300, to: 500 } },
						{ text: " there", offsets: { from: 700, to: 1500 } },
						{ text: ".", offsets: { from: 1500, to: 1500 } },
						{ text: "[_TT_100]", offsets: { from: 2000, to: 2000 } },
					],
				},
			],
		},
		["10-500 Hello", "700-1500 there."],
		true,
	],
	"tokens of whisper.cpp that tear a letter apart: the line counts": [
		{
			transcription: [
				{
					offsets: { from: 0, to: 900 },
					text: " né là",
					tokens: [{ text: " n\uFFFD", offsets: { from: 0, to: 400 } }],
				},
			],
		},
		["0-900 né là"],
		false,
	],
	Vosk: [
		{
			result: [
				{ conf: 1, ...word("one", 0.03, 0.4) },
				{ conf: 0.9, ...word("two", 0.4, 0.9) },
			],
			text: "one two",
		},
		["30-400 one", "400-900 two"],
		true,
	],
	"an array of Vosk, with silence": [
		[
			{ text: "" },
			{ result: [word("one", 0, 0.4)] },
			{ alternatives: [{ confidence: 9, result: [word("two", 1, 2)] }] },
		],
		["0-400 one", "1000-2000 two"],
		true,
	],
	"a list of words": [[word("One", 0, 0.4), word("two.", 0.5, 0.9)], ["0-400 One", "500-900 two."], true],
	"a list of lines with a duration": [
		[{ text: "so here we go", start: 1.5, duration: 2 }],
		["1500-3500 so here we go"],
		false,
	],
	"whole numbers that can only be milliseconds": [
		{
			text: "Go on.",
			words: [
				{ text: "Go", start: 100, end: 420 },
				{ text: "on.", start: 500, end: 800 },
			],
		},
		["100-420 Go", "500-800 on."],
		true,
	],
	"whole seconds": [
		[
			{ text: "one line", start: 0, end: 4 },
			{ text: "and more", start: 4, end: 9 },
		],
		["0-4000 one line", "4000-9000 and more"],
		false,
	],
};

const token = (text: string, p: number, [from, to]: readonly [number, number]) => ({
	text,
	offsets: { from, to },
	p,
});
const doubted: Record<string, unknown> = {
	"Whisper, by the probability of words": {
		segments: [
			{
				...{ start: 0, end: 3, text: " We glorb it." },
				words: [
					{ ...word(" We", 0, 1), probability: 0.99 },
					{ ...word(" glorb", 1, 2), probability: 0.2 },
					{ ...word(" it.", 2, 3), probability: 0.5 },
				],
			},
		],
	},
	"whisper.cpp, by that of their tokens, but not of marks": {
		transcription: [
			{
				...{ offsets: { from: 0, to: 3000 }, text: " We glorb it." },
				tokens: [
					...[token("[_BEG_]", 0.1, [0, 0]), token(" We", 0.9, [0, 1000]), token(" glo", 0.8, [1000, 1500])],
					...[token("rb", 0.3, [1500, 2000]), token(" it", 0.9, [2000, 2900]), token(".", 0.1, [2900, 3000])],
				],
			},
		],
	},
	"WhisperX, by the score of words": {
		segments: [
			{
				...{ start: 0, end: 3, text: " We glorb it." },
				words: [
					{ ...word("We", 0, 1), score: 0.9 },
					{ ...word("glorb", 1, 2), score: 0.1 },
					{ ...word("it.", 2, 3), score: 0.8 },
				],
			},
		],
	},
	"Vosk, by its confidence": {
		result: [
			{ ...word("We", 0, 1), conf: 1 },
			{ ...word("glorb", 1, 2), conf: 0.94 },
			{ ...word("it.", 2, 3), conf: 0.99 },
		],
	},
	"an endpoint, by its lines": {
		text: "We glorb it.",
		words: [word("We", 0, 1), word("glorb", 1, 2), word("it.", 2, 3)],
		segments: [
			{ start: 0, end: 0.9, text: "We", avg_logprob: -0.1 },
			{ start: 1.1, end: 1.9, text: "glorb", avg_logprob: -2 },
		],
	},
};

const json = suite("JSON transcripts");

for (const [title, value] of Object.entries(doubted))
	json(`words that may have been heard wrongly are unsure: ${title}`, () =>
		assert.equal(
			spokenInJson(JSON.stringify(value)).map(({ text, unsure }) => [text, unsure ?? false]),
			[
				["We", false],
				["glorb", true],
				["it.", false],
			],
		),
	);

json("words without a number that can be one are as sure as those of people", () => {
	const odd = [null, "0.1", -1, Number.NaN, {}].map((probability, at) => ({
		...word("w", at, at + 1),
		probability,
	}));
	const lines = [{ start: 0, end: 5, text: "a line", score: 0.1 }];
	const all = [
		...spokenInJson(JSON.stringify({ words: odd })),
		...spokenInJson(JSON.stringify({ segments: lines })),
	];
	assert.equal([all.length, all.filter(({ unsure }) => unsure)], [6, []]);
});
for (const [title, [value, pieces, timed]] of Object.entries(shapes))
	json(title, () => {
		assert.equal(said(value), pieces);
		assert.is(tellsWords(spokenInJson(JSON.stringify(value))), timed);
	});

const foreign: Record<string, unknown> = {
	"what yt-dlp tells of a video": {
		id: "x",
		title: "Talk",
		duration: 60,
		chapters: [{ start_time: 0, end_time: 9, title: "Intro" }],
		subtitles: { en: [{ url: "https://example.com" }] },
	},
	"chapters of a player": { chapters: [{ title: "Intro", start: 0, end: 9 }] },
	"cuts of an editor": [{ source: "a.mp4", start: 0, end: 9 }],
	"words without times": { words: ["a", "b"], text: "a b" },
	"segments that are few among many others": {
		segments: [
			{ start: 0, end: 1, text: "a" },
			{ start: 1, end: 2 },
			{ start: 2, end: 3 },
			{ start: 3, end: 4 },
		],
	},
	"a package": { name: "talk", version: "1.0.0", scripts: { start: "x" } },
	"a number": 7,
	nothing: null,
	"no JSON": "{ words: [",
	"an empty file": "",
	"names of JavaScript's own things":
		'{"__proto__":{"words":[{"word":"a","start":0,"end":1}]},"constructor":1,"segments":{"length":3}}',
};
for (const [title, value] of Object.entries(foreign))
	json(`${title} is no transcript`, () => assert.equal(said(value), []));

const hostile: Record<string, readonly [value: unknown, pieces: readonly string[]]> = {
	"words out of order, overlapping and twice": [
		[
			word("c", 2, 3),
			word("a", 0, 1.5),
			word("b", 1, 2.2),
			word("b2", 1, 1.1),
			word("long", 5, 4000),
			word("last", 6, 7),
		],
		["0-1000 a", "1000-2200 b", "2200-2201 b2", "2201-3000 c", "5000-6000 long", "6000-7000 last"],
	],
	"negative, backward and endless times": [
		[
			word("a", -1, 0.5),
			word("b", -2, -1),
			word("c", 3, 2),
			word("d", 1e300, 1e301),
			word("e", 1, 2),
			word("f", 2, 3),
		],
		["0-500 a", "500-1000 b c d", "1000-2000 e", "2000-3000 f"],
	],
	"wrong types": [
		[
			word(7, 0, 1),
			word("a", "0", 1),
			word("b", 1, 2),
			word("c", 2, 3),
			null,
			word("d", 3, 4),
			word("e", 4, 5),
		],
		["1000-2000 a b", "2000-3000 c", "3000-4000 d", "4000-5000 e"],
	],
	"NaN as Python writes it": [
		'{"segments": [{"start": 0.0, "end": 1.0, "text": "is NaN, no?", "avg_logprob": NaN, "x": [NaN, -Infinity]}]}',
		["0-1000 is NaN, no?"],
	],
	"control and direction characters": [
		[word("a\u001b[31m", 0, 1), word("\u202eb\u0000", 1, 2), word("\u0007", 2, 3)],
		["0-1000 a [31m", "1000-2000 b"],
	],
};
for (const [title, [value, pieces]] of Object.entries(hostile))
	json(`survives ${title}`, () => assert.equal(said(value), pieces));

json("survives what is nested deeply, and much of it", () => {
	assert.equal(said(`{"words":${"[".repeat(2_000_000)}`), []);
	assert.equal(said(`{"words":${"[".repeat(500_000)}${"]".repeat(500_000)}}`), []);
	assert.equal(said(`[${'{"word":"a","start":1,"end":2},'.repeat(300_000)}0]`).length, 200_000);
	assert.equal(said(`{"a":${"NaN,".repeat(500_000)}`), []);
});

json("a file may be UTF-16 and 16 MB", async () => {
	const folder = await mkdtemp(join(tmpdir(), "showrun-spoken-"));
	try {
		const [wide, large] = [join(folder, "wide.json"), join(folder, "large.JSON")];
		await writeFile(
			wide,
			Buffer.concat([
				Buffer.from([0xff, 0xfe]),
				Buffer.from('[{"word":"fünf","start":0,"end":1}]', "utf16le"),
			]),
		);
		assert.equal(said((await transcriptText(wide)) ?? ""), ["0-1000 fünf"]);
		await writeFile(large, Buffer.alloc(16 * 1024 * 1024, " "));
		assert.is((await transcriptText(large))?.length, 16 * 1024 * 1024);
		await writeFile(large, Buffer.alloc(16 * 1024 * 1024 + 1, " "));
		assert.is(await transcriptText(large), undefined);
	} finally {
		await rm(folder, { recursive: true });
	}
});
json.run();
