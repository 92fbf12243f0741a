import { type Fault, StopFault } from "../../model/fault.ts";
import { errorCode } from "../../system/error-code.ts";

/** What a disk that takes nothing says. */
const REASONS: Readonly<Record<string, string>> = {
	ENOSPC: "A disk is full",
	EDQUOT: "The disk quota of this user is used up",
	EROFS: "A disk can only be read",
};

/** A disk that takes nothing is no bug, wherever it was noticed. Undefined: the error says something else. */
export function diskFault(error: unknown): Fault | undefined {
	const code = errorCode(error) ?? "";
	const reason = REASONS[code];
	if (reason === undefined) return undefined;
	const { path } = error as NodeJS.ErrnoException;
	return new StopFault(`${reason} (${code}${path === undefined ? "" : `, ${path}`}).`, {
		remedy: "Make room, then run the command again: showrun doctor shows the disks and what is free.",
		cause: error,
	});
}
