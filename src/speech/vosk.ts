import { firstThatLoads, type OpenRuntime } from "../models/runtimes.ts";
import { nativeVosk } from "./vosk-native.ts";
import { wasmVosk } from "./vosk-wasm.ts";

/** Knows a language, and starts hearings in it. */
export interface VoskModel {
	/** Something new is listened to: for any words, or only for those of the given phrases ("[unk]" is everything else). */
	readonly start: (phrases?: readonly string[]) => VoskSession;
}

/** Listens to one sound of 16-bit samples, 16,000 a second. Results are the recogniser's own JSON, with words. */
export interface VoskSession {
	/** Whether a silence has ended what was being said. */
	readonly accept: (piece: Buffer) => boolean;
	/** What was said up to that silence. */
	readonly result: () => string;
	/** What was said since the last result; the end. */
	readonly last: () => string;
	/** Gives its memory back. */
	readonly close: () => void;
}

/** Loads the recogniser's model (a folder) into what runs it. Throws where this machine cannot. */
export function openVosk(model: string, runtimes: readonly OpenRuntime[]): Promise<VoskModel> {
	return firstThatLoads(runtimes, {
		native: (file) => nativeVosk(model, file),
		wasm: (file) => wasmVosk(model, file),
	});
}
