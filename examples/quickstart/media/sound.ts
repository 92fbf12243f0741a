/**
 * The sound of the talk: flite's voices placed on a timeline, soft chords and applause. One
 * channel, 16 kHz, whole samples.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Section, Speaker, View } from "./talk.ts";

export const RATE = 16_000;
const LEAD = 0.6;
const BETWEEN_SECTIONS = 1.3;
const BETWEEN_CUES = 0.16;
const REST = 0.6;
const CUT_BEFORE_LINE = 0.22;
const VOICES: Readonly<Record<Speaker, readonly string[]>> = {
	mara: ["-voice", "slt", "--setf", "duration_stretch=1.06"],
	tom: ["-voice", "rms", "--setf", "duration_stretch=1.04"],
};

/** All times in seconds from the start. */
export interface Cue {
	readonly who: Speaker;
	readonly text: string;
	readonly from: number;
	readonly to: number;
}

export interface Shot {
	readonly view: View;
	readonly section: number;
	readonly who: Speaker;
	readonly from: number;
	readonly to: number;
}

export interface Timeline {
	readonly cues: readonly Cue[];
	readonly shots: readonly Shot[];
	readonly seconds: number;
	/** -1 to 1. */
	readonly samples: Float32Array;
}

interface Placed {
	readonly at: number;
	readonly samples: Float32Array;
}

/** Says every line and lays out when what is heard and seen. */
export function timelineOf(talk: readonly Section[]): Timeline {
	const cues: Cue[] = [];
	const cuts: Omit<Shot, "to">[] = [];
	const sounds: Placed[] = [];
	let now = LEAD;
	for (const [section, { lines, music }] of talk.entries()) {
		const start = now;
		for (const line of lines) {
			if (line.show)
				cuts.push({
					view: line.show,
					section,
					who: line.who,
					from: cuts.length === 0 ? 0 : now - CUT_BEFORE_LINE,
				});
			for (const text of line.say.split("|").map((part) => part.trim())) {
				const samples = spoken(line.who, text);
				cues.push({ who: line.who, text, from: now, to: now + samples.length / RATE });
				sounds.push({ at: now, samples });
				now += samples.length / RATE + BETWEEN_CUES;
			}
			now += (line.rest ?? REST) - BETWEEN_CUES;
			if (line.applause) sounds.push({ at: now - 0.2, samples: applause(line.applause) });
			now += line.applause ?? 0;
		}
		now += BETWEEN_SECTIONS;
		if (music) sounds.push({ at: Math.max(0, start - BETWEEN_SECTIONS), samples: chords(now - start + 0.4) });
	}
	const shots = cuts.map((cut, index) => ({ ...cut, to: cuts[index + 1]?.from ?? now }));
	return { cues, shots, seconds: now, samples: mixed(sounds, now) };
}

/** A WAV file with one channel of 16-bit samples. */
export function wavOf(samples: Float32Array): Buffer {
	const file = Buffer.alloc(44 + samples.length * 2);
	file.write("RIFF", 0);
	file.writeUInt32LE(36 + samples.length * 2, 4);
	file.write("WAVEfmt ", 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(RATE, 24);
	file.writeUInt32LE(RATE * 2, 28);
	file.writeUInt16LE(2, 32);
	file.writeUInt16LE(16, 34);
	file.write("data", 36);
	file.writeUInt32LE(samples.length * 2, 40);
	for (const [index, value] of samples.entries())
		file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), 44 + index * 2);
	return file;
}

function spoken(who: Speaker, text: string): Float32Array {
	const folder = mkdtempSync(join(tmpdir(), "talk-"));
	try {
		writeFileSync(join(folder, "say.txt"), text);
		execFileSync("flite", [...VOICES[who], "-f", join(folder, "say.txt"), "-o", join(folder, "said.wav")]);
		return levelled(trimmed(samplesOf(readFileSync(join(folder, "said.wav")))));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function samplesOf(wav: Buffer): Float32Array {
	const start = wav.indexOf("data") + 8;
	if (wav.readUInt32LE(24) !== RATE) throw new Error("flite gave another sample rate than expected");
	return Float32Array.from(
		{ length: (wav.length - start) >> 1 },
		(_, index) => wav.readInt16LE(start + index * 2) / 32_768,
	);
}

/** Cuts the silence flite puts around its speech, so that a cue's times are those of the words. */
function trimmed(samples: Float32Array): Float32Array {
	const loud = (value: number) => Math.abs(value) > 0.012;
	const first = samples.findIndex(loud);
	const last = samples.findLastIndex(loud);
	return samples.subarray(Math.max(0, first - RATE * 0.02), Math.min(samples.length, last + RATE * 0.04));
}

function levelled(samples: Float32Array): Float32Array {
	const rms = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
	const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
	const gain = Math.min(0.13 / rms, 0.92 / peak);
	return samples.map((value) => value * gain);
}

/** Four soft chords in turn, five seconds each, far below the voice. */
function chords(seconds: number): Float32Array {
	const turns = [
		[220, 277.18, 329.63],
		[196, 246.94, 293.66],
		[174.61, 220, 261.63],
		[164.81, 207.65, 246.94],
	];
	return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, index) => {
		const t = index / RATE;
		const swell = Math.sin((Math.PI * (t % 5)) / 5) ** 2;
		const edge = Math.min(1, t / 1.5, (seconds - t) / 1.5);
		const notes = turns[Math.floor(t / 5) % turns.length] ?? [];
		return (
			0.014 *
			edge *
			swell *
			notes.reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * t) + 0.4 * Math.sin(Math.PI * hz * t), 0)
		);
	});
}

/** Many short claps at random moments that are the same in every run. */
function applause(seconds: number): Float32Array {
	const samples = new Float32Array(Math.round(seconds * RATE));
	const random = randomFrom(7);
	for (let clap = 0; clap < seconds * 130; clap++) {
		const at = random() * (seconds - 0.05);
		const swell = Math.min(1, at / 0.25, (seconds - at) / (seconds * 0.6));
		const loudness = swell * (0.03 + 0.07 * random());
		for (let i = 0, low = 0; i < RATE * 0.012; i++) {
			low += 0.45 * (random() * 2 - 1 - low);
			const index = Math.floor(at * RATE) + i;
			samples[index] = (samples[index] ?? 0) + low * loudness * Math.exp(-i / (RATE * 0.003));
		}
	}
	return samples;
}

function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

function mixed(sounds: readonly Placed[], seconds: number): Float32Array {
	const mix = new Float32Array(Math.ceil(seconds * RATE));
	for (const { at, samples } of sounds) {
		const start = Math.round(at * RATE);
		for (const [index, value] of samples.entries()) {
			if (start + index < mix.length) mix[start + index] = (mix[start + index] ?? 0) + value;
		}
	}
	return mix;
}
