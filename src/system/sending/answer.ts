/** How much of an answer is read otherwise, in bytes. */
const MOST = 64 * 1024;
/** Longest Retry-After that is believed, in milliseconds. */
const BELIEVED_MS = 24 * 3_600_000;

/** An answer's text, cut at a size in bytes. Rejects for an answer that broke off. */
export async function receiveText(body: AsyncIterable<Uint8Array>, most = MOST): Promise<string> {
	const pieces: Uint8Array[] = [];
	let size = 0;
	for await (const piece of body) {
		pieces.push(piece.subarray(0, most - size));
		size += piece.length;
		if (size >= most) break;
	}
	return Buffer.concat(pieces)
		.toString("utf8")
		.replace(/^\ufeff/, "");
}

/** The pause that an answer asks for, in milliseconds: seconds, or a date held against the answer's own. */
export function retryAfterMs(
	{ "retry-after": asked = "", date = "" }: Readonly<Record<string, string | string[] | undefined>>,
	now: number,
): number | undefined {
	const text = String(asked).trim();
	const here = Date.parse(String(date));
	const until = /^[a-z]{3}/i.test(text) ? Date.parse(text) - (Number.isNaN(here) ? now : here) : Number.NaN;
	const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : until;
	return Number.isFinite(ms) ? Math.min(BELIEVED_MS, Math.max(0, ms)) : undefined;
}
