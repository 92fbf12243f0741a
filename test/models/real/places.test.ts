import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { alignedWords, alignmentLines } from "../../../src/engine/transcript/aligned-words.ts";
import { inOrder, type Word } from "../../../src/engine/transcript/transcript.ts";
import type { Models } from "../../../src/models/open.ts";
import { alignWords, openSpeechModel } from "../../../src/speech/recogniser.ts";
import { cuesFrom } from "../../../src/transcripts/cues.ts";
import { chanceOf } from "../../bench/made/chance.ts";
import { talkOf } from "../../bench/made/edges.ts";
import { pcmOf, srtOf } from "../../bench/made/timeline.ts";
import { speakerIn } from "../../bench/made/voice.ts";
import { LISTENER, listeningTo, PCM } from "./hearing.ts";
import { pulled, sample } from "./pulled.ts";

const places = suite("words of a transcript");
const recogniser = await pulled("speech");
const LIMIT_MS = 400_000;
/** Lines of subtitles come and go this much beside what is said. */
const LATE_MS = 300;

/**
 * The words of subtitles where their lines are, and where they are heard; and the share of those listened for
 * that is found.
 */
async function placedIn(
	models: Models,
	srt: string,
	sound: { readonly input: readonly string[]; readonly durationMs: number },
) {
	const recogniser = { models, listener: LISTENER };
	const model = await openSpeechModel(recogniser, "speech", AbortSignal.timeout(LIMIT_MS));
	assert.ok(model);
	const cues = cuesFrom(srt);
	const lines = alignmentLines(cues, sound.durationMs);
	const heard = await alignWords(recogniser, model, { ...listeningTo(sound.input, sound.durationMs), lines });
	const placed = alignedWords(
		cues,
		lines.map((line, at) => ({ line, words: heard[at] ?? [] })),
	);
	const all = cues.flatMap(({ words }) => words);
	return {
		share: placed.found / placed.known,
		before: inOrder(all, sound.durationMs),
		after: inOrder(placed.words, sound.durationMs),
	};
}

/** By how much nine in ten begin at most before or after they do. */
function mostOff(words: readonly Word[], truth: readonly Word[]): number {
	const off = words
		.map(({ begin }, at) => Math.abs(begin - (truth[at]?.begin ?? Number.NaN)))
		.sort((a, b) => a - b);
	return off[Math.floor(0.9 * off.length)] ?? Number.NaN;
}

for (const [manner, seed] of [
	["calm", 4711],
	["in a noisy room", 6],
] as const)
	places(
		`said ${manner} begin within 150 ms of where they do, nine in ten of them, though the lines are up to ${LATE_MS} ms off`,
		async () => {
			if (!recogniser) return;
			const folder = await mkdtemp(join(tmpdir(), "showrun-places-"));
			try {
				const speaker = await speakerIn(folder);
				if (speaker.name !== "flite")
					return console.log("\nnot run: flite is not there, whose words have exact times");
				const timeline = await talkOf({ seed, manner, sentences: 40 }, speaker);
				const file = join(folder, "talk.pcm");
				await writeFile(file, pcmOf(timeline));
				const chance = chanceOf(seed);
				const sound = { input: [...PCM, "-i", file], durationMs: timeline.durationMs };
				const { share, before, after } = await placedIn(
					recogniser,
					srtOf(timeline.sentences, () => chance.between(-LATE_MS, LATE_MS)),
					sound,
				);
				const truth = timeline.sentences.flat();
				const [lines, heard] = [mostOff(before, truth), mostOff(after, truth)];
				const found = `${(100 * share).toFixed(1)} % of ${truth.length} words found`;
				console.log(
					`\nmeasured: ${manner}, ${found}; nine in ten begin at most ${heard.toFixed(0)} ms off (goal: 150), ${lines.toFixed(0)} by their lines`,
				);
				assert.equal(
					after.map(({ text }) => text),
					truth.map(({ text }) => text),
				);
				assert.ok(share >= 0.85 && heard <= 150 && lines > 2 * heard, `${share}, ${heard} ms, ${lines} ms`);
			} finally {
				await rm(folder, { recursive: true, force: true });
			}
		},
	);

places("read aloud are found, at least nineteen in twenty", async () => {
	const [file, truth] = [recogniser && sample("librivox6097.wav"), sample("librivox6097.truth.json")];
	if (!recogniser || !file || !truth) return;
	const lines = JSON.parse(readFileSync(truth, "utf8")) as readonly {
		readonly start: number;
		readonly end: number;
		readonly text: string;
	}[];
	const srt = srtOf(lines.map(({ start, end, text }) => [{ text, begin: 1000 * start, end: 1000 * end }]));
	const { share, after } = await placedIn(recogniser, srt, { input: ["-i", file], durationMs: 382_000 });
	console.log(
		`\nmeasured: ${(100 * share).toFixed(1)} % of ${after.length} words read aloud found (goal: at least 95)`,
	);
	assert.ok(share >= 0.95, `${share}`);
});
places.run();
