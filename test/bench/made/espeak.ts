import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chanceOf } from "./chance.ts";
import { bursts, RATE, type Said, type TimedWord } from "./voice.ts";

const call = promisify(execFile);
/** Five voices and more: names of espeak-ng, words a minute, pitch. */
const VOICES = [
	{ name: "en-us+f3", rate: 185, pitch: 52 },
	{ name: "en-gb+m3", rate: 175, pitch: 40 },
	{ name: "en-us+m7", rate: 200, pitch: 35 },
	{ name: "en-gb-scotland+f2", rate: 190, pitch: 60 },
	{ name: "en-029+m1", rate: 165, pitch: 48 },
	{ name: "en-gb-x-rp+f5", rate: 205, pitch: 45 },
	{ name: "en-us+f1", rate: 180, pitch: 44 },
] as const;
export const VOICE_COUNT = VOICES.length;

/** How something is said. */
export interface Delivery {
	/** Which voice, from 0. */
	readonly voice: number;
	/** Share of the usual pace; 1 is usual. */
	readonly pace: number;
	/** Points of pitch above the usual. */
	readonly lift: number;
}

/** Says a text; the times of its words are exact. */
export interface Voices {
	readonly name: string;
	say(text: string, delivery: Delivery): Promise<Said>;
}

/** Hundredths of a second that are put between words, so that each can be told from the next. */
const APART = 45;
const LEAST_MS = 90;
const SILENT = 30;

/** The voices of espeak-ng where it is installed, else bursts of sound in the rhythm of words. */
export async function voicesHere(): Promise<Voices> {
	const there = await call("espeak-ng", ["--version"]).then(
		() => true,
		() => false,
	);
	if (!there)
		return { name: "bursts of sound, as espeak-ng is not installed", say: async (text) => bursts(text) };
	const said = new Map<string, Promise<Said>>();
	return {
		name: "espeak-ng",
		say: (text, delivery) => {
			const key = JSON.stringify([text, delivery]);
			const known = said.get(key) ?? speak(text, delivery);
			said.set(key, known);
			return known;
		},
	};
}

async function speak(text: string, { voice, pace, lift }: Delivery): Promise<Said> {
	const { name, rate, pitch } = VOICES[voice % VOICES.length] ?? VOICES[0];
	const args = ["-v", name, "-s", String(Math.round(rate * pace)), "-p", String(pitch + lift)];
	const { stdout } = await call(
		"espeak-ng",
		[...args, "-g", String(Math.round(APART * Math.max(1, pace) ** 2)), "--stdout", "--", text],
		{
			encoding: "buffer",
			maxBuffer: 64 * 1024 * 1024,
		},
	);
	return joined(text, piecesOf(samplesOf(stdout), text.split(" ")));
}

/** 16-bit samples of a WAV at our rate. */
function samplesOf(wav: Buffer): Float32Array {
	const rate = wav.readUInt32LE(24);
	const from = wav.indexOf("data") + 8;
	const count = (wav.length - from) >> 1;
	const at = (index: number) => (index < count ? wav.readInt16LE(from + 2 * index) : 0) / 32_768;
	return Float32Array.from({ length: Math.floor((count * RATE) / rate) }, (_, index) => {
		const place = (index * rate) / RATE;
		const first = Math.floor(place);
		return at(first) + (place - first) * (at(first + 1) - at(first));
	});
}

interface Piece {
	readonly sound: Float32Array;
	/** Usually one word; "of the" is spoken as one. */
	readonly words: readonly string[];
}

/** The pieces between silences, and which words each holds. */
function piecesOf(samples: Float32Array, words: readonly string[]): readonly Piece[] {
	const sounds: { begin: number; end: number }[] = [];
	for (let at = 0; at < samples.length; at += 1) {
		if (Math.abs(samples[at] ?? 0) * 32_768 <= SILENT) continue;
		const last = sounds.at(-1);
		if (last && at - last.end < (RATE * LEAST_MS) / 1000) last.end = at + 1;
		else sounds.push({ begin: at, end: at + 1 });
	}
	while (sounds.length > words.length) joinNearest(sounds);
	return shared(
		sounds.map(({ begin, end }) => samples.subarray(begin, end)),
		words,
	);
}

/** A silence inside a word is shorter than those between words. */
function joinNearest(sounds: { begin: number; end: number }[]): void {
	const gaps = sounds.slice(1).map(({ begin }, at) => begin - (sounds[at]?.end ?? 0));
	const at = gaps.indexOf(Math.min(...gaps));
	const [first, second] = [sounds[at], sounds[at + 1]];
	if (first && second) sounds.splice(at, 2, { begin: first.begin, end: second.end });
}

const MOST_JOINED = 3;
const LONG_WORD = 100;

/** The words in order over the sounds, such that long sounds get long words; only short words are joined. */
function shared(sounds: readonly Float32Array[], words: readonly string[]): readonly Piece[] {
	const letters = (from: number, to: number) => words.slice(from, to).join("").length + 1;
	const each = sounds.reduce((sum, sound) => sum + sound.length, 0) / letters(0, words.length);
	const known = new Map<string, { cost: number; counts: readonly number[] }>();
	const best = (sound: number, word: number): { cost: number; counts: readonly number[] } => {
		if (sound === sounds.length)
			return { cost: word === words.length ? 0 : Number.POSITIVE_INFINITY, counts: [] };
		const key = `${sound} ${word}`;
		const before = known.get(key);
		if (before) return before;
		let found: { cost: number; counts: readonly number[] } = { cost: Number.POSITIVE_INFINITY, counts: [] };
		for (let count = 1; count <= MOST_JOINED && word + count <= words.length; count += 1) {
			const rest = best(sound + 1, word + count);
			const off = (sounds[sound]?.length ?? 0) / each - letters(word, word + count);
			const long = count > 1 && words.slice(word, word + count).some((text) => text.length > 5);
			const cost = rest.cost + off * off + (long ? LONG_WORD : 0);
			if (cost < found.cost) found = { cost, counts: [count, ...rest.counts] };
		}
		known.set(key, found);
		return found;
	};
	const { counts } = best(0, 0);
	let from = 0;
	return counts.map((count, at) => {
		from += count;
		return { sound: sounds[at] ?? new Float32Array(), words: words.slice(from - count, from) };
	});
}

/** The words one after the other as people say them: hardly a break but for a comma. */
function joined(text: string, all: readonly Piece[]): Said {
	if (all.length === 0) throw new Error(`the words of "${text}" cannot be told apart`);
	const chance = chanceOf(text.length);
	const times: TimedWord[] = [];
	const sounds: Float32Array[] = [];
	let at = 0;
	for (const [index, { sound, words }] of all.entries()) {
		const letters = words.join("").length;
		for (const word of words) {
			const begin = times.length > 0 && word !== words[0] ? (times.at(-1)?.end ?? 0) : (at * 1000) / RATE;
			times.push({ text: word, begin, end: begin + (sound.length * 1000 * word.length) / RATE / letters });
		}
		const comma = /[.,;:!?]$/.test(words.at(-1) ?? "");
		const breakMs = index === all.length - 1 ? 0 : comma ? chance.between(120, 260) : chance.between(0, 30);
		const silence = new Float32Array(Math.round((RATE * breakMs) / 1000));
		sounds.push(sound, silence);
		at += sound.length + silence.length;
	}
	const samples = new Float32Array(at);
	let from = 0;
	for (const sound of sounds) {
		samples.set(sound, from);
		from += sound.length;
	}
	return { samples, words: times };
}
