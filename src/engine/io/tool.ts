import { availableParallelism } from "node:os";
import type { Language } from "../../language/port.ts";
import type { OwnRecogniser } from "../../model/own-recogniser.ts";
import type { Recogniser } from "../../speech/recogniser.ts";
import type { Program } from "../../system/run.ts";
import type { Fonts } from "../captions/font-choice.ts";
import type { Run } from "../port.ts";
import type { FindFaces } from "../see/faces.ts";

/** The speech recogniser of this machine, and the folder its results are cached in. */
export interface Recognition {
	readonly recogniser: Recogniser;
	/** A model of the user's own, to be asked first. Absent: there is none. */
	readonly own?: OwnRecogniser;
	readonly cache: string;
}

/** Sends sound to a transcription endpoint. */
export type Transcribe = NonNullable<Language["transcribe"]>;

/** The program that does the work, and how the work is cancelled and followed. */
export interface Tool extends Run {
	/** Path of the ffmpeg in use. */
	readonly ffmpeg: string;
	/** Longest it may do nothing that can be heard of, in milliseconds. Absent: three minutes. */
	readonly patienceMs?: number;
	/** Folder for what was seen in sources. Absent: nothing is remembered. */
	readonly scanCache?: string;
	/** Folder for what renders of a clip have in common. Absent: nothing is remembered. */
	readonly renderCache?: string;
	/** The face model, where it was pulled. Throws `ModelFault` where it is damaged. */
	readonly faces?: () => Promise<FindFaces | undefined>;
	/** The fonts of captions. Absent: those of this program and of the machine. */
	readonly fonts?: Fonts;
	/** What hears speech. Absent: nothing does. */
	readonly recognition?: Recognition;
	/** The opinion of a language model of the settings. */
	readonly rank?: NonNullable<Language["rank"]>;
	/** What a language model of the settings says of passages that somebody looks for. */
	readonly match?: NonNullable<Language["match"]>;
	/** A transcription endpoint of the settings. */
	readonly transcribe?: Transcribe;
}

/** The same tool, whose progress fills only the part from `from` to `to` of the whole. */
export function part(tool: Tool, from: number, to: number): Tool {
	return {
		...tool,
		progress: (share) => tool.progress(from + (to - from) * Math.min(1, Math.max(0, share))),
	};
}

const PATIENCE_MS = 180_000;

/** How ffmpeg is started for work that writes all the time: one that hangs is stopped. */
export function started({
	ffmpeg,
	signal,
	patienceMs = PATIENCE_MS,
}: Tool): Pick<Program, "path" | "signal" | "silenceMs" | "givesWay"> {
	// Requests are answered, and posts delivered, while clips are made.
	return { path: ffmpeg, signal, silenceMs: patienceMs, givesWay: true };
}

/** Threads for one decoder or encoder: more than eight only cost memory. */
export function threads(): string {
	return String(Math.max(1, Math.min(8, availableParallelism())));
}
