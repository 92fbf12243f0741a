import { createRequire } from "node:module";
import { decoded } from "./decoded.ts";
import { BYTES_PER_MS, type Job, type Report, SAMPLE_RATE, utteranceFrom } from "./protocol.ts";

/** Larger pieces are decoded in fewer steps, which takes less time in all. */
const PIECE_BYTES = 4_000 * BYTES_PER_MS;

/** Recognises what is said. Runs in a process of its own: the library blocks, and may end it. */
export async function tellWords(job: Extract<Job, { kind: "words" }>, tell: (report: Report) => void): Promise<void> {
	const recogniser = openRecogniser(job);
	let ms = 0;
	for await (const piece of decoded(job.decoder, PIECE_BYTES)) {
		if (recogniser.accept(piece)) said(recogniser.result(), tell);
		ms += piece.length / BYTES_PER_MS;
		tell({ type: "at", ms });
	}
	said(recogniser.last(), tell);
}

function said(result: string, tell: (report: Report) => void): void {
	const words = utteranceFrom(result);
	if (words.length > 0) tell({ type: "words", words });
}

interface Recogniser {
	/** Whether a silence has ended what was being said. */
	readonly accept: (piece: Buffer) => boolean;
	readonly result: () => string;
	readonly last: () => string;
}

function openRecogniser({ binding, library, model }: Extract<Job, { kind: "words" }>): Recogniser {
	const vosk = openLibrary(binding, library);
	vosk("void vosk_set_log_level(int)")(-1);
	const loaded = vosk("void *vosk_model_new(const char *)")(model);
	if (!loaded) throw new Error("the model of the recogniser cannot be loaded");
	const handle = vosk("void *vosk_recognizer_new(void *, float)")(loaded, SAMPLE_RATE);
	vosk("void vosk_recognizer_set_words(void *, int)")(handle, 1);
	const accept = vosk("int vosk_recognizer_accept_waveform(void *, void *, int)");
	const result = vosk("const char *vosk_recognizer_result(void *)");
	const last = vosk("const char *vosk_recognizer_final_result(void *)");
	return { accept: (piece) => accept(handle, piece, piece.length) === 1, result: () => String(result(handle)), last: () => String(last(handle)) };
}

type Declare = (declaration: string) => (...given: readonly unknown[]) => unknown;

/** Functions of a native library by their declarations in C. */
function openLibrary(binding: string, library: string): Declare {
	const koffi = createRequire(import.meta.url)(binding) as { readonly load: (path: string) => { readonly func: Declare } };
	const opened = koffi.load(library);
	return (declaration) => opened.func(declaration);
}
