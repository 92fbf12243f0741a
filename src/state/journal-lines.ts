import { crc32 } from "node:zlib";
import type { JournalEntry } from "../model/snapshot.ts";
import { NewerFault, StateFault } from "./state-fault.ts";

/** First line of a journal: whose it is. */
export interface Header {
	readonly journal: 1;
	readonly lineage: string;
}

/** One entry of a journal, with its contiguous sequence number. */
export interface JournalLine {
	readonly seq: number;
	readonly entry: JournalEntry;
}

/** What a journal's bytes say. */
export interface Journal {
	readonly header: Header | undefined;
	readonly lines: readonly JournalLine[];
	/** How many bytes are whole lines; what follows was torn off by a crash and never acknowledged. */
	readonly wholeBytes: number;
}

/**
 * The smallest piece a disk writes whole, in bytes: a power cut leaves holes that begin and end at its
 * multiples.
 */
const SECTOR = 512;

/**
 * One line of a journal: a single entry, or several that were synced together. A line is whole or torn, so
 * that entries which were not acknowledged are never half there.
 */
export interface JournalLines {
	/** Number of the first. */
	readonly seq: number;
	readonly entries: readonly JournalEntry[];
}

/** The text of one line of a journal, newline included. */
export function encodeLine(value: Header | JournalLine): string {
	return writeLine(value);
}

/** The text of one line that holds entries which are synced together. */
export function encodeEntries({ seq, entries }: JournalLines): string {
	const [entry, ...rest] = entries;
	return entry !== undefined && rest.length === 0 ? encodeLine({ seq, entry }) : writeLine({ seq, entries });
}

/** The entries of one line, each with its number. Undefined: it is no line of a journal. */
export function entriesOfLine(value: object): readonly JournalLine[] | undefined {
	const { seq, entry, entries } = value as Partial<JournalLine & JournalLines>;
	const all: readonly (JournalEntry | null | undefined)[] = Array.isArray(entries) ? entries : [entry];
	if (!Number.isSafeInteger(seq) || all.some((each) => typeof each?.type !== "string")) return undefined;
	return (all as readonly JournalEntry[]).map((each, index) => ({ seq: Number(seq) + index, entry: each }));
}

/** The text of a line that holds anything: eight hex digits of CRC-32, a space, JSON, a newline. */
export function writeLine(value: object): string {
	const json = JSON.stringify(value);
	return `${checksum(json)} ${json}\n`;
}

/** Reads one line without its newline. Undefined: its checksum does not fit, or it holds no object. */
export function readLine(bytes: Buffer): object | undefined {
	const json = bytes.subarray(9);
	if (bytes.toString("latin1", 0, 9) !== `${checksum(json)} `) return undefined;
	try {
		const value: unknown = JSON.parse(json.toString("utf8"));
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Reads a journal. A torn last line is left out; anything else that is not whole is a fault, because what
 * follows it cannot be trusted.
 */
export function decodeJournal(bytes: Buffer, path: string): Journal {
	const values: object[] = [];
	let at = 0;
	while (at < bytes.length) {
		const end = bytes.indexOf(10, at);
		const value = end < 0 ? undefined : readLine(bytes.subarray(at, end));
		if (value === undefined) {
			if (torn(bytes, { from: at, newline: end })) break;
			throw damaged(path, {
				line: values.length + 1,
				conflict: bytes.toString("latin1", at, at + 7) === "<<<<<<<",
			});
		}
		values.push(value);
		at = end + 1;
	}
	const [first, ...rest] = values;
	const header = first === undefined ? undefined : headerOf(first, path);
	return { header, lines: linesOf(rest, path), wholeBytes: at };
}

/**
 * A crash leaves a last line without its newline, or with holes of zeros in it. A whole line with a wrong
 * checksum was changed later.
 */
function torn(
	bytes: Buffer,
	{ from, newline }: { readonly from: number; readonly newline: number },
): boolean {
	// A line that is whole but for another byte in place of its newline was acknowledged once; a zero there is
	// a hole.
	if (newline < 0) return bytes.at(-1) === 0 || readLine(bytes.subarray(from, -1)) === undefined;
	return newline === bytes.length - 1 && hasHole(bytes, from);
}

/**
 * Whether zeros stand where whole sectors, or a line's first, never reached the disk. A single changed byte
 * is no hole.
 */
function hasHole(bytes: Buffer, from: number): boolean {
	const start = bytes.indexOf(0, from);
	if (start < 0) return false;
	let end = start;
	while (bytes[end] === 0) end++;
	return (start === from || start % SECTOR === 0) && end % SECTOR === 0;
}

function headerOf(value: object, path: string): Header {
	const { journal, lineage } = value as Partial<Record<keyof Header, unknown>>;
	if (typeof journal === "number" && journal > 1) {
		throw new NewerFault(`The journal ${path}`, journal);
	}
	if (journal !== 1 || typeof lineage !== "string") throw damaged(path, { line: 1 });
	return { journal, lineage };
}

function linesOf(values: readonly object[], path: string): readonly JournalLine[] {
	const lines: JournalLine[] = [];
	for (const [index, value] of values.entries()) {
		const added = entriesOfLine(value);
		const [first, last] = [added?.[0], lines.at(-1)];
		if (added === undefined || (last !== undefined && first?.seq !== last.seq + 1))
			throw damaged(path, { line: index + 2 });
		lines.push(...added);
	}
	return lines;
}

function checksum(json: string | Buffer): string {
	return crc32(json).toString(16).padStart(8, "0");
}

function damaged(
	path: string,
	{ line, conflict = false }: { readonly line: number; readonly conflict?: boolean },
): StateFault {
	const why = conflict ? "it holds a git merge conflict" : "a checksum or a sequence number does not fit";
	return new StateFault(`The journal ${path} was damaged at line ${line}: ${why}.`, {
		remedy: "Nothing was changed. See what is wrong and what can be saved: showrun state repair",
	});
}
