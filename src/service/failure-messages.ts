import { Fault } from "../model/fault.ts";

const BUG = "internal error";
const DISK: Readonly<Record<string, string>> = {
	ENOSPC: "The disk is full: free some space, then try again.",
	EDQUOT: "The disk quota is used up: free some space, then try again.",
	EACCES: "A folder of the service may not be written: check who owns it, then try again.",
	EPERM: "A folder of the service may not be written: check who owns it, then try again.",
	EIO: "The disk reports an error: check it.",
	EMFILE: "Too many files are open: raise the limit (`ulimit -n`).",
	ENFILE: "Too many files are open on this machine.",
	EROFS: "The disk is mounted read-only: mount it writable, or move the folders of the service.",
};

/**
 * What a person is told of a failure: what happened and what to do. A bug goes to `log`; everybody else reads
 * "internal error".
 */
export function failureMessage(error: unknown, log: (text: string) => void): string {
	if (error instanceof Fault) return [error.message, error.remedy].filter(Boolean).join(" ");
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const message = DISK[code];
	if (message !== undefined) return message;
	log(error instanceof Error ? (error.stack ?? error.message) : String(error));
	return BUG;
}

/** Whether there is a message of its own for this code. */
export function isDiskCode(code: string): boolean {
	return Object.hasOwn(DISK, code);
}

/** The message with the title of a file in place of the name it is stored under. */
export function withFileTitle(
	text: string,
	file: { readonly sha256: string; readonly extension: string; readonly title: string },
): string {
	return text.replaceAll(`${file.sha256}.${file.extension}`, `${file.title}.${file.extension}`);
}

/** Logs a failure that belongs to no request. */
export function logFailure(error: unknown, log: (text: string) => void): void {
	const message = failureMessage(error, log);
	if (message !== BUG) log(message);
}
