import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Entry } from "../model/snapshot.ts";
import { StateFault } from "./faults.ts";
import { encodeLine } from "./lines.ts";

/** Room that must be left before a call is armed, so that its outcome can be written. Bytes. */
const ROOM = 1024 * 1024;
/** Size of the file that is given up to write an outcome on a full disk. Bytes. */
const BALLAST = 64 * 1024;

/** An open journal. Everything is synchronous: a line is on the disk when `append` returns. */
export class JournalFile {
	readonly #path: string;
	#fd: number;
	/** Bytes of whole lines. */
	#size: number;
	#poisoned = false;

	/** Opens or creates the file, cuts what follows the whole lines, and lays the ballast beside it. */
	constructor(path: string, wholeBytes: number) {
		this.#path = path;
		this.#fd = openSync(path, "a+", 0o600);
		this.#size = wholeBytes;
		this.#saving(() => {
			ftruncateSync(this.#fd, wholeBytes);
			writeFileSync(ballastOf(path), Buffer.alloc(BALLAST));
			syncFolder(dirname(path));
		});
	}

	/** Appends one line and syncs it. After a failure nothing more is accepted: what is on the disk is all that counts. Throws `StateFault`. */
	append(line: string, entry: Entry | undefined): void {
		if (this.#poisoned)
			throw new StateFault("The journal could not be written before; nothing more is written in this run.", {
				remedy: "Put right what the first message names, then run the command again.",
			});
		if (entry?.type === "armed") this.#checkRoom();
		this.#saving(() => this.#write(line, entry));
	}

	close(): void {
		closeSync(this.#fd);
	}

	#write(line: string, entry: Entry | undefined): void {
		this.#checkOurs();
		try {
			this.#writeOnce(line);
		} catch (error) {
			if (entry?.type !== "outcome") throw error;
			this.#lastResort(line, error);
		}
	}

	#writeOnce(line: string): void {
		try {
			// Writes until all is written: a bare write may stop short on a full disk without an error.
			writeFileSync(this.#fd, line);
			fdatasyncSync(this.#fd);
			this.#size += Buffer.byteLength(line);
		} catch (error) {
			// Else the next line would be glued to the torn one.
			ftruncateSync(this.#fd, this.#size);
			throw error;
		}
	}

	/** An outcome must not be lost: give up the ballast and try a fresh descriptor, else save it elsewhere and say where. */
	#lastResort(line: string, cause: unknown): void {
		try {
			rmSync(ballastOf(this.#path), { force: true });
			closeSync(this.#fd);
			this.#fd = openSync(this.#path, "a");
			this.#writeOnce(line);
		} catch {
			const elsewhere = join(tmpdir(), `showrun-errored-${process.pid}.state.jsonl`);
			writeFileSync(elsewhere, line, { flag: "a", mode: 0o600 });
			throw new StateFault(`An outcome could not be written to ${this.#path} (${messageOf(cause)}); it was saved to ${elsewhere}.`, {
				remedy: `Make room or restore the folder, then append that file to the journal before anything else runs.`,
				cause,
			});
		}
	}

	#checkRoom(): void {
		const { bavail, bsize } = statfsSync(dirname(this.#path));
		if (bavail * bsize < ROOM)
			throw new StateFault(`There is less than 1 MB left for ${this.#path}, so nothing is sent.`, {
				remedy: "Make room on the disk, then run the command again.",
			});
	}

	/** Another writer, or a folder that was deleted or replaced under us: writing on would be writing into the void. */
	#checkOurs(): void {
		const [held, named] = [fstatSync(this.#fd), statSync(this.#path, { throwIfNoEntry: false })];
		if (named?.ino === held.ino && held.size === this.#size) return;
		throw new StateFault(`${this.#path} was changed or removed by somebody else while it was in use.`, {
			remedy: "Find out who else writes there (a git checkout, a clean-up, another tool); nothing more was sent.",
		});
	}

	#saving(step: () => void): void {
		try {
			step();
		} catch (error) {
			this.#poisoned = true;
			throw error instanceof StateFault ? error : writeFault(this.#path, error);
		}
	}
}

/** Writes the first line of a new journal. */
export function startJournal(path: string, lineage: string): JournalFile {
	const journal = new JournalFile(path, 0);
	journal.append(encodeLine({ journal: 1, lineage }), undefined);
	return journal;
}

/** Removes a journal that was folded in, and its ballast. */
export async function removeJournal(path: string): Promise<void> {
	await rm(path, { force: true });
	await rm(ballastOf(path), { force: true });
}

/** Words for what the file system refused. */
export function writeFault(path: string, cause: unknown): StateFault {
	const code = (cause as NodeJS.ErrnoException).code ?? "";
	const remedies: Readonly<Record<string, string>> = {
		ENOSPC: "The disk is full: make room, then run the command again.",
		EDQUOT: "The disk quota is used up: make room, then run the command again.",
		EROFS: "The disk is read-only: put the state elsewhere (`state:` in showrun.config.yaml).",
		EACCES: "The folder is not writable for this user: change its owner or its mode.",
		EPERM: "The folder is not writable for this user: change its owner or its mode.",
	};
	return new StateFault(`The state cannot be written: ${messageOf(cause)} (${path}).`, {
		remedy: remedies[code] ?? "Put right what it names, then run the command again.",
		cause,
	});
}

function ballastOf(path: string): string {
	return `${path}.ballast`;
}

function syncFolder(folder: string): void {
	const fd = openSync(folder, "r");
	try {
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
