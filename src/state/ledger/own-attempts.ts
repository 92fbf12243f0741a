import type { LedgerEntry, Part } from "./records.ts";

/**
 * Attempts of one run. A run may make ten thousand at one account, and each of them asks who else posted
 * there: so the entries of others are collected once, as the part grows.
 */
export interface OwnAttempts {
	readonly operations: Set<string>;
	readonly others: WeakMap<Part, Others>;
}

/** Operations of a part that were not this run's when they were met, among so many of its first. */
interface Others {
	readonly operations: string[];
	met: number;
}

/** No attempt yet. */
export function noAttempts(): OwnAttempts {
	return { operations: new Set(), others: new WeakMap() };
}

/** The entries of a part that others made, in its order. */
export function othersIn(part: Part | undefined, own: OwnAttempts): readonly LedgerEntry[] {
	if (part === undefined) return [];
	const others = own.others.get(part) ?? { operations: [], met: 0 };
	own.others.set(part, others);
	for (; others.met < part.operations.length; others.met++) {
		const operation = part.operations[others.met];
		if (operation !== undefined && !own.operations.has(operation)) others.operations.push(operation);
	}
	return others.operations
		.filter((operation) => !own.operations.has(operation))
		.flatMap((operation) => part.entries.get(operation) ?? []);
}
