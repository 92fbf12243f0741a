import { writeFile } from "node:fs/promises";
import type { Engine } from "../../../src/engine/port.ts";
import { chanceOf } from "./chance.ts";
import { ordinary } from "./sayings.ts";
import { srtOf, type Timeline, timelineOf, vttOf } from "./timeline.ts";
import { type Speaker, VOICES } from "./voice.ts";

/**
 * Ways of speaking: how long the silence between two sentences is, in milliseconds, and how loud the room, in
 * dB.
 */
export const MANNERS = {
	calm: { pause: [420, 900], noiseDb: -62 },
	lively: { pause: [120, 600], noiseDb: -50 },
	hurried: { pause: [60, 200], noiseDb: -62 },
	"in a noisy room": { pause: [200, 700], noiseDb: -40 },
} as const;
export type Manner = keyof typeof MANNERS;

const LATE_MS = 150;

/**
 * What the engine is told about the words: nothing, when each begins, when each sentence does, or that a
 * little wrong.
 */
export const TRANSCRIPTS = {
	"no transcript": undefined,
	"word times": { extension: "vtt", text: (sentences: Timeline["sentences"]) => vttOf(sentences) },
	"sentence times": { extension: "srt", text: (sentences: Timeline["sentences"]) => srtOf(sentences) },
	"times off by up to 150 ms": {
		extension: "srt",
		text: (sentences: Timeline["sentences"]) => {
			const chance = chanceOf(sentences.length);
			return srtOf(sentences, () => chance.between(-LATE_MS, LATE_MS));
		},
	},
} as const;
export type Told = keyof typeof TRANSCRIPTS;

/** Talk of so many sentences. */
export async function talkOf(
	given: { readonly seed: number; readonly manner: Manner; readonly sentences: number },
	speaker: Speaker,
): Promise<Timeline> {
	const chance = chanceOf(given.seed);
	const { pause, noiseDb } = MANNERS[given.manner];
	const texts = Array.from({ length: given.sentences }, () => ordinary(chance));
	const heard = [];
	for (const [at, text] of texts.entries()) {
		const said = await speaker.say(text, VOICES[Math.floor(at / 9 + given.seed) % 2] ?? "slt");
		heard.push({ said, pauseMs: Math.round(chance.between(pause[0], pause[1])) });
	}
	return timelineOf(heard, { seed: given.seed, noiseDb });
}

export interface Edges {
	readonly clips: number;
	/** Where a clip begins or ends inside a word, by how many milliseconds at least. */
	readonly inside: readonly { readonly word: string; readonly atMs: number; readonly byMs: number }[];
}

/** Finds clips in the video of a talk and holds their edges against the true times of the words. */
export async function edgesIn(
	timeline: Timeline,
	given: {
		readonly engine: Engine;
		readonly file: string;
		readonly told: Told;
		readonly seconds: { readonly min: number; readonly max: number };
	},
): Promise<Edges> {
	const { file } = given;
	const { clips } = await given.engine.analyze(
		{
			file,
			...(await transcriptIn(file, { timeline, told: given.told })),
			title: "Talk",
			seconds: given.seconds,
			limit: 20,
			more: true,
		},
		{ signal: AbortSignal.timeout(120_000), progress: () => {} },
	);
	const words = timeline.sentences.flat();
	const inside = clips.flatMap(({ beginMs, endMs }) =>
		[beginMs, endMs].flatMap((atMs) =>
			words
				.filter((word) => atMs > word.begin && atMs < word.end)
				.map((word) => ({ word: word.text, atMs, byMs: Math.min(atMs - word.begin, word.end - atMs) })),
		),
	);
	return { clips: clips.length, inside };
}

async function transcriptIn(
	file: string,
	given: { readonly timeline: Timeline; readonly told: Told },
): Promise<{ readonly transcript?: string }> {
	const told = TRANSCRIPTS[given.told];
	if (told === undefined) return {};
	const transcript = `${file}.${told.extension}`;
	await writeFile(transcript, told.text(given.timeline.sentences));
	return { transcript };
}
