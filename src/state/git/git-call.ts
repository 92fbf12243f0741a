import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { type GitCall, type GitEnded, type GitPlace, git } from "../../system/git.ts";
import { ProgramFault } from "../../system/run.ts";
import { GitFault, gitFault } from "./git-fault.ts";

/** Most bytes a version may have. */
export const MOST = 256 * 1024 * 1024;
/** A signal that nobody aborts. */
export const NEVER: AbortSignal = new AbortController().signal;
/** What to do where a remote cannot be reached. */
export const REACH =
	"Check the network and the right to reach it (git fetch), then run the command again. Nothing was sent.";

/** Asks git what must be answered. Throws `GitFault`. */
export async function ask(place: GitPlace, args: readonly string[], input?: string): Promise<string> {
	const ended = await call(place, { args, most: MOST, ...defined({ input }) });
	if (!ended.ok) throw gitFault(`git ${args[0]} failed`, ended.words, "Check the repository: git fsck");
	return ended.out;
}

/** Runs git; what keeps it from ending by itself is a fault of the state. */
export async function call(
	place: GitPlace,
	{ signal = NEVER, ...rest }: Omit<GitCall, "signal"> & { readonly signal?: AbortSignal },
): Promise<GitEnded> {
	return git(place, { ...rest, signal }).catch((error: unknown) => {
		if (error instanceof ProgramFault)
			throw new GitFault(`${error.message}.`, { remedy: REACH, cause: error });
		throw error instanceof StopFault
			? new GitFault(error.message, { remedy: error.remedy ?? REACH, cause: error })
			: error;
	});
}
