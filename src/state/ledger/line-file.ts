import {
	closeSync,
	constants,
	fstatSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readSync,
	type Stats,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { ifThere } from "../../system/error-code.ts";
import { syncedData, syncFolder } from "../../system/files.ts";
import { foreignFault } from "../state-fault.ts";

/** What was read of a file. */
export interface ReadFile {
	/** Bytes that were read as whole lines. */
	readonly wholeBytes: number;
	/** Tells it from another one of the same name. Absent: nothing was read. */
	file?: string;
}

/**
 * Reads what follows what was read before; empty where there is no such file. At once: what other processes
 * wrote is asked for with each post, and waiting for a thread takes longer than reading. Throws a fault where
 * another file took its place.
 */
export function bytesAfter(path: string, known: ReadFile): Buffer {
	if (isReadToEnd(path, known)) return NOTHING;
	const fd = ifThere(() => openSync(path, "r"));
	if (fd === undefined) return NOTHING;
	try {
		const file = nameOf(fstatSync(fd));
		if (known.wholeBytes > 0 && known.file !== undefined && known.file !== file) throw foreignFault(path);
		known.file = file;
		return restOf(fd, path, known.wholeBytes);
	} finally {
		closeSync(fd);
	}
}

const NOTHING = Buffer.alloc(0);

/** Most often nobody else wrote: then the file need not be opened. */
function isReadToEnd(path: string, { wholeBytes, file }: ReadFile): boolean {
	if (file === undefined) return false;
	try {
		const found = statSync(path, { throwIfNoEntry: false });
		return found !== undefined && found.size === wholeBytes && nameOf(found) === file;
	} catch {
		return false;
	}
}

/** What tells a file from another one of the same name. */
function nameOf({ ino, birthtimeMs }: Stats): string {
	return `${ino} ${birthtimeMs}`;
}

/**
 * Appends whole lines, durable when it resolves. `wholeBytes` is what was read as whole lines under the lock
 * that is held: a torn line after them is cut off, a whole one means that somebody else writes, and is a
 * fault. On a failure the file is cut back, so that no half line precedes the next one.
 */
export async function appendLines(path: string, text: string, wholeBytes: number): Promise<void> {
	if (wholeBytes === 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const there = ifThere(() => openSync(path, constants.O_RDWR | constants.O_APPEND));
	const fd = there ?? openSync(path, "a", 0o600);
	try {
		const rest = there === undefined ? NOTHING : restOf(fd, path, wholeBytes);
		if (rest.includes(10)) throw foreignFault(path);
		if (rest.length > 0) ftruncateSync(fd, wholeBytes);
		try {
			writeFileSync(fd, text);
			await syncedData(fd);
		} catch (error) {
			ftruncateSync(fd, wholeBytes);
			throw error;
		}
	} finally {
		closeSync(fd);
	}
	if (wholeBytes === 0) await syncFolder(dirname(path));
}

function restOf(fd: number, path: string, from: number): Buffer {
	const { size } = fstatSync(fd);
	// A file that shrank was replaced: nothing that was read of it counts.
	if (size < from) throw foreignFault(path);
	const bytes = Buffer.alloc(size - from);
	let read = 0;
	while (read < bytes.length) {
		const count = readSync(fd, bytes, read, bytes.length - read, from + read);
		if (count === 0) break;
		read += count;
	}
	return bytes.subarray(0, read);
}
