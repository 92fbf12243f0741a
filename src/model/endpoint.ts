import type { Secret } from "./secret.ts";

/** An OpenAI-compatible endpoint. */
export interface Endpoint {
	/** Base address without a trailing slash; `/chat/completions` or `/audio/transcriptions` is added to it. */
	readonly url: string;
	readonly model: string;
	/** Absent: the endpoint wants none. */
	readonly key?: Secret;
}
