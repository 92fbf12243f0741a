import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";

/** What this machine's processes asked of one service lately, so that a new process, or another one, starts with what is left. Times are wall clock, in milliseconds. */
export interface Spent {
	/** What others noted since the last look; at first, everything. */
	news(): Noted;
	/** A request leaves. */
	took(at: number): void;
	/** The service asked for nothing before then. */
	held(until: number): void;
	close(): void;
}

export interface Noted {
	readonly taken: readonly number[];
	/** Absent: nobody was asked to wait. */
	readonly heldUntil?: number;
}

/** Notes nothing and knows of nobody. */
export const ALONE: Spent = { news: () => ({ taken: [] }), took: () => {}, held: () => {}, close: () => {} };

/** So much of the file is read at first: more than any minute holds that has a limit worth keeping. Bytes. */
const TAIL = 1 << 16;
/** A file that grew beyond this begins anew. Bytes. */
const MOST = 1 << 20;

/**
 * Notes in a small file that is only ever appended to, a line a request; two processes may lose sight of each other for a moment, and the service's 429
 * then says so. A help only: where it cannot be read or written, every process counts by itself.
 */
export function openSpent(path: string): Spent {
	const file = opened(path);
	if (file === undefined) return ALONE;
	let seen = Math.max(0, sizeOf(file) - TAIL);
	const note = (line: string) => {
		try {
			// What came from others in between is read at the next look; what is our own is not news.
			const own = sizeOf(file) === seen;
			const size = writeSync(file, line);
			if (own) seen += size;
		} catch {}
	};
	return {
		news() {
			const { text, upTo } = readFrom(file, seen);
			seen = upTo;
			return noted(text);
		},
		took: (at) => note(`t${Math.round(at)}\n`),
		held: (until) => note(`h${Math.round(until)}\n`),
		close: () => closeSync(file),
	};
}

function opened(path: string): number | undefined {
	try {
		const file = openSync(path, "a+", 0o600);
		if (sizeOf(file) <= MOST) return file;
		closeSync(file);
		closeSync(openSync(path, "w", 0o600));
		return openSync(path, "a+", 0o600);
	} catch {
		return undefined;
	}
}

function sizeOf(file: number): number {
	return fstatSync(file).size;
}

/** Whole lines only: the last one may be half-written. */
function readFrom(file: number, from: number): { readonly text: string; readonly upTo: number } {
	try {
		const size = sizeOf(file);
		// It was begun anew.
		const start = size < from ? 0 : from;
		if (size === start) return { text: "", upTo: size };
		const bytes = Buffer.alloc(size - start);
		const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, start));
		const whole = text.lastIndexOf("\n") + 1;
		return { text: text.slice(0, whole), upTo: start + whole };
	} catch {
		return { text: "", upTo: from };
	}
}

function noted(text: string): Noted {
	const times = (kind: "t" | "h") =>
		[...text.matchAll(new RegExp(`^${kind}(\\d{1,15})$`, "gm"))].map(([, digits]) => Number(digits));
	const held = times("h");
	return { taken: times("t"), ...(held.length > 0 && { heldUntil: Math.max(...held) }) };
}
