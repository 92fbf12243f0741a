import type { Readable } from "node:stream";
import type { Secret } from "../model/secret.ts";
import type { ServiceSettings } from "../model/settings.ts";
import { API_VERSION } from "../wire/names.ts";

/** Where the service is and the key for it. */
export interface Connection {
	/** May end in a path, which every path of the interface is relative to; without a trailing slash. */
	readonly url: string;
	readonly apiKey: Secret;
}

/** The headers of every request (interface 5), and none that would let an answer come compressed. */
export function headersOf(
	{ apiKey }: Connection,
	{ versionHeader }: Pick<ServiceSettings, "versionHeader">,
): Readonly<Record<string, string>> {
	return {
		authorization: `Bearer ${apiKey.reveal()}`,
		"content-type": "application/json",
		[versionHeader]: API_VERSION,
		"accept-encoding": "identity",
	};
}

/** What was read of an answer. `complete`: it arrived to its end. `text` is cut at the size wanted. */
export interface Received {
	readonly text: string;
	readonly complete: boolean;
	readonly cut: boolean;
}

/**
 * Reads an answer to its end, keeping at most `keep` bytes and giving up after `most`. Never rejects: a
 * broken answer is an incomplete one.
 */
export async function receive(
	body: Readable,
	{ keep, most }: { readonly keep: number; readonly most: number },
): Promise<Received> {
	const pieces: Uint8Array[] = [];
	let size = 0;
	const complete = await new Promise<boolean>((settle) => {
		const take = (piece: Uint8Array) => {
			if (size < keep) pieces.push(piece.subarray(0, keep - size));
			size += piece.length;
			if (size > most) body.destroy();
		};
		const broken = () => settle(false);
		// Each post has an answer, and `for await` takes several times as long.
		body
			.on("data", take)
			.once("end", () => settle(true))
			.on("error", broken)
			.once("close", broken);
		if (body.destroyed) broken();
	});
	if (size > most) return { text: "", complete: false, cut: true };
	const text = Buffer.concat(pieces).toString("utf8");
	// Some servers begin with a byte order mark, which is no JSON.
	return { text: text.replace(/^\ufeff/, ""), complete, cut: size > keep };
}
