import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SAMPLE_RATE } from "./protocol.ts";
import { configured } from "./vosk-config.ts";
import type { VoskModel, VoskSession } from "./vosk-port.ts";

/** What is used of the library: classes of C++, a heap, and a file system in memory. */
interface Vosk {
	readonly SetLogLevel: (level: number) => void;
	readonly Model: new (folder: string) => object;
	readonly Recognizer: new (model: object, rate: number, grammar?: string) => Recognizer;
	readonly FS: {
		mkdir(path: string): void;
		writeFile(path: string, bytes: Uint8Array, options: { readonly canOwn: boolean }): void;
		unlink(path: string): void;
	};
	/** Replaced whenever the heap grows. */
	readonly HEAPF32: Float32Array;
	_malloc(bytes: number): number;
	_free(address: number): void;
}

interface Recognizer {
	SetWords(wanted: boolean): void;
	AcceptWaveform(address: number, samples: number): boolean;
	Result(): string;
	FinalResult(): string;
	delete(): void;
}

const FLOAT_BYTES = 4;
const PACKED = /createBase64WorkerFactory\('([A-Za-z0-9+/=]+)'/;

/** The recogniser as WebAssembly, out of a script made for browsers. */
export async function wasmVosk(model: string, file: (role: string) => string): Promise<VoskModel> {
	const vosk = await libraryIn(await readFile(file("script"), "utf8"));
	vosk.SetLogLevel(-1);
	const copied = await copyInto(vosk, model, "/model");
	const loaded = new vosk.Model("/model");
	// It is in the heap now: the copy is twice as much memory for nothing.
	for (const path of copied) vosk.FS.unlink(path);
	return {
		start: (phrases) => {
			const recognizer = phrases
				? new vosk.Recognizer(loaded, SAMPLE_RATE, JSON.stringify(phrases))
				: new vosk.Recognizer(loaded, SAMPLE_RATE);
			recognizer.SetWords(true);
			return sessionOf(vosk, recognizer);
		},
		// Its heap never shrinks; what is freed in it is used again.
		trim: () => {},
	};
}

/**
 * The library as such: the script packs it into a worker that takes models from addresses, and keeps it
 * there.
 */
async function libraryIn(script: string): Promise<Vosk> {
	const packed = PACKED.exec(script)?.[1];
	if (packed === undefined) throw new Error("the recogniser's script is not the one that is known");
	const worker = Buffer.from(packed, "base64")
		.toString("utf8")
		.replace("new RecognizerWorker();", "exports.load = LoadVosk;");
	const place = { href: "file:///" };
	const load = new Function("self", "location", `${worker}\nreturn worker_code.load;`)(
		{ CURRENT_SCRIPT: place.href, location: place },
		place,
	) as (given: object) => Promise<Vosk>;
	return load({ print: () => {}, printErr: () => {} });
}

/** Copies a folder into the file system in memory. Gives the files' paths there. */
async function copyInto(vosk: Vosk, from: string, to: string): Promise<readonly string[]> {
	vosk.FS.mkdir(to);
	const copied: string[] = [];
	for (const entry of await readdir(from, { withFileTypes: true })) {
		const path = `${to}/${entry.name}`;
		if (entry.isDirectory()) copied.push(...(await copyInto(vosk, join(from, entry.name), path)));
		else {
			const bytes = configured(entry.name, await readFile(join(from, entry.name)));
			vosk.FS.writeFile(path, bytes, { canOwn: true });
			copied.push(path);
		}
	}
	return copied;
}

function sessionOf(vosk: Vosk, recognizer: Recognizer): VoskSession {
	let [address, room] = [0, 0];
	const place = (samples: number) => {
		if (samples > room) {
			vosk._free(address);
			[address, room] = [vosk._malloc(samples * FLOAT_BYTES), samples];
		}
		return address;
	};
	return {
		accept: (piece) => {
			const samples = Math.floor(piece.length / 2);
			const at = place(samples) / FLOAT_BYTES;
			for (let each = 0; each < samples; each += 1) vosk.HEAPF32[at + each] = piece.readInt16LE(2 * each);
			return recognizer.AcceptWaveform(address, samples);
		},
		result: () => recognizer.Result(),
		last: () => recognizer.FinalResult(),
		close: () => {
			recognizer.delete();
			vosk._free(address);
		},
	};
}
