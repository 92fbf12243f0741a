import type { Print } from "../../src/content/print.ts";
import { readPrint, readStreams } from "../../src/content/read.ts";
import { FFMPEG as ffmpeg, keptMedia } from "../builders/media.ts";

const ENCODED = [
	"-c:v",
	"libx264",
	"-preset",
	"ultrafast",
	"-pix_fmt",
	"yuv420p",
	"-c:a",
	"aac",
	"-aac_coder",
	"fast",
];

/** Numbers that look random, the same for each seed. */
function numbers(seed: number): () => number {
	let state = seed * 2_654_435_761 + 12_345;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
		return state / 2 ** 32;
	};
}

/**
 * Samples of something like speech, 16-bit mono at 8 kHz: syllables of a voice whose formants move, with
 * pauses.
 */
export function speech(seed: number, seconds: number): Buffer {
	const next = numbers(seed);
	const total = seconds * 8_000;
	const bytes = Buffer.alloc(total * 2);
	for (let at = 0; at < total; ) {
		const length = Math.min(total - at, Math.floor(8_000 * (0.09 + 0.22 * next())));
		const pitch = 90 + 90 * next();
		const formants = [300 + 500 * next(), 900 + 900 * next(), 1_900 + 500 * next()];
		const loud = next() < 0.14 ? 0 : 0.4 + 0.6 * next();
		const gains = gainsOf(pitch, formants);
		for (let index = 0; index < length; index++) {
			const shape = Math.sin((Math.PI * index) / length);
			bytes.writeInt16LE(Math.round(9_000 * loud * shape * voice({ pitch, gains }, index)), 2 * (at + index));
		}
		at += length;
	}
	return bytes;
}

/** How loud each harmonic of a pitch is, the first one first. */
function gainsOf(pitch: number, formants: readonly number[]): readonly number[] {
	const gains: number[] = [];
	for (let hertz = pitch; hertz < 2_600; hertz += pitch)
		gains.push(formants.reduce((most, formant) => most + 1 / (1 + ((hertz - formant) / 90) ** 2), 0.02));
	return gains;
}

/** The sine of each multiple of an angle comes from the two before it. */
function voice(
	{ pitch, gains }: { readonly pitch: number; readonly gains: readonly number[] },
	index: number,
) {
	const angle = (2 * Math.PI * pitch * index) / 8_000;
	const turn = 2 * Math.cos(angle);
	let [before, sine, sum] = [0, Math.sin(angle), 0];
	for (const gain of gains) {
		sum += gain * sine;
		[before, sine] = [sine, turn * sine - before];
	}
	return sum / 4;
}

/** Chords that change each half second: music under a talk, or a jingle before it. */
export function music(seed: number, seconds: number): Buffer {
	const next = numbers(seed);
	const bytes = Buffer.alloc(seconds * 16_000);
	for (let begin = 0; begin < seconds * 8_000; begin += 4_000) {
		const tones = [220, 330, 440].map((tone) => tone * 2 ** (Math.floor(12 * next()) / 12));
		for (let index = 0; index < 4_000; index++) {
			const sum = tones.reduce((all, tone) => all + Math.sin((2 * Math.PI * tone * index) / 8_000), 0);
			bytes.writeInt16LE(Math.round(3_000 * sum), 2 * (begin + index));
		}
	}
	return bytes;
}

export const silence = (seconds: number): Buffer => Buffer.alloc(seconds * 16_000);

/** Filters of a picture that changes every few seconds, another one for each seed. */
export function slides(seed: number, seconds: number): readonly string[] {
	const next = numbers(seed + 77);
	const boxes = Array.from({ length: Math.ceil(seconds / 3) * 5 }, (_, at) => {
		const from = Math.floor(at / 5) * 3;
		const grey = Math.floor(40 + 200 * next())
			.toString(16)
			.padStart(2, "0");
		const [x, y, w, h] = [200 * next(), 100 * next(), 40 + 110 * next(), 30 + 60 * next()].map(Math.floor);
		return `drawbox=x=${x}:y=${y}:w=${w}:h=${h}:c=0x${grey}${grey}${grey}:t=fill:enable='between(t,${from},${from + 3})'`;
	});
	return ["-f", "lavfi", "-i", `color=c=0x505050:s=320x180:r=10:d=${seconds},${boxes.join(",")}`];
}

/** A picture that never changes. */
export const STILL = (seconds: number) => [
	"-f",
	"lavfi",
	"-i",
	`color=c=0x303030:s=320x180:r=10:d=${seconds}`,
];

/** Makes a file of a sound and a picture. */
export function made(sound: Buffer, picture: readonly string[]): string {
	const heard = ["-f", "s16le", "-ar", "8000", "-ac", "1", "-i", "pipe:0"];
	return keptMedia(".mp4", [...heard, ...picture, "-shortest", ...ENCODED, "-g", "30"], { input: sound });
}

/** Makes another file of one that nobody changes. `before` stands in front of the input. */
export function transformed(
	file: string,
	args: readonly string[],
	{ as, before = [] }: Transformation,
): string {
	return keptMedia(`.${as}`, [...before, "-i", file, ...args], { from: file });
}

/** What the file ends in, and what is said of the input. */
export interface Transformation {
	readonly as: "mp4" | "mkv" | "mov" | "webm" | "avi";
	readonly before?: readonly string[];
}

/** Reads everything of a file. */
export async function printed(file: string): Promise<Print> {
	const reader = { ffmpeg, signal: AbortSignal.timeout(300_000) };
	const streams = await readStreams(file, reader);
	return { ...(streams !== undefined && { streams }), ...(await readPrint(file, reader)) };
}
