import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { chanceOf } from "./chance.ts";
import { RATE, type Said, type TimedWord } from "./voice.ts";

const call = promisify(execFile);
const SPOKEN_DB = -20;
const LIMIT_MS = 120_000;

/** One thing heard: speech or another sound, how much louder than the rest, and the silence after it. */
export interface Heard {
	readonly said: Said;
	readonly louderDb?: number;
	readonly pauseMs: number;
}

/** A made sound and where in it things are, in milliseconds. */
export interface Timeline {
	readonly samples: Float32Array;
	/** For each thing heard, its begin and end. */
	readonly spans: readonly { readonly begin: number; readonly end: number }[];
	readonly sentences: readonly (readonly TimedWord[])[];
	readonly durationMs: number;
}

/**
 * Puts things one after the other, all equally loud (-20 dB over their whole length) but for `louderDb`, over
 * a faint noise.
 */
export function timelineOf(
	heard: readonly Heard[],
	given: { readonly seed: number; readonly noiseDb: number },
): Timeline {
	const lengths = heard.map((each) => each.said.samples.length + Math.round((each.pauseMs * RATE) / 1000));
	const samples = noise(
		lengths.reduce((sum, length) => sum + length, RATE),
		given,
	);
	let from = Math.round(RATE / 2);
	const placed = heard.map((each, at) => {
		const begin = (from * 1000) / RATE;
		const gain = 10 ** ((SPOKEN_DB + (each.louderDb ?? 0)) / 20) / Math.max(1e-6, level(each.said.samples));
		for (const [index, sample] of each.said.samples.entries())
			samples[from + index] = (samples[from + index] ?? 0) + gain * sample;
		from += lengths[at] ?? 0;
		const words = each.said.words.map((word) => ({
			...word,
			begin: word.begin + begin,
			end: word.end + begin,
		}));
		return { span: { begin, end: begin + (each.said.samples.length * 1000) / RATE }, words };
	});
	const sentences = placed.map((each) => each.words).filter((words) => words.length > 0);
	return {
		samples,
		spans: placed.map((each) => each.span),
		sentences,
		durationMs: (samples.length * 1000) / RATE,
	};
}

/** Laughter as a machine hears it: breaths of noise, five a second, fading. */
export function laughter(seed: number): Said {
	const chance = chanceOf(seed);
	const seconds = chance.between(1.6, 2.8);
	const samples = Float32Array.from({ length: Math.round(seconds * RATE) }, (_, at) => {
		const time = at / RATE;
		const breath = Math.max(0, Math.sin(2 * Math.PI * 4.6 * time)) ** 0.7;
		const voice = 0.35 * Math.sin(2 * Math.PI * 320 * time);
		return breath * (1 - (0.6 * time) / seconds) * (0.65 * (2 * chance.next() - 1) + voice);
	});
	return { samples, words: [] };
}

/** Writes the sound with a plain moving picture as a video. `ffmpeg`: its path. */
export async function writeVideo(file: string, timeline: Timeline, ffmpeg: string): Promise<void> {
	const sound = `${file}.pcm`;
	await writeFile(sound, pcmOf(timeline));
	const picture = ["-f", "lavfi", "-i", `testsrc=s=160x90:r=5:d=${(timeline.durationMs / 1000).toFixed(3)}`];
	const coding = [
		"-c:v",
		"libx264",
		"-preset",
		"ultrafast",
		"-pix_fmt",
		"yuv420p",
		"-c:a",
		"aac",
		"-b:a",
		"96k",
	];
	const input = ["-f", "s16le", "-ar", String(RATE), "-ac", "1", "-i", sound];
	await call(
		ffmpeg,
		["-hide_banner", "-nostdin", "-loglevel", "error", "-y", ...picture, ...input, ...coding, file],
		{ timeout: LIMIT_MS },
	);
}

/** The sound as 16-bit samples. */
export function pcmOf({ samples }: Timeline): Int16Array {
	return Int16Array.from(samples, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample))));
}

/** A transcript with one block a sentence; `late` moves each by so many milliseconds. */
export function srtOf(sentences: Timeline["sentences"], late: () => number = () => 0): string {
	return sentences
		.map((words, at) => {
			const moved = late();
			const times = `${stamp((words[0]?.begin ?? 0) + moved)} --> ${stamp((words.at(-1)?.end ?? 0) + moved)}`;
			return `${at + 1}\n${times}\n${words.map((word) => word.text).join(" ")}\n`;
		})
		.join("\n");
}

/** The same with the time of every word inside. */
export function vttOf(sentences: Timeline["sentences"]): string {
	const blocks = sentences.map((words) => {
		const text = words
			.map((word, at) => `${at === 0 ? "" : `<${stamp(word.begin, ".")}>`}${word.text}`)
			.join(" ");
		return `${stamp(words[0]?.begin ?? 0, ".")} --> ${stamp(words.at(-1)?.end ?? 0, ".")}\n${text}\n`;
	});
	return `WEBVTT\n\n${blocks.join("\n")}`;
}

function stamp(ms: number, point = ","): string {
	return new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23).replace(".", point);
}

function noise(
	length: number,
	{ seed, noiseDb }: { readonly seed: number; readonly noiseDb: number },
): Float32Array {
	const chance = chanceOf(seed);
	const most = Math.sqrt(3) * 10 ** (noiseDb / 20);
	return Float32Array.from({ length }, () => most * (2 * chance.next() - 1));
}

function level(samples: Float32Array): number {
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}
