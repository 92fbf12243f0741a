import { randomBytes } from "node:crypto";
import {
	closeSync,
	constants,
	fstatSync,
	ftruncateSync,
	openSync,
	rmSync,
	type Stats,
	statfsSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { JournalEntry } from "../../model/snapshot.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { syncedData, syncFolderNow } from "../../system/files.ts";
import { encodeLine } from "../journal-lines.ts";
import { foreignFault, StateFault, writeFault } from "../state-fault.ts";

/** Room that must be left before a call is armed, so that its outcome can be written. Bytes. */
const ROOM = 1024 * 1024;
/** Size of the file that is given up to write an outcome on a full disk. Bytes. */
const BALLAST = 64 * 1024;

/** Whose the file with the journal's name is now: still ours, gone, or somebody else wrote there. */
export type Ownership = "ours" | "gone" | "changed";

/** An open journal, of which one line is written at a time. */
export class JournalFile {
	readonly #path: string;
	#fd: number | undefined;
	readonly #ino: number;
	/** Bytes of whole lines. */
	#size = 0;

	/** Creates the file, never takes over one that is there, and lays the ballast beside it. */
	constructor(path: string) {
		this.#path = path;
		this.#fd = openSync(path, "ax", 0o600);
		this.#ino = fstatSync(this.#fd).ino;
		try {
			// Zeros would take no room on a disk that compresses.
			writeFileSync(ballastOf(path), randomBytes(BALLAST), { mode: 0o600 });
			syncFolderNow(dirname(path));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/**
	 * Appends one line, durable when it resolves. Throws `StateFault`; after that the file is not to be written
	 * to any more.
	 * `types`: of the entries that it holds.
	 */
	async append(line: string, types: readonly JournalEntry["type"][]): Promise<void> {
		try {
			this.#checkOurs();
			await this.#write(line, types.includes("outcome"));
		} catch (error) {
			throw error instanceof StateFault ? error : writeFault(this.#path, error);
		}
	}

	/** Whose the file is now. */
	ownership(): Ownership {
		const named = look(this.#path);
		if (named === undefined) return "gone";
		return named.ino === this.#ino && named.size === this.#size ? "ours" : "changed";
	}

	close(): void {
		const fd = this.#fd;
		this.#fd = undefined;
		if (fd !== undefined) closeSync(fd);
	}

	/** Throws `StateFault` where the outcome of a call that is about to be armed might find no room. */
	mustHaveRoom(): void {
		let free: number;
		try {
			const { bavail, bsize } = statfsSync(dirname(this.#path));
			free = bavail * bsize;
		} catch (error) {
			throw writeFault(this.#path, error);
		}
		if (free < ROOM)
			throw new StateFault(`There is less than 1 MB left for ${this.#path}, so nothing is sent.`, {
				remedy: "Make room on the disk, then run the command again.",
			});
	}

	async #write(line: string, holdsOutcome: boolean): Promise<void> {
		try {
			await this.#writeOnce(line);
		} catch (error) {
			if (!holdsOutcome) throw error;
			this.#reopen();
			await this.#writeOnce(line);
		}
	}

	async #writeOnce(line: string): Promise<void> {
		if (this.#fd === undefined) throw new Error("the journal is closed");
		try {
			// Writes until all is written: a bare write may stop short on a full disk without an error.
			writeFileSync(this.#fd, line);
			await syncedData(this.#fd);
			this.#size += Buffer.byteLength(line);
		} catch (error) {
			// Else the next line would be glued to the torn one.
			ftruncateSync(this.#fd, this.#size);
			throw error;
		}
	}

	/**
	 * An outcome must not be lost: gives up the ballast for it. A descriptor that failed is not used again,
	 * because its errors are reported only once.
	 */
	#reopen(): void {
		rmSync(ballastOf(this.#path), { force: true });
		this.close();
		this.#fd = openSync(this.#path, constants.O_WRONLY | constants.O_APPEND);
		if (fstatSync(this.#fd).ino === this.#ino) ftruncateSync(this.#fd, this.#size);
		this.#checkOurs();
	}

	/**
	 * Another writer, or a folder that was deleted or replaced under us: writing on would be writing into the
	 * void.
	 */
	#checkOurs(): void {
		if (this.ownership() !== "ours") throw foreignFault(this.#path);
	}
}

/** Writes the first line of a new journal. */
export async function startJournal(path: string, lineage: string): Promise<JournalFile> {
	const journal = new JournalFile(path);
	try {
		await journal.append(encodeLine({ journal: 1, lineage }), []);
	} catch (error) {
		journal.close();
		throw error;
	}
	return journal;
}

/** Removes a journal that was folded in, and its ballast. */
export async function removeJournal(path: string): Promise<void> {
	await rm(path, { force: true });
	await removeBallast(path);
}

/** Removes the ballast that a process left which was killed before it could. */
export async function removeBallast(path: string): Promise<void> {
	await rm(ballastOf(path), { force: true });
}

function look(path: string): Stats | undefined {
	try {
		return statSync(path);
	} catch (error) {
		return undefinedIfMissing(error);
	}
}

function ballastOf(path: string): string {
	return `${path}.ballast`;
}
