import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findTranscript } from "../../src/engine/transcript/find-transcript.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import type { Word } from "../../src/engine/transcript/transcript.ts";
import { vttOf } from "../../src/transcripts/vtt.ts";
import { signal, withFolder } from "./media.ts";

const TOOL = { ffmpeg: "", signal: signal(), progress: () => {} };
const SOURCE = {
	...{ file: "talk.mp4", video: 0, audio: 1, stretched: false, hdr: false, durationMs: 10_000 },
	...{ width: 320, height: 180, framesPerSecond: 25, hasAudio: true },
};

const files = suite("a transcript that is written down");
files("holds the same words at the same times when it is read", () => {
	const words = ["So,", "it's", "A&B", "<b>", "now.", "Now.", "Now.", "Thank", "you."].map((text, at) => ({
		text,
		begin: 3_599_000 + 250 * at,
		end: 3_599_180 + 250 * at,
	}));
	assert.equal(wordsIn(vttOf(sentencesOf(words)), 4_000_000), words);
});
files("keeps which words are unsure, and says of itself that it was recognised", async () => {
	const words: Word[] = [
		{ text: "Ship", begin: 0, end: 300 },
		{ text: "<gl&ss>", begin: 300, end: 700, unsure: true },
		{ text: "today.", begin: 700, end: 1_100 },
	];
	const text = vttOf(sentencesOf(words), "recognised");
	assert.match(text, /^WEBVTT\n\nNOTE Recognised by a machine, not corrected\.\n.*<c\.unsure>\.\.\.<\/c>/);
	assert.match(text, /<00:00:00\.300><c\.unsure>&lt;gl&amp;ss&gt;<\/c><00:00:00\.700>/);
	assert.equal(wordsIn(text, 4_000_000), words);
	await withFolder(async (folder) => {
		const transcript = join(folder, "talk.vtt");
		const originOf = async (content: string) => {
			await writeFile(transcript, content);
			return (await findTranscript(SOURCE, { transcript }, TOOL)).origin;
		};
		assert.equal(
			[await originOf(text), await originOf(text.replace(/NOTE (?:.+\n)+\n/, ""))],
			["recognised", "known"],
		);
	});
});
files("of JSON keeps which words a recogniser was unsure of", () =>
	withFolder(async (folder) => {
		const transcript = join(folder, "talk.json");
		const words = [0.9, 0.2, 0.9].map((probability, at) => ({
			...{ word: [" We", " glorb", " it."][at], start: at, end: at + 0.9, probability },
		}));
		await writeFile(
			transcript,
			JSON.stringify({ segments: [{ start: 0, end: 3, text: " We glorb it.", words }] }),
		);
		const found = await findTranscript(SOURCE, { transcript }, TOOL);
		assert.equal(
			found.transcript?.words.map(({ text, unsure }) => [text, unsure ?? false]),
			[
				["We", false],
				["glorb", true],
				["it.", false],
			],
		);
	}),
);
files("is read with marks over several words, as people write them", () => {
	const text =
		"WEBVTT\n\n00:00.000 --> 00:03.000\nWe <c.unsure>gloss over</c> <c.blue>it</c> <c.red.unsure>all</c>\n";
	assert.equal(
		wordsIn(text, 4_000).map((word) => [word.text, word.unsure ?? false]),
		[
			["We", false],
			["gloss", true],
			["over", true],
			["it", false],
			["all", true],
		],
	);
});
files.run();
