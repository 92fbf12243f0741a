import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readTranscript, wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import { wordsWithin } from "../../src/engine/transcript/transcript.ts";
import { withFolder } from "./media.ts";

const transcript = suite("transcripts");
const HOUR = 3_600_000;
const said = (text: string, length = HOUR) =>
	wordsIn(text, length).map((word) => `${word.begin}-${word.end} ${word.text}`);

const cases: Record<string, readonly [string, readonly string[]]> = {
	"words of a cue share its time by their length": [
		"1\n00:00:01,000 --> 00:00:02,000\nHi everybody\n",
		["1000-1267 Hi", "1267-2000 everybody"],
	],
	"a byte order mark and Windows line ends": [
		"\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nYes\r\n\r\n",
		["1000-2000 Yes"],
	],
	"WebVTT with header, name, settings and a point": [
		"WEBVTT\n\nNOTE x\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Yes</v>\n",
		["1000-2000 Yes"],
	],
	"tags, overrides and entities are taken out": [
		"1\n00:00:01,000 --> 00:00:02,000\n<i>R&amp;D</i> {\\an8}{\\b1}\n",
		["1000-2000 R&D"],
	],
	"times inside a cue are kept": [
		"WEBVTT\n\n00:00.000 --> 00:02.000\nOne<00:00:01.500><c> two</c>\n",
		["0-1500 One", "1500-2000 two"],
	],
	"rolling captions are said once": [
		"WEBVTT\n\n00:00.000 --> 00:01.000\n<c>One</c>\n\n00:01.000 --> 00:02.000\nOne\n<c>two</c>\n\n00:02.000 --> 00:03.000\ntwo\n<c>three</c>\n",
		["0-1000 One", "1000-2000 two", "2000-3000 three"],
	],
	"a cue ends where the next begins": [
		"1\n00:00:01,000 --> 00:00:09,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n",
		["1000-2000 One", "2000-3000 Two"],
	],
	"cues are put in order": [
		"2\n00:00:02,000 --> 00:00:03,000\nTwo\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n",
		["1000-2000 One", "2000-3000 Two"],
	],
	"a missing empty line": [
		"1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n",
		["1000-2000 One", "2000-3000 Two"],
	],
	"bad cues are left out": [
		"x --> y\nBad\n\n00:00:05,000 --> 00:00:04,000\nBack\n\n00:00:06,000 --> 00:00:07,000\n\n\n00:00:08,000 --> 00:00:09,000\nGood\n",
		["8000-9000 Good"],
	],
	"nothing at all": ["just a text\nwithout times\n", []],
};
for (const [title, [text, words]] of Object.entries(cases))
	transcript(title, () => assert.equal(said(text), words));

transcript("what lies behind the end of the source is left out", () => {
	assert.equal(
		said("1\n00:00:01,000 --> 00:00:03,000\nOne\n\n2\n00:00:05,000 --> 00:00:06,000\nTwo\n", 2_000),
		["1000-2000 One"],
	);
});

transcript("words never overlap and never go back", () => {
	const words = wordsIn(
		[
			"00:00:01,000 --> 00:00:04,000\nA b c\n",
			"00:00:01,100 --> 00:00:02,000\nD e\n",
			"00:00:01,500 --> 00:00:01,600\nF\n",
		].join("\n"),
		HOUR,
	);
	assert.ok(
		words.length === 6 &&
			words.every((word, at) => word.end > word.begin && word.begin >= (words[at - 1]?.end ?? 0)),
		JSON.stringify(words),
	);
});

transcript("tags that never close are read to their end", () => {
	wordsIn(`00:00:01,000 --> 00:00:04,000\n${"<".repeat(200_000)}${"{\\".repeat(100_000)}\n`, HOUR);
});

const sentences: Record<string, readonly [string, readonly string[]]> = {
	"end at closing punctuation": ["00:00:00,000 --> 00:00:04,000\nOne two. Three?\n", ["One two.", "Three?"]],
	"do not end at an abbreviation": [
		"00:00:00,000 --> 00:00:04,000\nAsk Dr. Who today.\n",
		["Ask Dr. Who today."],
	],
	"go on over a cue that does not close": [
		"00:00:00,000 --> 00:00:01,000\nOne\n\n00:00:01,200 --> 00:00:02,000\ntwo.\n",
		["One two."],
	],
	"end at a long pause": [
		"00:00:00,000 --> 00:00:01,000\nOne\n\n00:00:04,000 --> 00:00:05,000\ntwo.\n",
		["One", "two."],
	],
	"end at shorter pauses where nothing is punctuated": [
		"00:00:00,000 --> 00:00:01,000\none\n\n00:00:02,000 --> 00:00:03,000\ntwo\n",
		["one", "two"],
	],
};
for (const [title, [text, expected]] of Object.entries(sentences)) {
	transcript(`sentences ${title}`, () =>
		assert.equal(
			sentencesOf(wordsIn(text, HOUR)).map((sentence) => sentence.text),
			expected,
		),
	);
}

transcript("the words of a clip have its own time", () => {
	const words = wordsIn(
		"00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo\n\n00:00:05,000 --> 00:00:06,000\nSix\n",
		HOUR,
	);
	assert.equal(wordsWithin({ words }, { begin: 2_500, end: 5_400 }), [
		{ text: "Two", begin: 500, end: 1_500 },
	]);
});

transcript("a file that is unusable gives a reason, not an error", () =>
	withFolder(async (folder) => {
		const [empty, large] = [join(folder, "empty.srt"), join(folder, "large.srt")];
		await writeFile(empty, "hello");
		await writeFile(large, Buffer.alloc(6 * 1024 * 1024, "a"));
		const reasons = await Promise.all(
			[undefined, empty, large, join(folder, "gone.srt"), folder].map(
				async (file) => (await readTranscript(file, HOUR)).why,
			),
		);
		assert.equal(reasons, [
			"No transcript was given",
			"The transcript empty.srt holds no usable line of an .srt or .vtt file",
			"The transcript large.srt cannot be read or is larger than 5 MB",
			"The transcript gone.srt cannot be read or is larger than 5 MB",
			`The transcript ${folder.split("/").at(-1)} cannot be read or is larger than 5 MB`,
		]);
	}),
);

transcript("a .json is read, in order, without overlap and inside the source", () =>
	withFolder(async (folder) => {
		const file = join(folder, "talk.json");
		const words = [
			["bee.", 1, 2.4],
			["A", 0.2, 1.2],
			["two words.", 2, 3],
			["late", 9, 10],
		].map(([word, start, end]) => ({ word, start, end }));
		await writeFile(file, JSON.stringify({ words }));
		const read = await readTranscript(file, 9_500);
		assert.equal(
			read.transcript?.words.map(({ begin, end, text }) => `${begin}-${end} ${text}`),
			["200-1000 A", "1000-2000 bee.", "2000-2385 two", "2385-3000 words.", "9000-9500 late"],
		);
		assert.equal(
			read.transcript?.sentences.map(({ text }) => text),
			["A bee.", "two words.", "late"],
		);
		await writeFile(file, '{"words":["no times"]}');
		assert.match(
			(await readTranscript(file, HOUR)).why ?? "",
			/^The transcript talk\.json holds nothing said at any time \(words or lines/,
		);
	}),
);

transcript("old encodings are read", () =>
	withFolder(async (folder) => {
		const file = join(folder, "old.srt");
		const text = "1\n00:00:01,000 --> 00:00:02,000\nfünf\n";
		await writeFile(file, Buffer.from(text, "latin1"));
		assert.is((await readTranscript(file, HOUR)).transcript?.words[0]?.text, "fünf");
		await writeFile(file, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]));
		assert.is((await readTranscript(file, HOUR)).transcript?.words[0]?.text, "fünf");
	}),
);

transcript.run();
