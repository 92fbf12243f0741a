import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Snapshot } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import { isMissing, undefinedIfMissing } from "../../system/error-code.ts";
import { sha256OfFile } from "../../system/files.ts";
import { decodeJournal, type Journal, type JournalLine } from "../journal-lines.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { absorb, EMPTY, workingCopy } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";
import { journalOf } from "./paths.ts";

/** What the state file and its journal hold, read so that they belong to the same moment. */
export interface OnDisk {
	readonly state: Snapshot;
	/** The state file. Undefined: there is none. */
	readonly file: Buffer | undefined;
	/** The journal. Undefined: there is none. */
	readonly bytes: Buffer | undefined;
	/** How many of these are whole lines. */
	readonly wholeBytes: number;
	readonly lines: readonly JournalLine[];
}

/** Reads a snapshot out of a state file, see `decodeSnapshot`. */
export type DecodeState = (file: Buffer, path: string) => Snapshot;

/** Decodes a file only when it differs from the one before, which it keeps: for who looks again and again. */
export function decodingOnce(): DecodeState {
	let last: { readonly file: Buffer; readonly path: string; readonly state: Snapshot } | undefined;
	return (file, path) => {
		if (last?.path !== path || !last.file.equals(file)) last = { file, path, state: decoded(file, path) };
		return last.state;
	};
}

function decoded(file: Buffer, path: string): Snapshot {
	return decodeSnapshot(file.toString(), path);
}

/**
 * How often, and how long apart in milliseconds, a reader tries again when a writer folds the journal away
 * between its reads.
 */
const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Reads both and folds one into the other. Throws `StateFault` for what cannot be read, was damaged, or does
 * not belong together.
 */
export async function readOnDisk(path: string, decode: DecodeState = decoded): Promise<OnDisk> {
	for (let tries = 0; tries < TRIES; tries++) {
		const read = await readBoth(path);
		if (read !== undefined) return understood(path, read, decode);
		await systemClock.sleep(PAUSE_MS, new AbortController().signal);
	}
	throw new StateFault(`${path} changes all the time while it is read.`, {
		remedy: "Wait until the other runs have ended, then run the command again.",
	});
}

/** The state file's text. Undefined: there is none. */
export async function textOf(path: string): Promise<string | undefined> {
	return (await bytesOf(path))?.toString("utf8");
}

/** The same, hex and without having it in memory. */
export async function sha256Of(path: string): Promise<string | undefined> {
	return sha256OfFile(path).catch((error: NodeJS.ErrnoException) =>
		isMissing(error) ? undefined : unreadable(error),
	);
}

type Both = Pick<OnDisk, "file" | "bytes">;

/** The state file and its journal. Undefined: the state was replaced between the two. */
async function readBoth(path: string): Promise<Both | undefined> {
	const file = await bytesOf(path);
	const bytes = await bytesOf(journalOf(path));
	if (!(await holds(path, file).catch(unreadable))) return undefined;
	return { file, bytes };
}

/** So much is compared at a time: a state of many posts need not be in memory twice. Bytes. */
const PIECE = 1 << 20;

/** Whether a file still holds these bytes, read piece by piece. Undefined: it is not there. */
async function holds(path: string, bytes: Buffer | undefined): Promise<boolean> {
	const file = await open(path).catch(undefinedIfMissing);
	if (file === undefined || bytes === undefined) {
		await file?.close();
		return file === bytes;
	}
	try {
		const piece = Buffer.alloc(PIECE);
		for (let at = 0; ; ) {
			const { bytesRead } = await file.read(piece, 0, PIECE, at);
			if (bytesRead === 0) return at === bytes.length;
			if (!piece.subarray(0, bytesRead).equals(bytes.subarray(at, at + bytesRead))) return false;
			at += bytesRead;
		}
	} finally {
		await file.close();
	}
}

function understood(path: string, { file, bytes }: Both, decode: DecodeState): OnDisk {
	const snapshot = file === undefined ? EMPTY : decode(file, path);
	const journal = decodeJournal(bytes ?? Buffer.alloc(0), journalOf(path));
	return {
		state: replay(snapshot, journal, path),
		file,
		bytes,
		wholeBytes: journal.wholeBytes,
		lines: journal.lines,
	};
}

function replay(snapshot: Snapshot, journal: Journal, path: string): Snapshot {
	const why = mismatch(snapshot, journal);
	if (why !== undefined) throw parted(path, why);
	const working = workingCopy(snapshot);
	for (const { seq, entry } of journal.lines) if (seq > snapshot.serial) absorb(working, entry);
	return working;
}

/**
 * A journal continues the state it was begun on, or was folded into it to its last line by a process that
 * died before it could remove it.
 */
function mismatch({ lineage, serial }: Snapshot, { header, lines }: Journal): string | undefined {
	if (header && header.lineage !== lineage) return "it belongs to another state";
	const [first, last] = [lines[0]?.seq, lines.at(-1)?.seq];
	if (first === undefined || serial === first - 1 || serial === last) return undefined;
	return `it goes from ${first} to ${last}, the state ends at ${serial}`;
}

function parted(path: string, why: string): StateFault {
	return new StateFault(`${basename(path)} and its journal do not belong together: ${why}.`, {
		remedy:
			"The state went back in time, or another one came in its place (a git checkout or pull, " +
			`a restored backup?). Put back the ${basename(path)} that the journal belongs to, ` +
			"or see what can be saved: showrun state repair",
	});
}

function bytesOf(path: string): Promise<Buffer | undefined> {
	return readFile(path).catch((error: NodeJS.ErrnoException) =>
		isMissing(error) ? undefined : unreadable(error),
	);
}

function unreadable(error: NodeJS.ErrnoException): never {
	throw new StateFault(`The state cannot be read: ${error.message}.`, {
		remedy: "Give this user the right to read it.",
		cause: error,
	});
}
