import { type AddressText, withoutMoment } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { entriesOf } from "../model/keys.ts";
import type { AttentionChange, Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";
import { dueOf } from "./held-posts.ts";
import type { World } from "./world.ts";

type Cancelled = Extract<Remedy, { readonly code: "cancel-in-calendar" | "cancelled-at-service" }>;

/**
 * The changes with one pattern for all posts of an entry to an account, where one command may name them:
 * where it names no others.
 */
export function withPatterns(changes: readonly Change[], world: World): readonly Change[] {
	const groups = new Map<string, AddressText[]>();
	for (const change of changes) {
		const key = keyOf(change);
		if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), withoutMoment(change.address)]);
	}
	const shared = new Map([...groups].filter(([, targets]) => targets.length > 1));
	if (shared.size === 0) return changes;
	const ahead = postsAhead(world);
	return changes.map((change) => {
		const targets = shared.get(keyOf(change) ?? "");
		const [pattern] = targets ?? [];
		if (change.action !== "attention" || targets === undefined || pattern === undefined) return change;
		if (ahead.get(pattern) !== targets.length) return change;
		return { ...change, remedy: { ...change.remedy, pattern } as Cancelled };
	});
}

/** Those that share a remedy. Undefined: it is no cancel. */
function keyOf(change: Change): string | undefined {
	if (change.action !== "attention" || !isCancelled(change.remedy)) return undefined;
	const { address: _, ...remedy } = change.remedy;
	return JSON.stringify([withoutMoment(change.address), change.reason, remedy]);
}

function isCancelled(remedy: AttentionChange["remedy"]): remedy is Cancelled {
	return remedy.code === "cancel-in-calendar" || remedy.code === "cancelled-at-service";
}

/** How many posts a pattern names that are not out, see `namedPosts`. */
function postsAhead({ snapshot, observed: { now } }: World): ReadonlyMap<AddressText, number> {
	const found = new Map<AddressText, number>();
	for (const [address, state] of entriesOf(snapshot.resources)) {
		if (state.kind !== "post" || state.withdrawn !== undefined || !isAhead(dueOf(state), now)) continue;
		const target = withoutMoment(address);
		found.set(target, (found.get(target) ?? 0) + 1);
	}
	return found;
}

function isAhead(due: EpochMs, now: EpochMs): boolean {
	return due > now;
}
