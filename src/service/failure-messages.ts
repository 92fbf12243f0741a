import { Fault } from "../model/fault.ts";

const DISK: Readonly<Record<string, string>> = {
	ENOSPC: "The disk is full: free some space, then try again.",
	EDQUOT: "The disk quota is used up: free some space, then try again.",
	EACCES: "A folder of the service may not be written: check who owns it, then try again.",
	EPERM: "A folder of the service may not be written: check who owns it, then try again.",
	EROFS: "The disk is mounted read-only: mount it writable, or move the folders of the service.",
};

/** A failure in words for a person: what happened and what to do. A bug is told to `log` and called no more than that. */
export function wordsFor(error: unknown, log: (text: string) => void): string {
	if (error instanceof Fault) return [error.message, error.remedy].filter(Boolean).join(" ");
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const words = DISK[code];
	if (words !== undefined) return words;
	log(error instanceof Error ? (error.stack ?? error.message) : String(error));
	return "internal error";
}

/** People know a file by the name they gave it, not by that it is stored under. */
export function asNamed(
	text: string,
	file: { readonly sha256: string; readonly extension: string; readonly title: string },
): string {
	return text.replaceAll(`${file.sha256}.${file.extension}`, `${file.title}.${file.extension}`);
}

/** Tells `log` what nobody can be answered with. */
export function logFailure(error: unknown, log: (text: string) => void): void {
	const words = wordsFor(error, log);
	if (words !== "internal error") log(words);
}
