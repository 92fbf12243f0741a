import type { Snapshot } from "../../model/snapshot.ts";
import { recover } from "../snapshot/fold.ts";
import { call } from "./git-call.ts";
import { caughtUp, readLocal } from "./journal.ts";
import { type GitWorkspace, openRepository, seenOf, versionAt } from "./repository.ts";

/** What this clone knows of a state without asking the remote. */
export interface LastSeen {
	readonly snapshot: Snapshot;
	/** When its newest version was written, ISO 8601 with an offset. */
	readonly writtenAt: string;
}

/**
 * The newest version of the state that this clone has seen, with what a run of its own did since; for who
 * only looks. Undefined: it has seen none. Throws `GitFault`.
 */
export async function lastSeen(placed: GitWorkspace): Promise<LastSeen | undefined> {
	const repository = await openRepository(placed);
	const seen = await seenOf(repository);
	if (seen === undefined) return undefined;
	const head = await versionAt(repository, seen);
	const journal = await readLocal(repository);
	const { out } = await call(repository.place, { args: ["log", "-1", "--format=%cI", seen] });
	const snapshot = journal ? (await caughtUp(repository, { journal, head })).state : head.snapshot;
	return { snapshot: recover(snapshot), writtenAt: out.trim() };
}
