import { defined } from "../model/defined.ts";
import type { PastAttempt } from "../model/history.ts";
import { entriesOf } from "../model/keys.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { readOnDisk } from "./file/on-disk.ts";
import type { StatePlace } from "./file/store.ts";
import { unrecorded } from "./guard/examine.ts";
import { readGuard } from "./guard/guard.ts";
import { type Attempted, type GuardMemory, knownFrom } from "./guard/records.ts";

/**
 * Every attempt that is known, oldest first: from what this machine remembers, from the journal, and from the
 * state.
 */
export async function historyOf({ path, outside }: StatePlace): Promise<readonly PastAttempt[]> {
	const found = await readOnDisk(path);
	const known = (outside && (await readGuard(outside, found.state.lineage))) ?? knownFrom([]);
	return attemptsOf(found.state, knownFrom(unrecorded(known, found), known));
}

/** The attempts that a state alone knows, oldest first. */
export function attemptsIn(state: Snapshot): readonly PastAttempt[] {
	return attemptsOf(state, knownFrom([]));
}

/** Those of a state and of what this machine remembers of it, oldest first. */
export function attemptsOf(state: Snapshot, { attempts }: GuardMemory): readonly PastAttempt[] {
	const all = new Map<string, PastAttempt>([...attempts].map(([id, attempt]) => [id, attemptOf(attempt)]));
	for (const { operation, address, account, at } of state.ledger) {
		// The state may have been renamed since.
		all.set(operation, {
			...(all.get(operation) ?? { at, kind: "publish", became: "done", operation }),
			address,
			account,
		});
	}
	for (const { id, address, kind, phase, armedAt, at } of Object.values(state.operations)) {
		if (phase === "intent") continue;
		const account = all.get(id)?.account;
		all.set(id, {
			at: armedAt ?? at,
			address,
			kind,
			became: phase,
			operation: id,
			...defined({ account }),
		});
	}
	const seen = new Set([...all.values()].map(({ address }) => address));
	const gone = [...all.values()].filter(
		({ address, kind, became }) =>
			kind !== "publish" && became === "done" && state.resources[address] === undefined,
	);
	const others = entriesOf(state.resources).flatMap(([address, resource]): PastAttempt[] => {
		if (resource.kind === "post" || seen.has(address)) return [];
		const { submittedAt: at } = resource;
		const kind = resource.kind === "video" ? "submit" : "export";
		const former = formerOf({ at, kind }, gone);
		if (former?.operation === undefined) return [{ at, address, kind, became: "done" }];
		all.set(former.operation, { ...former, address });
		gone.splice(gone.indexOf(former), 1);
		return [];
	});
	return [...all.values(), ...others].sort((a, b) => a.at - b.at);
}

/** An answer comes so long after its request at most, in milliseconds. */
const ANSWERED_MS = 125_000;

/** The attempt of a task that was renamed since: the nearest one whose address has nothing any more. */
function formerOf(
	{ at, kind }: Pick<PastAttempt, "at" | "kind">,
	gone: readonly PastAttempt[],
): PastAttempt | undefined {
	const apart = (each: PastAttempt) => Math.abs(at - each.at);
	return gone
		.filter((each) => each.kind === kind && apart(each) < ANSWERED_MS)
		.reduce<PastAttempt | undefined>(
			(best, each) => (best !== undefined && apart(best) <= apart(each) ? best : each),
			undefined,
		);
}

function attemptOf({ at, address, kind, became, operation, moment }: Attempted): PastAttempt {
	return { at, address, kind, became, operation, ...(moment && { account: moment.account }) };
}
