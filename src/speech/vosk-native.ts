import { createRequire } from "node:module";
import { SAMPLE_RATE } from "./protocol.ts";
import type { VoskModel, VoskSession } from "./vosk-port.ts";

/** The recogniser as a native library. */
export function nativeVosk(model: string, file: (role: string) => string): VoskModel {
	const binding = file("binding");
	const vosk = openLibrary(binding, file("library"));
	vosk("void vosk_set_log_level(int)")(-1);
	const loaded = vosk("void *vosk_model_new(const char *)")(model);
	if (!loaded) throw new Error("the model of the recogniser cannot be loaded");
	const start = vosk("void *vosk_recognizer_new(void *, float)");
	const startWith = vosk("void *vosk_recognizer_new_grm(void *, float, const char *)");
	const withWords = vosk("void vosk_recognizer_set_words(void *, int)");
	const open = sessionOf(vosk);
	return {
		start: (phrases) => {
			const handle = phrases
				? startWith(loaded, SAMPLE_RATE, JSON.stringify(phrases))
				: start(loaded, SAMPLE_RATE);
			if (!handle) throw new Error("the recogniser cannot listen for that");
			withWords(handle, 1);
			return open(handle);
		},
		trim: trimmer(binding),
	};
}

function sessionOf(vosk: Declare): (handle: unknown) => VoskSession {
	const accept = vosk("int vosk_recognizer_accept_waveform(void *, void *, int)");
	const result = vosk("const char *vosk_recognizer_result(void *)");
	const last = vosk("const char *vosk_recognizer_final_result(void *)");
	const free = vosk("void vosk_recognizer_free(void *)");
	return (handle) => ({
		accept: (piece) => accept(handle, piece, piece.length) === 1,
		result: () => String(result(handle)),
		last: () => String(last(handle)),
		close: () => {
			free(handle);
		},
	});
}

/** The allocator of glibc keeps freed memory until it is asked; those of other systems need not be. */
function trimmer(binding: string): () => void {
	try {
		const trim = openLibrary(binding, "libc.so.6")("int malloc_trim(size_t)");
		return () => {
			trim(0);
		};
	} catch {
		return () => {};
	}
}

type Declare = (declaration: string) => (...given: readonly unknown[]) => unknown;

/** Functions of a native library by their declarations in C. */
function openLibrary(binding: string, library: string): Declare {
	const koffi = createRequire(import.meta.url)(binding) as {
		readonly load: (path: string) => { readonly func: Declare };
	};
	const opened = koffi.load(library);
	return (declaration) => opened.func(declaration);
}
