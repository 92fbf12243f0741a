import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { chanceOf } from "./chance.ts";

const call = promisify(execFile);

/** Samples a second of everything that is made here. */
export const RATE = 16_000;
export const VOICES = ["slt", "rms"] as const;
export type VoiceName = (typeof VOICES)[number];

/** A word and when it sounds, in milliseconds. */
export interface TimedWord {
	readonly text: string;
	readonly begin: number;
	readonly end: number;
}

/** Speech without silence around it, -1 to 1, and the exact times of its words. */
export interface Said {
	readonly samples: Float32Array;
	readonly words: readonly TimedWord[];
}

export interface Speaker {
	readonly name: string;
	say(text: string, voice: VoiceName): Promise<Said>;
}

/**
 * The program flite where there is one, else bursts of sound in the rhythm of words. `folder` takes what is
 * made in between.
 */
export async function speakerIn(folder: string): Promise<Speaker> {
	const there = await call("flite", ["-lv"]).then(
		({ stdout }) => VOICES.every((voice) => stdout.includes(voice)),
		() => false,
	);
	return there ? fliteIn(folder) : { name: "bursts of sound", say: async (text) => bursts(text) };
}

interface Phone {
	readonly name: string;
	readonly begin: number;
	readonly end: number;
}

/** flite tells when each phone ends; how many belong to a word, it tells when it says the word alone. */
function fliteIn(folder: string): Speaker {
	const counts = new Map<string, Promise<number>>();
	const said = new Map<string, Promise<Said>>();
	const countOf = (word: string, voice: VoiceName) => {
		const key = `${voice} ${word}`;
		const known =
			counts.get(key) ??
			call("flite", ["-voice", voice, "-ps", "-t", word, "none"]).then(
				({ stdout }) => phonesIn(stdout).length,
			);
		counts.set(key, known);
		return known;
	};
	const fresh = async (text: string, voice: VoiceName): Promise<Said> => {
		const file = join(folder, `said-${said.size}.wav`);
		const { stdout } = await call("flite", ["-voice", voice, "-psdur", "-t", text, "-o", file]);
		const words = text.split(" ");
		const lengths = await Promise.all(words.map((word) => countOf(word.replace(/[^\w']/g, ""), voice)));
		return withoutEdges(samplesOf(await readFile(file)), timed(words, lengths, phonesIn(stdout)));
	};
	return {
		name: "flite",
		say: (text, voice) => {
			const key = `${voice} ${text}`;
			const known = said.get(key) ?? fresh(text, voice);
			said.set(key, known);
			return known;
		},
	};
}

/** Phones with their times, without the pauses. `-ps` gives no times. */
function phonesIn(said: string): readonly Phone[] {
	let begin = 0;
	const all = said
		.trim()
		.split(/\s+/)
		.map((piece) => {
			const [name = "", end = "0"] = piece.split(":");
			const phone = { name, begin, end: Number(end) * 1000 };
			begin = phone.end;
			return phone;
		});
	return all.filter((phone) => phone.name !== "pau");
}

function timed(
	words: readonly string[],
	lengths: readonly number[],
	phones: readonly Phone[],
): readonly TimedWord[] {
	let from = 0;
	const found = words.map((text, at) => {
		const first = phones[from];
		from += lengths[at] ?? 0;
		const last = phones[from - 1];
		return { text, begin: first?.begin ?? 0, end: last?.end ?? 0 };
	});
	if (from !== phones.length)
		throw new Error(
			`the words of "${words.join(" ")}" cannot be told apart: ${from} phones instead of ${phones.length}`,
		);
	return found;
}

function samplesOf(wav: Buffer): Float32Array {
	if (wav.readUInt32LE(24) !== RATE) throw new Error("flite gave another sample rate than expected");
	const from = wav.indexOf("data") + 8;
	return Float32Array.from(
		{ length: (wav.length - from) >> 1 },
		(_, at) => wav.readInt16LE(from + 2 * at) / 32_768,
	);
}

function withoutEdges(samples: Float32Array, words: readonly TimedWord[]): Said {
	const begin = words[0]?.begin ?? 0;
	const end = words.at(-1)?.end ?? 0;
	const at = (ms: number) => Math.round((ms * RATE) / 1000);
	return {
		samples: samples.slice(at(begin), at(end)),
		words: words.map((word) => ({ ...word, begin: word.begin - begin, end: word.end - begin })),
	};
}

/** A buzz for each word, a swell for each of its syllables, hardly a break between them. */
export function bursts(text: string): Said {
	const words = text.split(" ");
	const pieces: number[] = [];
	const times: TimedWord[] = [];
	for (const word of words) {
		const chance = chanceOf([...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
		const begin = (pieces.length * 1000) / RATE;
		const syllables = Math.max(1, word.match(/[aeiouy]+|\d/gi)?.length ?? 1);
		for (let at = 0; at < syllables; at++)
			pieces.push(...syllable({ pitch: chance.between(110, 190), seconds: chance.between(0.12, 0.2) }));
		times.push({ text: word, begin, end: (pieces.length * 1000) / RATE });
		pieces.push(
			...new Array<number>(
				Math.round((RATE * (/[,;]$/.test(word) ? 150 : chance.between(0, 25))) / 1000),
			).fill(0),
		);
	}
	const end = Math.round(((times.at(-1)?.end ?? 0) * RATE) / 1000);
	return { samples: Float32Array.from(pieces.slice(0, end)), words: times };
}

function syllable({
	pitch,
	seconds,
}: {
	readonly pitch: number;
	readonly seconds: number;
}): readonly number[] {
	return Array.from({ length: Math.round(seconds * RATE) }, (_, at) => {
		const time = at / RATE;
		const voice = [1, 2, 3, 5].reduce(
			(sum, harmonic) => sum + Math.sin(2 * Math.PI * pitch * harmonic * time) / harmonic,
			0,
		);
		return 0.3 * voice * Math.sin((Math.PI * time) / seconds) ** 0.5;
	});
}
