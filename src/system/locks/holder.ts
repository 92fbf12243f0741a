import { errorCode } from "../error-code.ts";
import { readTextNow } from "../files.ts";
import type { ProcessIdentity } from "../process-identity.ts";

/** Who holds a lock, and what for. */
export interface LockHolder extends ProcessIdentity {
	readonly lockId: string;
	/** What the holder is doing, for people. */
	readonly command: string;
	/** ISO 8601. */
	readonly since: string;
	/** The file system the lock is on, as its holder sees it. Absent: written by an earlier version. */
	readonly fileSystem?: string;
	/** Device and inode of the holder's socket beside the lock. Absent: it has none. */
	readonly socket?: string;
}

/** What a lock file says, and who may read it. */
export interface LockFile {
	readonly holder: LockHolder;
	readonly mode: number;
}

/** The text of a lock file; "" where another user's may not be read. Undefined: there is none. */
export function readLockFile(path: string): string | undefined {
	try {
		return readTextNow(path);
	} catch (error) {
		if (errorCode(error) === "EACCES") return "";
		throw error;
	}
}

const TEXTS = ["lockId", "startTime", "bootId", "pidNamespace", "host", "user", "command", "since"] as const;
const OPTIONAL_TEXTS = ["machineId", "fileSystem", "socket"] as const;

/** What a lock file says. Undefined: it is no lock. */
export function parseHolder(text: string): LockHolder | undefined {
	try {
		const value = JSON.parse(text) as Partial<Record<keyof LockHolder, unknown>>;
		const whole =
			Number.isSafeInteger(value.pid) &&
			Number(value.pid) > 0 &&
			TEXTS.every((name) => typeof value[name] === "string") &&
			OPTIONAL_TEXTS.every((name) => ["string", "undefined"].includes(typeof value[name]));
		// The id becomes part of file names.
		return whole && /^[0-9a-f]{1,64}$/.test(String(value.lockId)) ? (value as LockHolder) : undefined;
	} catch {
		return undefined;
	}
}
