import { asObject, line } from "./json-values.ts";
import { unreadable } from "./parse.ts";

/** What is said in a video, as the service uses it: the text of a file, and its extension. */
export interface TranscriptReading {
	readonly text: string;
	readonly format: string;
}

export type TranscriptReader = (taskId: string, signal: AbortSignal) => Promise<TranscriptReading>;

/** A transcript as it was answered with. Throws `ReadFault` for anything else. */
export function transcriptOf(data: unknown): TranscriptReading {
	const { text, format } = asObject(data) ?? {};
	if (typeof text !== "string") throw unreadable("it has no transcript");
	return { text, format: line(format) ?? "vtt" };
}
