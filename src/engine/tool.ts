import { availableParallelism } from "node:os";
import type { FindFaces } from "./faces.ts";
import type { Fonts } from "./fonts-in-use.ts";
import type { Run } from "./port.ts";
import type { Hearing } from "./recognise.ts";
import type { Transcribe } from "./transcribe.ts";

/** The program that does the work, and how the work is cancelled and followed. */
export interface Tool extends Run {
	/** Path of the ffmpeg in use. */
	readonly ffmpeg: string;
	/** The face model, where it was pulled. Throws `ModelFault` where it is damaged. */
	readonly faces?: () => Promise<FindFaces | undefined>;
	/** The fonts of captions. Absent: those of this program and of the machine. */
	readonly fonts?: Fonts;
	/** What hears speech. Absent: nothing does. */
	readonly hearing?: Hearing;
	/** A transcription endpoint of the settings. */
	readonly transcribe?: Transcribe;
}

/** The same tool, whose progress fills only the part from `from` to `to` of the whole. */
export function part(tool: Tool, from: number, to: number): Tool {
	return { ...tool, progress: (share) => tool.progress(from + (to - from) * Math.min(1, Math.max(0, share))) };
}

/** Threads for one decoder or encoder: more than eight only cost memory. */
export function threads(): string {
	return String(Math.max(1, Math.min(8, availableParallelism())));
}
