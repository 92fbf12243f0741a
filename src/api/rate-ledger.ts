import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { defined } from "../model/defined.ts";

/**
 * The requests that this machine's processes made to one service lately, so that a new process, or another
 * one, starts with what is left of the limit. Times are wall clock, in milliseconds.
 */
export interface RateLedger {
	/** What other processes recorded since the last read; at first, everything. */
	readNew(): RateRecords;
	/**
	 * Takes a request of what machines share. Gives 0 where it may leave, else how long to wait before asking
	 * again, in milliseconds. Absent: only this machine makes requests.
	 */
	readonly share?: (perMinute: number, backMs: number) => Promise<number>;
	/** A request leaves. */
	recordRequest(at: number): void;
	/** The service asked for nothing before then. */
	recordHold(until: number): void;
	close(): void;
}

export interface RateRecords {
	readonly taken: readonly number[];
	/** Absent: nobody was asked to wait. */
	readonly heldUntil?: number;
}

/** Records nothing: every process counts by itself. */
export const NO_LEDGER: RateLedger = {
	readNew: () => ({ taken: [] }),
	recordRequest: () => {},
	recordHold: () => {},
	close: () => {},
};

/** So much of the file is read at first: more than any minute holds that has a limit worth keeping. Bytes. */
const TAIL = 1 << 16;
/** A file that grew beyond this begins anew. Bytes. */
const MOST = 1 << 20;

/**
 * A small file that is only ever appended to, a line a request. Two processes may miss each other for a
 * moment; the service's 429 then says so. Where the file cannot be read or written, every process counts
 * by itself.
 */
export function openRateLedger(path: string): RateLedger {
	const file = opened(path);
	if (file === undefined) return NO_LEDGER;
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
		readNew() {
			const { text, upTo } = readFrom(file, seen);
			seen = upTo;
			return recordsIn(text);
		},
		recordRequest: (at) => note(`t${Math.round(at)}\n`),
		recordHold: (until) => note(`h${Math.round(until)}\n`),
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

function recordsIn(text: string): RateRecords {
	const times = (kind: "t" | "h") =>
		[...text.matchAll(new RegExp(`^${kind}(\\d{1,15})$`, "gm"))].map(([, digits]) => Number(digits));
	const held = times("h");
	return defined({ taken: times("t"), heldUntil: held.length > 0 ? Math.max(...held) : undefined });
}
