import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Diagnostic } from "../model/diagnostic.ts";
import { decodeText, MAX_BYTES } from "./decode.ts";
import type { SourceText } from "./source.ts";

/** Reads a text file people wrote, or says why it cannot be read. `shown` is its path in messages. */
export async function readText(
	path: string,
	shown: string,
): Promise<{ readonly source: SourceText } | { readonly problem: Diagnostic }> {
	try {
		return decodeText(shown, await firstBytes(path, MAX_BYTES + 1));
	} catch (error) {
		if (!(error instanceof Error) || !("code" in error)) throw error;
		return { problem: unreadable(shown, String(error.code)) };
	}
}

function unreadable(file: string, code: string): Diagnostic {
	const { detail, hint } = REASONS[code] ?? {
		detail: `The system says ${code}.`,
		hint: "Check that the file exists and that you may read it.",
	};
	const words = { rule: "unreadable-file", summary: "The file cannot be read", detail, hint } as const;
	return { severity: "error", ...words, place: { file, line: 1, column: 1 } };
}

const IRREGULAR = "irregular";
const REASONS: Readonly<Record<string, { readonly detail: string; readonly hint: string }>> = {
	[IRREGULAR]: {
		detail: "It is not a regular file but a folder, a pipe or a device.",
		hint: "Put a text file there, or give this another name.",
	},
	ENOENT: {
		detail: "The file does not exist, or it is a dangling link.",
		hint: "Check the path; where it is a link, correct it or delete it.",
	},
	ELOOP: {
		detail: "It is a link that leads back to itself.",
		hint: "Check the path; where it is a link, correct it or delete it.",
	},
	EACCES: { detail: "You may not read it.", hint: "Change its permissions, or those of its folder." },
};

/**
 * At most so many bytes; not more is held in memory, however large the file. What is not a regular file would
 * block or never end.
 */
async function firstBytes(path: string, most: number): Promise<Uint8Array> {
	// Non-blocking, so that opening a named pipe returns.
	const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const about = await handle.stat();
		if (!about.isFile()) throw Object.assign(new Error("not a regular file"), { code: IRREGULAR });
		const buffer = Buffer.alloc(Math.min(most, about.size + 1));
		let filled = 0;
		for (let last = -1; last !== 0 && filled < buffer.length; filled += last)
			last = (await handle.read(buffer, filled, buffer.length - filled)).bytesRead;
		return buffer.subarray(0, filled);
	} finally {
		await handle.close();
	}
}
