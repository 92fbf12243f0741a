import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { StateStore } from "../../state/store.ts";
import { err } from "../terminal/terminal.ts";
import { gitOf } from "./git-state.ts";
import { storeOf } from "./store.ts";

/**
 * The state for who only looks. Where it is on a remote that does not answer, it is what this clone saw of it
 * last, and that is said on stderr.
 */
export async function lookAtState(
	settings: Settings,
	store: Pick<StateStore, "read"> = storeOf(settings),
): Promise<Snapshot> {
	try {
		return await store.read();
	} catch (error) {
		const placed = gitOf(settings);
		if (placed === undefined || !(error instanceof Fault)) throw error;
		const [{ UnreachableFault }, { lastSeen }] = await Promise.all([
			import("../../state/git/git-fault.ts"),
			import("../../state/git/last-seen.ts"),
		]);
		const seen = error instanceof UnreachableFault ? await lastSeen(placed) : undefined;
		if (seen === undefined) throw error;
		err(`Note: ${error.message} This is what this clone saw of it last, of ${seen.writtenAt}.\n`);
		return seen.snapshot;
	}
}
