import { Fault } from "../model/fault.ts";

/** The state cannot be read or written: nothing can go on without it. */
export class StateFault extends Fault {
	readonly next = "stop" as const;
	override readonly fatal = true;
}

/** Written by a version that knows more than this one: not damaged, and not to be repaired. */
export class NewerFault extends StateFault {
	constructor(what: string, format: number) {
		super(`${what} was written by a newer showrun (format ${format}).`, { remedy: "Upgrade showrun." });
	}
}

/** The state was moved elsewhere, and is closed here. */
export class MovedFault extends StateFault {
	constructor(what: string, to: string) {
		super(`${what} was moved to ${to}, and is closed here.`, {
			remedy: "Set `state` in showrun.config.yaml to where it is now: showrun state migrate --help",
		});
	}
}

/** What to do about each refusal of the file system. */
const REMEDIES: Readonly<Record<string, string>> = {
	ENOSPC: "The disk is full: make room, then run the command again.",
	EDQUOT: "The disk quota is used up: make room, then run the command again.",
	EFBIG: "The largest size of a file is reached: raise the limit (`ulimit -f`), then run the command again.",
	EROFS: "The disk is read-only: put the state elsewhere (`state:` in showrun.config.yaml).",
	EACCES: "The folder is not writable for this user: change its owner or its mode.",
	EPERM: "The folder is not writable for this user: change its owner or its mode.",
};

/** Words for what the file system refused. */
export function writeFault(path: string, cause: unknown): StateFault {
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
	return new StateFault(
		`The state cannot be written: ${cause instanceof Error ? cause.message : String(cause)} (${path}).`,
		{
			remedy: REMEDIES[code] ?? "Fix the problem above, then run the command again.",
			cause,
		},
	);
}

/** What this machine must remember outside of the work tree cannot be written. */
export function guardWriteFault(cause: unknown): StateFault {
	return new StateFault(
		"The attempt cannot be recorded outside of the work tree: " +
			`${cause instanceof Error ? cause.message : String(cause)}.`,
		{
			remedy:
				"Make that folder writable, or name another one that stays: XDG_STATE_HOME=/path. " +
				"Nothing more was sent.",
			cause,
		},
	);
}

/** A file of ours is not as we left it. */
export function foreignFault(path: string): StateFault {
	return new StateFault(`${path} was changed or removed by another program while it was in use.`, {
		remedy:
			"Find out who else writes there (a git checkout, a clean-up, another tool), " +
			"then run the command again. Nothing more was sent.",
	});
}

/** An entry after one that failed. */
export function refusedFault(): StateFault {
	return new StateFault("The state could not be written before; nothing more is written in this run.", {
		remedy: "Fix the problem in the first message, then run the command again.",
	});
}
