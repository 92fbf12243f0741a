import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncedData, syncFolderNow } from "../../system/files.ts";
import { writeLine } from "../journal-lines.ts";
import { type GuardRecord, lineOf } from "./records.ts";

/** An open guard. Records are on the disk when `append` resolves: all of them, or none. */
export class GuardFile {
	#fd: number | undefined;
	#size: number;
	#isAppending = false;

	/** Creates the file where there is none, and cuts what follows its whole lines. */
	constructor(path: string, wholeBytes: number) {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		this.#fd = openSync(path, "a", 0o600);
		this.#size = wholeBytes;
		try {
			ftruncateSync(this.#fd, wholeBytes);
			syncFolderNow(dirname(path));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/** Throws an error where one append is under way: taking one back would take both. */
	async append(...records: readonly GuardRecord[]): Promise<void> {
		if (this.#fd === undefined) throw new Error("the guard is closed");
		if (this.#isAppending) throw new Error("the guard is being written to");
		this.#isAppending = true;
		const line = writeLine(lineOf(records));
		try {
			writeFileSync(this.#fd, line);
			await syncedData(this.#fd);
			this.#size += Buffer.byteLength(line);
		} catch (error) {
			ftruncateSync(this.#fd, this.#size);
			throw error;
		} finally {
			this.#isAppending = false;
		}
	}

	close(): void {
		const fd = this.#fd;
		this.#fd = undefined;
		if (fd !== undefined) closeSync(fd);
	}
}
