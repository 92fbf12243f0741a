import type { Progress } from "../../destination.ts";

/**
 * How far one post is. `session`: its upload has begun; `ending`: the last part may have arrived,
 * and the video may exist; `uploaded`: it does, private; `processed`: it can be published; `publishing`: it
 * may be public.
 */
export interface UploadState {
	readonly v: 1;
	readonly step: "session" | "ending" | "uploaded" | "processed" | "publishing";
	readonly account: string;
	/** Address of the upload. Whoever knows it may upload: a secret. */
	readonly session?: string;
	/** Of the file that is uploaded. */
	readonly size: number;
	readonly sha256: string;
	/** When the upload began. */
	readonly begun: number;
	/** How many were begun. */
	readonly sessions: number;
	/** When the video was first looked for among the uploads. */
	readonly lookedAt?: number;
	readonly video?: string;
	readonly uploadedAt?: number;
	/** How often it was asked whether it is processed. */
	readonly polls?: number;
	/** How often its thumbnail was sent; `done` where it needs none, or none more. */
	readonly thumbnail?: number | "done";
	/** Why its thumbnail is not the one asked for: a sentence. */
	readonly remark?: string;
	/** When it was first and last tried to make it public, and how often. */
	readonly firstAt?: number;
	readonly at?: number;
	readonly tries?: number;
	/** When YouTube was asked to make it public by itself, in epoch milliseconds. */
	readonly publishAt?: number;
	/** YouTube said that it will. */
	readonly isTaken?: true;
	/** It was taken back before its time. */
	readonly withdrawn?: true;
	/** What YouTube answered to that which may be a refusal: a sentence. */
	readonly doubt?: string;
}

const STEPS: readonly string[] = ["session", "ending", "uploaded", "processed", "publishing"];
const ID = /^[\w-]{1,64}$/;

/** What was saved by this destination. Undefined: nothing, or by another one. */
export function stateIn(progress: Progress | undefined): UploadState | undefined {
	const { v, step, account, size, begun }: Readonly<Record<string, unknown>> = progress ?? {};
	const isOurs = v === 1 && STEPS.includes(String(step)) && typeof account === "string";
	return isOurs && typeof size === "number" && typeof begun === "number"
		? (progress as unknown as UploadState)
		: undefined;
}

/** As it is saved. */
export function progressOf(state: UploadState): Progress {
	return { ...state };
}

/** An id that may stand in an address. */
export function videoId(value: unknown): string | undefined {
	return typeof value === "string" && ID.test(value) ? value : undefined;
}
