import type { Progress } from "../../destination.ts";

/**
 * How far one post is. `sending`: parts of the video are on their way; `ready`: all but the last are there;
 * `posting`: the last part may have arrived, and TikTok posts by itself then.
 */
export interface TikTokState {
	readonly v: 1;
	readonly step: "sending" | "ready" | "posting";
	readonly account: string;
	/** Names the post at TikTok. */
	readonly publish: string;
	/** Whoever knows it may upload: a secret. */
	readonly upload: string;
	/** When both were given, in epoch milliseconds. */
	readonly begun: number;
	/** Of the file that is uploaded. */
	readonly size: number;
	readonly sha256: string;
	/** Bytes of a part; the last takes what is left. */
	readonly chunk: number;
	/** Bytes that are there. */
	readonly sent: number;
	/** Who sees it: `inbox` is a draft that its creator publishes. */
	readonly level: string;
	/** What TikTok does otherwise than it was asked: a sentence. */
	readonly remark?: string;
	/** When its last part was sent, in epoch milliseconds. */
	readonly at?: number;
	/** TikTok did not take the last part any more. */
	readonly expired?: true;
}

const STEPS: readonly string[] = ["sending", "ready", "posting"];

/** What was saved by this destination for that account. Undefined: nothing, or by another one. */
export function stateIn(progress: Progress | undefined, account: string): TikTokState | undefined {
	const found: Partial<Record<keyof TikTokState, unknown>> = progress ?? {};
	const isOurs = found.v === 1 && STEPS.includes(String(found.step)) && found.account === account;
	const isWhole = [found.begun, found.size, found.chunk, found.sent].every(Number.isSafeInteger);
	return isOurs && isWhole && typeof found.publish === "string" && typeof found.upload === "string"
		? (progress as unknown as TikTokState)
		: undefined;
}

/** As it is saved. */
export function progressOf(state: TikTokState): Progress {
	return { ...state };
}

/** Where the last part begins. */
export function lastPartOf({ size, chunk }: Pick<TikTokState, "size" | "chunk">): number {
	return (countOf(size, chunk) - 1) * chunk;
}

/** How many parts a video has: whole ones, of which the last takes what is left. */
export function countOf(size: number, chunk: number): number {
	return Math.max(1, Math.floor(size / chunk));
}
