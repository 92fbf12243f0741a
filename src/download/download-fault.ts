import { Fault, type Next } from "../model/fault.ts";

/** A link that did not give its clip. `stale`: a fresh link may. Messages never contain the link. */
export class LinkFault extends Fault {
	readonly next: Next;
	readonly stale: boolean;
	readonly retryAfterMs: number | undefined;

	constructor(
		message: string,
		options: {
			readonly kind: "passes" | "stale" | "final";
			readonly remedy: string;
			readonly retryAfterMs?: number | undefined;
		},
	) {
		super(message, options);
		this.next = options.kind === "passes" ? "retry" : "stop";
		this.stale = options.kind === "stale";
		this.retryAfterMs = options.retryAfterMs;
	}
}

/** A clip that was left out of rendering by `export.limit`. */
export class UnrenderedFault extends Fault {
	readonly next = "stop" as const;
}

/** A clip cannot be written to its folder. */
export class FolderFault extends Fault {
	readonly next = "stop" as const;
	override readonly fatal: boolean;

	constructor(
		message: string,
		options: { readonly fatal: boolean; readonly remedy: string; readonly cause: unknown },
	) {
		super(message, options);
		this.fatal = options.fatal;
	}

	/** A failure of the file system in words; anything else comes back as it is. */
	static of(error: unknown, path: string): unknown {
		if (!(error instanceof Error) || !("code" in error) || error instanceof Fault) return error;
		const [why, remedy, fatal] = WORDS[String(error.code)] ?? [
			String(error.code),
			"Look at the folder, then run the same command again.",
			false,
		];
		return new FolderFault(`${path} cannot be written: ${why}.`, { remedy, fatal, cause: error });
	}
}

const SPACE =
	"Free some space (or choose another folder with --out), then run the same command again to resume.";
const RIGHTS = "Allow writing there, or choose another folder with --out.";
const SHORTER = "Choose another folder with --out, or another name with --name.";

const WORDS: Readonly<Record<string, readonly [why: string, remedy: string, fatal: boolean]>> = {
	ENOSPC: ["the disk is full", SPACE, true],
	EDQUOT: ["the disk quota is used up", SPACE, true],
	EFBIG: ["the file is too large for this disk", SPACE, false],
	EROFS: ["the disk is read-only", RIGHTS, true],
	EACCES: ["permission is denied", RIGHTS, true],
	EPERM: ["it is not allowed", RIGHTS, true],
	EIO: ["the disk reports an error", "Choose another folder with --out.", true],
	ENAMETOOLONG: ["the path is too long", SHORTER, false],
	ENOTDIR: ["a part of its path is a file", SHORTER, false],
	EEXIST: ["a part of its path is a file", SHORTER, false],
	EISDIR: ["a folder of that name is there", SHORTER, false],
	ELOOP: ["it is a symbolic link", "Remove the link, then run the same command again.", false],
};
