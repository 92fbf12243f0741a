/**
 * What the loop does after a fault: try again soon, wait for something outside, or give up on this address.
 */
export type Next = "retry" | "wait" | "stop";

/**
 * A failure that knows what happens next, so that no loop ever reads messages or status codes. Anything else
 * thrown is a bug.
 */
export abstract class Fault extends Error {
	abstract readonly next: Next;
	/**
	 * True when the run cannot go on at all, not even with other addresses (the state cannot be written, the
	 * service cannot be reached).
	 */
	readonly fatal: boolean = false;
	/** What a person can do about it, in words that can be copied. */
	readonly remedy: string | undefined;

	constructor(message: string, options: { readonly remedy?: string; readonly cause?: unknown } = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = new.target.name;
		this.remedy = options.remedy;
	}
}

/** Whether the run cannot go on after an error: anything but a fault is a bug. */
export function isFatal(error: unknown): boolean {
	return !(error instanceof Fault) || error.fatal;
}

/**
 * Something a person must fix before the command can work at all (a missing file, a wrong setting, a
 * full disk).
 */
export class StopFault extends Fault {
	readonly next = "stop" as const;
}
