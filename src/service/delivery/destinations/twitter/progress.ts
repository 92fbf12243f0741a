import type { Progress } from "../../destination.ts";

/**
 * How far one post is. `appending`: parts of the video are on their way; `processing`: all are there;
 * `ready`: it can be posted; `posting`: it may be posted.
 */
export interface TwitterState {
	readonly v: 1;
	readonly step: "appending" | "processing" | "ready" | "posting";
	readonly account: string;
	/** Ids of the uploaded video: by the key a post of it is recognised. */
	readonly media: string;
	readonly mediaKey: string;
	/** Of the file that is uploaded. */
	readonly size: number;
	readonly sha256: string;
	/** Bytes of a part, and how many parts are there. */
	readonly segment: number;
	readonly sent: number;
	/** When it was first tried to post it, when last, and how often. Absent first: at the last. */
	readonly first?: number;
	readonly at?: number;
	readonly tries?: number;
	/** X did not take the video any more. */
	readonly over?: true;
}

const STEPS: readonly string[] = ["appending", "processing", "ready", "posting"];

/** What was saved by this destination for that account. Undefined: nothing, or by another one. */
export function stateIn(progress: Progress | undefined, account: string): TwitterState | undefined {
	const found: Partial<Record<keyof TwitterState, unknown>> = progress ?? {};
	const isOurs = found.v === 1 && STEPS.includes(String(found.step)) && found.account === account;
	const isWhole = [found.size, found.segment, found.sent].every(Number.isSafeInteger);
	return isOurs && isWhole && mediaId(found.media) !== undefined
		? (progress as unknown as TwitterState)
		: undefined;
}

/** As it is saved. */
export function progressOf(state: TwitterState): Progress {
	return { ...state };
}

/** An id that may stand in an address. */
export function mediaId(value: unknown): string | undefined {
	return typeof value === "string" && /^\d{1,30}$/.test(value) ? value : undefined;
}
