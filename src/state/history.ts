import { defined } from "../model/defined.ts";
import type { PastAttempt } from "../model/history.ts";
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

function attemptsOf(state: Snapshot, { attempts }: GuardMemory): readonly PastAttempt[] {
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
	const others = Object.entries(state.resources).flatMap(([address, resource]): PastAttempt[] => {
		if (resource.kind === "post" || seen.has(address as PastAttempt["address"])) return [];
		return [
			{
				at: resource.submittedAt,
				address: address as PastAttempt["address"],
				kind: resource.kind === "video" ? "submit" : "export",
				became: "done",
			},
		];
	});
	return [...all.values(), ...others].sort((a, b) => a.at - b.at);
}

function attemptOf({ at, address, kind, became, operation, moment }: Attempted): PastAttempt {
	return { at, address, kind, became, operation, ...(moment && { account: moment.account }) };
}
