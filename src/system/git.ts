import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import { errorCode } from "./error-code.ts";
import { printable, run } from "./run.ts";

/** The environment git runs in. */
export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitPlace {
	/** A folder of the repository. */
	readonly folder: string;
	readonly env: GitEnvironment;
}

export interface GitCall {
	readonly args: readonly string[];
	readonly input?: string;
	readonly signal: AbortSignal;
	/** Longest it may take, in milliseconds. */
	readonly limitMs?: number;
	/** Most bytes it may answer. */
	readonly most?: number;
	/** It works for a person: hooks run, and commits are of who git says the user is. Absent: for showrun. */
	readonly forUser?: { readonly author?: string };
}

/** How git ended: what it wrote, and its last words about what went wrong, printable. */
export interface GitEnded {
	readonly ok: boolean;
	readonly out: string;
	readonly words: readonly string[];
}

/** What a hook or an outer git sets would lead us to another repository or into its index. */
const FOREIGN =
	/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|QUARANTINE_PATH|TRACE\w*|REFLOG_ACTION|LITERAL_PATHSPECS)$/;

/** Who writes commits of the tool itself: a runner may have no name of its own. */
const AUTHOR = { NAME: "showrun", EMAIL: "showrun@localhost" };
const OWN_NAMES = {
	GIT_AUTHOR_NAME: AUTHOR.NAME,
	GIT_AUTHOR_EMAIL: AUTHOR.EMAIL,
	GIT_COMMITTER_NAME: AUTHOR.NAME,
	GIT_COMMITTER_EMAIL: AUTHOR.EMAIL,
};

/**
 * Nobody is asked for a password or a passphrase, neither at the terminal nor in a window: what git and ssh
 * know by themselves must do.
 */
const NOBODY = {
	GIT_TERMINAL_PROMPT: "0",
	GIT_ASKPASS: "",
	SSH_ASKPASS_REQUIRE: "never",
	GCM_INTERACTIVE: "never",
};

const LIMIT_MS = 60_000;
const MOST = 1024 * 1024;

/**
 * Runs git, which asks nobody anything. Unless it works for a person it runs no hook, and leaves work tree
 * and index alone. Throws `StopFault` when it cannot be started, takes too long or answers too much.
 */
export async function git(place: GitPlace, call: GitCall): Promise<GitEnded> {
	const pieces: Uint8Array[] = [];
	let size = 0;
	const onBytes = (bytes: Uint8Array) => {
		size += bytes.length;
		if (size > (call.most ?? MOST))
			throw new StopFault("git answered more than a state can be.", {
				remedy: "See what the remote holds there.",
			});
		pieces.push(bytes);
	};
	const program = defined({
		path: "git",
		args: [...(call.forUser ? [] : ["-c", "core.hooksPath=/dev/null"]), ...call.args],
		cwd: place.folder,
		env: { ...environment(place.env), ...(call.forUser ? authorOf(call.forUser) : OWN_NAMES) },
		input: call.input,
		signal: call.signal,
		limitMs: call.limitMs ?? LIMIT_MS,
		onBytes,
	});
	const { code, lastLines } = await run(program).catch((error: unknown) => {
		throw isNotInstalled(error) ? missing(error) : error;
	});
	return {
		ok: code === 0,
		out: Buffer.concat(pieces).toString("utf8"),
		words: lastLines.map((line) => printable(line)),
	};
}

function environment(env: GitEnvironment): GitEnvironment {
	const own = Object.entries(env).filter(([name]) => !FOREIGN.test(name));
	return { ...Object.fromEntries(own), ...NOBODY, LC_ALL: "C" };
}

/** Nobody's address is known but the user's own. */
function authorOf({ author }: NonNullable<GitCall["forUser"]>): GitEnvironment {
	return author === undefined ? {} : { GIT_AUTHOR_NAME: author, GIT_AUTHOR_EMAIL: AUTHOR.EMAIL };
}

function isNotInstalled(error: unknown): error is Error {
	return error instanceof Error && errorCode(error.cause) === "ENOENT";
}

function missing(cause: Error): StopFault {
	return new StopFault("State is kept with git, and git is not installed here, or not on the PATH.", {
		remedy: "Install git 2.29 or newer.",
		cause,
	});
}
