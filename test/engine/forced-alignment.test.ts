import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Source } from "../../src/engine/probe/source.ts";
import { findTranscript } from "../../src/engine/transcript/find-transcript.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { defined } from "../../src/model/defined.ts";
import { type TestRecogniser, withRecogniser } from "../builders/recogniser.ts";
import { signal } from "./media.ts";

const SRT =
	"1\n00:00:01,000 --> 00:00:03,000\nWe are here, and it is 9.\n\n2\n00:00:04,000 --> 00:00:06,000\nSo what do you do?\n";
/** Hears each word of a line a quarter of a second after the one before. */
const PLACES = `
	if (job.kind !== "places") throw new Error("nobody asked for " + job.kind);
	job.lines.forEach(({ begin, words }, line) => tell({ type: "placed", line, words: words.map((text, at) => (
		{ begin: begin + 600 + 250 * at, end: begin + 800 + 250 * at, text, confidence: 1 })) }));
	tell({ type: "end" });`;
const NEVER = "throw new Error('nobody asked for this');";
const SPREAD = wordsIn(SRT, 10_000);

async function said(
	recogniser: TestRecogniser,
	given: {
		readonly language?: string;
		readonly text?: string;
		readonly name?: string;
		readonly source?: Partial<Source>;
	} = {},
) {
	const file = join(recogniser.folder, "talk.mp4");
	const transcript = join(recogniser.folder, given.name ?? "talk.srt");
	await writeFile(file, "a talk");
	await writeFile(transcript, given.text ?? SRT);
	const shape = {
		video: 0,
		audio: 1,
		stretched: false,
		hdr: false,
		durationMs: 10_000,
		width: 320,
		height: 180,
		framesPerSecond: 25,
		hasAudio: true,
	};
	const request = defined({ transcript, language: given.language });
	const tool = {
		ffmpeg: "ffmpeg",
		signal: signal(),
		progress: () => {},
		recognition: { recogniser, cache: join(recogniser.folder, "heard") },
	};
	return findTranscript({ file, ...shape, ...given.source }, request, tool);
}

const placed = suite("a transcript with times of lines");
placed("gets the times at which its words are heard, everywhere from then on, and keeps its text", () =>
	withRecogniser({ listens: PLACES }, async (recogniser) => {
		const { transcript, file = "", notes } = await said(recogniser);
		assert.equal(
			transcript?.words.map(({ begin, end, text }) => `${begin}-${end} ${text}`),
			[
				...[
					"1100-1300 We",
					"1350-1550 are",
					"1600-1800 here,",
					"1850-2050 and",
					"2100-2300 it",
					"2350-2550 is",
					"2550-2770 9.",
				],
				...["4100-4300 So", "4350-4550 what", "4600-4800 do", "4850-5050 you", "5100-5300 do?"],
			],
		);
		assert.equal(
			transcript?.sentences.map(({ text }) => text),
			["We are here, and it is 9.", "So what do you do?"],
		);
		assert.equal(wordsIn(file, 10_000), transcript?.words);
		assert.equal(notes, ["11 of the 12 words of the transcript are placed where they are heard."]);
	}),
);

placed("is listened for once: the places are remembered by what the video and the transcript hold", () =>
	withRecogniser({ listens: PLACES }, async (recogniser) => {
		const first = await said(recogniser);
		const broken = { ...recogniser, listener: { path: "/nonexistent", args: [] } };
		assert.equal(await said(broken), first);
		const [other = ""] = (await said(broken, { text: SRT.replace("what", "why") })).notes;
		assert.match(
			other,
			/^Captions use the times of whole lines, not of words: Speech recognition failed: nonexistent could not be started/,
		);
		for (const name of await readdir(join(recogniser.folder, "heard")))
			await writeFile(join(recogniser.folder, "heard", name), "[[]]");
		assert.equal(await said(recogniser), first);
	}),
);

placed("is placed where it is JSON with times of lines too", () =>
	withRecogniser({ listens: PLACES }, async (recogniser) => {
		const text =
			'{"segments":[{"start":1,"end":3,"text":"We are here, and it is 9."},{"start":4,"end":6,"text":"So what do you do?"}]}';
		assert.equal(
			(await said(recogniser, { name: "talk.json", text })).transcript,
			(await said(recogniser)).transcript,
		);
	}),
);

const KEPT: Readonly<
	Record<string, readonly [listens: string, given: Parameters<typeof said>[1], note: RegExp | undefined]>
> = {
	"where the model was not pulled": [NEVER, {}, undefined],
	"where it is in another language by what was named": [NEVER, { language: "de" }, undefined],
	"where it is in another language by its words": [
		NEVER,
		{ text: SRT.replace(/We are.*/, "Wir sind nun hier").replace(/So what.*/, "Was macht ihr dann") },
		undefined,
	],
	"where there is no sound": [NEVER, { source: { hasAudio: false } }, undefined],
	"where its words have times already": [
		NEVER,
		{ name: "talk.json", text: '[{"word":"We","start":1,"end":2},{"word":"are","start":2,"end":3}]' },
		undefined,
	],
	"where each line is a word": [
		NEVER,
		{ text: "00:01.000 --> 00:02.000\nWe\n\n00:02.000 --> 00:03.000\nare\n" },
		undefined,
	],
	"where something else is heard": [
		'tell({ type: "end" });',
		{},
		/words: the recognised speech does not match the transcript\.$/,
	],
	"where the process crashes": [
		'process.kill(process.pid, "SIGSEGV");',
		{},
		/words: Speech recognition failed: it crashed or was ended from outside \(SIGSEGV\)\.$/,
	],
};
for (const [title, [listens, given, note]] of Object.entries(KEPT))
	placed(`keeps them ${title}`, () =>
		withRecogniser({ listens, pulled: title.includes("pulled") ? [] : ["speech"] }, async (recogniser) => {
			const { file, notes, transcript } = await said(recogniser, given);
			assert.is(file, undefined);
			assert.is(notes.length, note ? 1 : 0);
			if (note) assert.match(notes[0] ?? "", note);
			if (given?.text === undefined) assert.equal(transcript?.words, SPREAD);
		}),
	);

placed("keeps them where the model is damaged, and says so", () =>
	withRecogniser({ listens: NEVER }, async (recogniser) => {
		await writeFile(recogniser.fileOf("speech"), "bending");
		const { transcript, notes } = await said(recogniser);
		assert.equal(transcript?.words, SPREAD);
		assert.match(notes[0] ?? "", /not of words: The model for speech is damaged: /);
	}),
);
placed.run();
