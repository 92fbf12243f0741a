import { crc32 } from "node:zlib";
import type { Entry } from "../model/snapshot.ts";
import { StateFault } from "./faults.ts";

/** First line of a journal: whose it is. */
export interface Header {
	readonly journal: 1;
	readonly lineage: string;
}

/** One line of a journal: contiguous sequence number and checksum. */
export interface Line {
	readonly seq: number;
	readonly entry: Entry;
}

/** What a journal's bytes say. */
export interface Journal {
	readonly header: Header | undefined;
	readonly lines: readonly Line[];
	/** How many bytes are whole lines; what follows was torn off by a crash and never acknowledged. */
	readonly wholeBytes: number;
}

/** The text of one line, newline included: eight hex digits of CRC-32, a space, JSON. */
export function encodeLine(value: Header | Line): string {
	const json = JSON.stringify(value);
	return `${checksum(json)} ${json}\n`;
}

/** Reads a journal. A torn last line is left out; anything else that is not whole is a fault, because what follows it cannot be trusted. */
export function decodeJournal(bytes: Buffer, path: string): Journal {
	const values: unknown[] = [];
	let at = 0;
	while (at < bytes.length) {
		const end = bytes.indexOf(10, at);
		const value = end < 0 ? undefined : decodeLine(bytes.toString("utf8", at, end));
		if (value === undefined) {
			if (torn(bytes, { from: at, newline: end })) break;
			throw damaged(path, values.length + 1);
		}
		values.push(value);
		at = end + 1;
	}
	const [header, ...lines] = values as [Header | undefined, ...Line[]];
	const gap = lines.findIndex(({ seq }, index) => index > 0 && seq !== (lines[index - 1]?.seq ?? 0) + 1);
	if (gap >= 0) throw damaged(path, gap + 2);
	return { header, lines, wholeBytes: at };
}

/** A crash leaves a last line without its newline, or with holes of zeros in it. A whole line with a wrong checksum was changed later. */
function torn(bytes: Buffer, line: { readonly from: number; readonly newline: number }): boolean {
	if (line.newline < 0) return true;
	return line.newline === bytes.length - 1 && bytes.subarray(line.from, line.newline).includes(0);
}

function decodeLine(text: string): unknown {
	const json = text.slice(9);
	if (text[8] !== " " || text.slice(0, 8) !== checksum(json)) return undefined;
	return JSON.parse(json);
}

function checksum(json: string): string {
	return crc32(json).toString(16).padStart(8, "0");
}

function damaged(path: string, line: number): StateFault {
	return new StateFault(`The journal ${path} was damaged at line ${line}: a checksum or a sequence number does not fit.`, {
		remedy: "Nothing was changed. Restore the file from a backup; if there is none, compare it with what the service shows before you move it away.",
	});
}
