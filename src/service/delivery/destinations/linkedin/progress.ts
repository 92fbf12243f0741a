import type { Progress } from "../../destination.ts";

/**
 * How far one post is. `processing`: the video is there; `ready`: it can be posted; `posting`: it may be
 * posted.
 */
export interface LinkedInState {
	readonly v: 1;
	readonly step: "processing" | "ready" | "posting";
	readonly account: string;
	/** URN of the video: by it a post is recognised. */
	readonly video: string;
	/** Of the file that was uploaded. */
	readonly sha256: string;
	/** How often it was asked whether it is processed. */
	readonly polls?: number;
	/** Why its thumbnail is not the one asked for: a sentence. */
	readonly remark?: string;
	/** When it was first tried to post it, in epoch milliseconds, and how often. */
	readonly at?: number;
	readonly tries?: number;
}

const STEPS: readonly string[] = ["processing", "ready", "posting"];

/** What was saved by this destination for that account. Undefined: nothing, or by another one. */
export function stateIn(progress: Progress | undefined, account: string): LinkedInState | undefined {
	const found: Partial<Record<keyof LinkedInState, unknown>> = progress ?? {};
	const isOurs = found.v === 1 && STEPS.includes(String(found.step)) && found.account === account;
	return isOurs && videoUrn(found.video) !== undefined ? (progress as unknown as LinkedInState) : undefined;
}

/** As it is saved. */
export function progressOf(state: LinkedInState): Progress {
	return { ...state };
}

/** The URN of a video, such as `urn:li:video:D4E10AQ`. */
export function videoUrn(value: unknown): string | undefined {
	return typeof value === "string" && /^urn:li:video:[\w-]{1,100}$/.test(value) ? value : undefined;
}
