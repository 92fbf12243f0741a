import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Snapshot } from "../../model/snapshot.ts";
import { checksumText, inOrder, sorted } from "./canonical.ts";

/**
 * Format of a state in a file or on a remote. showrun 0.1.0 knows 1 and refuses this one: it asks no ledger,
 * so it must not go on with what a newer version began.
 */
export const STATE_FORMAT = 2;

/** Format of a file whose state is elsewhere: every version refuses it. */
export const MOVED = 1_000;

/** What takes the place of a state that was moved. */
export function encodeMoved({ lineage, serial }: Snapshot, movedTo: string): string {
	return `${JSON.stringify({ format: MOVED, lineage, movedTo, serial }, undefined, 2)}\n`;
}

/** The snapshot as text for git: keys sorted, one value a line, with a checksum of all of it. */
export function encodeSnapshot(snapshot: Snapshot): string {
	return Buffer.concat(encodeBytes(snapshot).pieces).toString();
}

/** The bytes of a state file. */
export interface EncodedState {
	readonly pieces: readonly Buffer[];
	/** Of all of it, hex. */
	readonly sha256: string;
}

/** So much text becomes one piece, in characters. */
const PIECE = 1 << 18;

/**
 * The same as bytes, made entry by entry: ten thousand posts need no further copy in memory, in order or as
 * one text.
 */
export function encodeBytes(snapshot: Snapshot): EncodedState {
	const [pieces, hash] = [[] as Buffer[], createHash("sha256")];
	let [crc, summed, written] = [0, "", ""];
	const cut = () => {
		crc = crc32(summed, crc);
		pieces.push(Buffer.from(written));
		[summed, written] = ["", ""];
	};
	write({ ...snapshot, format: STATE_FORMAT }, (compact, indented) => {
		summed += compact;
		written += indented;
		if (written.length >= PIECE) cut();
	});
	written += "\n";
	cut();
	// Of all keys the checksum's comes first.
	const [first = Buffer.of()] = pieces;
	pieces[0] = Buffer.concat([
		Buffer.from(`{\n  "checksum": "${checksumText(crc)}",`),
		first.subarray("{".length),
	]);
	for (const piece of pieces) hash.update(piece);
	return { pieces, sha256: hash.digest("hex") };
}

/** Takes the next of both texts: the compact one has the checksum, the indented one is what is kept. */
type Part = (compact: string, indented: string) => void;

/** So deep are maps and lists taken apart: the state, what it has of each kind, and each of them whole. */
const LEVELS = 2;

function write(value: unknown, part: Part, level = 0): void {
	const isCut = level < LEVELS && typeof value === "object" && value !== null && !isEmpty(value);
	if (isCut) writeEntries(value, part, level);
	else writeWhole(sorted(value), part, level);
}

function writeEntries(value: object, part: Part, level: number): void {
	const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
	part(opening, opening);
	for (const [at, [name, each]] of entriesOf(value).entries()) {
		const comma = at === 0 ? "" : ",";
		part(`${comma}${name && `${name}:`}`, `${comma}${newLine(level + 1)}${name && `${name}: `}`);
		write(each, part, level + 1);
	}
	part(closing, `${newLine(level)}${closing}`);
}

function writeWhole(ordered: unknown, part: Part, level: number): void {
	// No other line ends are in JSON.
	const indented = JSON.stringify(ordered, undefined, 2).replaceAll("\n", newLine(level));
	part(JSON.stringify(ordered), indented);
}

function newLine(level: number): string {
	return `\n${"  ".repeat(level)}`;
}

function isEmpty(value: object): boolean {
	return Object.values(value).every((each) => each === undefined);
}

/** What a list or map holds, with its key as JSON: none in a list. */
function entriesOf(value: object): readonly (readonly [name: string, value: unknown])[] {
	if (Array.isArray(value)) return value.map((each: unknown) => ["", each] as const);
	return inOrder(Object.entries(value)).flatMap(([key, each]) =>
		each === undefined ? [] : [[JSON.stringify(key), each] as const],
	);
}
