import type { Secret } from "../model/secret.ts";
import type { ServiceSettings } from "../model/settings.ts";
import { API_VERSION } from "../wire/names.ts";

/** Where the service is and the key for it. */
export interface Connection {
	/** Without a trailing slash. */
	readonly url: string;
	readonly apiKey: Secret;
}

/** The three headers of every request (interface 5). */
export function headersOf({ apiKey }: Connection, { versionHeader }: Pick<ServiceSettings, "versionHeader">): Record<string, string> {
	return { authorization: `Bearer ${apiKey.reveal()}`, "content-type": "application/json", [versionHeader]: API_VERSION };
}

/** Largest answer read, in bytes. */
const LARGEST = 8 * 1024 * 1024;

/** Reads an answer's text, bounded. Rejects when it breaks off or is too large. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
	const pieces: Uint8Array[] = [];
	let size = 0;
	for await (const piece of body) {
		size += piece.length;
		if (size > LARGEST) throw new Error("the answer is larger than 8 MB");
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString("utf8");
}
