import { open } from "node:fs/promises";

/**
 * A JSON transcript says of each word more than its text, and may be that large; every other kind is much
 * smaller.
 */
const LARGEST_MB = { json: 16, other: 5 } as const;

/** How large a transcript of this name may be, in MB. */
export function largestOf(path: string): number {
	return isJsonName(path) ? LARGEST_MB.json : LARGEST_MB.other;
}

/** Whether a transcript is named like JSON. */
export function isJsonName(path: string): boolean {
	return /\.json$/i.test(path);
}

/**
 * The text of a transcript file, whatever its encoding. Undefined: it cannot be read, or is larger than such
 * files are.
 */
export async function transcriptText(path: string): Promise<string | undefined> {
	try {
		const handle = await open(path, "r");
		try {
			const { size } = await handle.stat();
			return size > largestOf(path) * 1024 * 1024 ? undefined : decoded(await handle.readFile());
		} finally {
			await handle.close();
		}
	} catch {
		return undefined;
	}
}

/** Whether a text has a time as subtitles have it. */
export function hasTimes(text: string): boolean {
	return /\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/.test(text);
}

/** UTF-8, or UTF-16 with its mark, or else the Western code page old subtitles are in. */
function decoded(bytes: Uint8Array): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
