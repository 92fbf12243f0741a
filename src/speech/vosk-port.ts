/** A loaded Vosk model: the port that the native library and WebAssembly stand behind. */
export interface VoskModel {
	/**
	 * Starts recognising a sound: any words, or only those of the given phrases ("[unk]" is everything else).
	 */
	readonly start: (phrases?: readonly string[]) => VoskSession;
	/** Gives memory that closed sessions freed back to the system, where that can be asked for. */
	readonly trim: () => void;
}

/** Recognises one sound of 16-bit samples, 16,000 a second. Results are Vosk's own JSON, with words. */
export interface VoskSession {
	/** Whether a silence has ended what was being said. */
	readonly accept: (piece: Buffer) => boolean;
	/** What was said up to that silence. */
	readonly result: () => string;
	/** What was said since the last result; the end. */
	readonly last: () => string;
	/** Frees its memory. */
	readonly close: () => void;
}
