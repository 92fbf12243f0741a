import { Fault } from "../../model/fault.ts";
import { LockedFault } from "../../system/lock.ts";
import { printable } from "../../system/run.ts";

const OF_DISK = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOENT", "ENOTDIR", "EEXIST", "EIO"];

/** A file of the data folder that is not what the service wrote there. */
export class StoreFault extends Fault {
	readonly next = "stop" as const;
}

/** What the service keeps cannot be reached now: the same may work a moment later. */
export class AwayFault extends Fault {
	readonly next = "wait" as const;
}

/** The database with the records does not answer now. */
export class StoreAwayFault extends AwayFault {
	constructor(why: string, cause: unknown) {
		super(`The database of the service does not answer: ${why}.`, {
			remedy: "It is tried again: check that PostgreSQL runs.",
			cause,
		});
	}
}

/** A process serves what is in the database. */
export class ServedFault extends LockedFault {
	constructor() {
		super("A service still runs on this database.", {
			remedy: "Stop every `showrun serve` on it first; after a kill, wait ten seconds.",
		});
	}
}

/** What is wrong with a disk is no bug: such an error as a fault, any other as it is. */
export function dataFault(error: unknown, data: string): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (!OF_DISK.includes(code)) return error;
	const remedy = "Check the disk and who may write there, or point embedded.data to another folder.";
	return new StoreFault(`The data folder ${printable(data)} cannot be used (${code}).`, {
		cause: error,
		remedy,
	});
}
