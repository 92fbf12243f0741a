import { createRequire } from "node:module";
import type { Delivery, Voices } from "./espeak.ts";
import { kept } from "./kept.ts";
import { RATE, type Said, type TimedWord } from "./voice.ts";

/** Which voice of flite, and how much higher and quicker it is than that. */
const VOICES = [
	{ name: "slt", higher: 1 },
	{ name: "rms", higher: 1 },
	{ name: "awb", higher: 1 },
	{ name: "slt", higher: 0.95 },
	{ name: "rms", higher: 1.05 },
	{ name: "awb", higher: 1.04 },
	{ name: "rms", higher: 0.96 },
] as const;
/** What is said faster sounds higher: recognisers stand little of it. */
const FASTER = 0.4;
const LIFTED = 0.00125;

/** A token's words are said from here to there. */
const FIRST = "daughter1.R:SylStructure.daughter1.daughter1.R:Segment.p.end";
const LAST = "daughtern.R:SylStructure.daughtern.daughtern.end";

/**
 * The voices of flite, which recognisers understand as they do people: the library that ffmpeg comes with, as
 * it tells when each word is said. `binding`: the file of koffi. Undefined: it is not there.
 */
export function fliteVoices(binding: string, folder: string): Voices | undefined {
	const speak = libraryOf(binding);
	if (!speak) return undefined;
	return {
		name: "flite",
		say: async (text, delivery) => {
			const { name, higher } = VOICES[delivery.voice % VOICES.length] ?? VOICES[0];
			const said = await kept(folder, ["flite", name, text], async () => bytesOf(speak(name, text)));
			return quicker(saidIn(said), higher * quickness(delivery));
		},
	};
}

function quickness({ pace, lift }: Delivery): number {
	return pace ** FASTER * (1 + LIFTED * lift);
}

/** As a tape that runs faster: higher too. */
function quicker({ samples, words }: Said, times: number): Said {
	const at = (place: number) => {
		const first = Math.floor(place);
		const before = samples[first] ?? 0;
		return before + (place - first) * ((samples[first + 1] ?? before) - before);
	};
	return {
		samples: Float32Array.from({ length: Math.floor(samples.length / times) }, (_, each) => at(each * times)),
		words: words.map(({ text, begin, end }) => ({ text, begin: begin / times, end: end / times })),
	};
}

type Native = (...given: readonly unknown[]) => unknown;
interface Koffi {
	readonly load: (path: string) => { readonly func: (declaration: string) => Native };
	readonly decode: (...given: readonly unknown[]) => unknown;
	readonly array: (type: string, length: number, hint: string) => unknown;
}
interface Spoken {
	readonly samples: Int16Array;
	readonly words: readonly TimedWord[];
}

function libraryOf(binding: string): ((voice: string, text: string) => Spoken) | undefined {
	try {
		const koffi = createRequire(import.meta.url)(binding) as Koffi;
		const { func } = koffi.load("libflite.so.1");
		func("int flite_init()")();
		const voices = new Map(
			[...new Set(VOICES.map(({ name }) => name))].map((name) => [
				name as string,
				koffi.load(`libflite_cmu_us_${name}.so.1`).func(`void *register_cmu_us_${name}(const char *)`)(null),
			]),
		);
		const synthesise = func("void *flite_synth_text(const char *, void *)");
		const free = func("void delete_utterance(void *)");
		const read = readerOf(koffi, func);
		return (voice, text) => {
			const utterance = synthesise(text, voices.get(voice));
			const spoken = read(utterance, text.split(" "));
			free(utterance);
			return spoken;
		};
	} catch {
		return undefined;
	}
}

function readerOf(koffi: Koffi, func: (declaration: string) => Native) {
	const waveOf = func("void *utt_wave(void *)");
	const relation = func("void *utt_relation(void *, const char *)");
	const head = func("void *relation_head(void *)");
	const next = func("void *item_next(void *)");
	const secondsIn = func("float ffeature_float(void *, const char *)");
	return (utterance: unknown, words: readonly string[]): Spoken => {
		const wave = waveOf(utterance);
		const [rate, length] = [8, 12].map((offset) => Number(koffi.decode(wave, offset, "int")));
		if (rate !== RATE) throw new Error("flite gave another sample rate than expected");
		const samples = koffi.decode(
			koffi.decode(wave, 24, "void *"),
			koffi.array("short", length ?? 0, "Typed"),
		) as Int16Array;
		const times: TimedWord[] = [];
		for (let token = head(relation(utterance, "Token")); token; token = next(token))
			times.push({
				text: words[times.length] ?? "",
				begin: 1000 * Number(secondsIn(token, FIRST)),
				end: 1000 * Number(secondsIn(token, LAST)),
			});
		if (times.length !== words.length)
			throw new Error(`the words of "${words.join(" ")}" cannot be told apart`);
		return withoutEdges({ samples: samples.slice(), words: times });
	};
}

function withoutEdges({ samples, words }: Spoken): Spoken {
	const [begin, end] = [words[0]?.begin ?? 0, words.at(-1)?.end ?? 0];
	const at = (ms: number) => Math.round((ms * RATE) / 1000);
	return {
		samples: samples.slice(at(begin), at(end)),
		words: words.map((word) => ({ ...word, begin: word.begin - begin, end: word.end - begin })),
	};
}

function bytesOf({ samples, words }: Spoken): Buffer {
	const head = Buffer.from(`${JSON.stringify(words)}\n`);
	return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

function saidIn(bytes: Buffer): Said {
	const from = bytes.indexOf("\n") + 1;
	const count = (bytes.length - from) >> 1;
	return {
		samples: Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(from + 2 * at) / 32_768),
		words: JSON.parse(bytes.toString("utf8", 0, from)) as readonly TimedWord[],
	};
}
