import type { GitPlace } from "../../system/git.ts";
import { call, NEVER, REACH } from "./git-call.ts";
import { unreachableFault } from "./git-fault.ts";

/** The remote that refs are asked of. */
interface Asked {
	readonly place: GitPlace;
	readonly remote: string;
	readonly address: string;
}

/** The refs of the remote that fit, each with its commit. Throws `UnreachableFault`. */
export async function listRefs(
	{ place, remote, address }: Asked,
	patterns: readonly string[],
	signal: AbortSignal = NEVER,
): Promise<ReadonlyMap<string, string>> {
	const listed = await call(place, { args: ["ls-remote", "--refs", address, ...patterns], signal });
	if (!listed.ok) throw unreachableFault(remote, listed.words, REACH);
	return new Map(
		listed.out.split("\n").flatMap((line): [string, string][] => {
			const [, commit, ref] = /^([0-9a-f]{40,64})\t(refs\/.+)$/.exec(line) ?? [];
			return commit === undefined || ref === undefined ? [] : [[ref, commit]];
		}),
	);
}

/** Brings what the refs hold into this clone, under no name. Throws `UnreachableFault`. */
export async function fetchRefs(
	{ place, remote, address }: Asked,
	refs: readonly string[],
	signal: AbortSignal = NEVER,
): Promise<void> {
	const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap="];
	const fetched = await call(place, { args: ["fetch", ...quiet, address, ...refs], signal });
	if (!fetched.ok) throw unreachableFault(remote, fetched.words, REACH);
}

/** Whether this clone holds a commit. */
export async function holds({ place }: Asked, commit: string): Promise<boolean> {
	return (await call(place, { args: ["cat-file", "-e", `${commit}^{commit}`] })).ok;
}
