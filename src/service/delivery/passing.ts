import { DiskFullFault } from "../../engine/io/engine-fault.ts";
import { Fault } from "../../model/fault.ts";
import { errorCode } from "../../system/error-code.ts";
import { DiedFault } from "../../system/ffmpeg.ts";
import { failureMessage, isDiskCode } from "../failure-messages.ts";

/** Nothing was sent: the account can be posted to again once somebody has connected it. */
export class AccountFault extends Fault {
	readonly next = "wait" as const;
}

/** A program that ends badly may do better later, but not for ever. */
const TRIES = 5;

/**
 * Whether it is something on this machine that may pass: a full, missing or read-only disk, too many open
 * files, a program that was killed. The post waits for its end.
 */
export function isPassing(error: unknown, tries: number): boolean {
	if (error instanceof DiskFullFault) return true;
	if (error instanceof DiedFault) return tries < TRIES;
	if (error instanceof Fault && error.next !== "stop") return true;
	if (/^E[A-Z0-9]+$/.test(errorCode(error) ?? "")) return true;
	return error instanceof Error && error.cause !== undefined && isPassing(error.cause, tries);
}

/** Why the post waits. */
export function passingMessage(error: unknown, log: (text: string) => void): string {
	const code = errorCode(error);
	const isKnown = error instanceof Fault || code === undefined || isDiskCode(code);
	return isKnown ? failureMessage(error, log) : `A file or folder cannot be used (${code}): check the disks.`;
}

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** How long to wait after so many failures in a row, in milliseconds. */
export function backoff(faults: number): number {
	return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, faults - 1));
}

/** When to try again after that many failures in a row, in epoch milliseconds. */
export function later({ faults }: { readonly faults: number }, now: number): number {
	return now + backoff(faults);
}
