import type { Snapshot } from "../../model/snapshot.ts";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { guardWriteFault } from "../state-fault.ts";

/** What this machine saw of a workspace's states in databases: the newest serial of each lineage. */
export type Witnessed = ReadonlyMap<string, number>;

/** Reads it. A file that is damaged says nothing. */
export async function readWitness(path: string | undefined): Promise<Witnessed> {
	const text = path === undefined ? undefined : await readIfThere(path);
	try {
		const value: unknown = JSON.parse(text ?? "{}");
		const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
		return new Map(entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])));
	} catch {
		return new Map();
	}
}

/** Why the database may lack something, by what this machine saw. Undefined: it lacks nothing of that. */
export function missing(seen: Witnessed, state: Snapshot | undefined): string | undefined {
	if (state === undefined || state.lineage === "") {
		const [newest] = [...seen.values()].sort((a, b) => b - a);
		return newest === undefined
			? undefined
			: `it holds none, and this machine recorded ${newest} entries of one`;
	}
	const newest = seen.get(state.lineage) ?? 0;
	return state.serial < newest
		? `it ends with entry ${state.serial}, and this machine recorded entry ${newest}`
		: undefined;
}

/** Remembers how far a state went. */
export async function witness(
	path: string | undefined,
	seen: Witnessed,
	{ lineage, serial }: Pick<Snapshot, "lineage" | "serial">,
): Promise<Witnessed> {
	if (path === undefined || lineage === "" || seen.get(lineage) === serial) return seen;
	const next = new Map([...seen, [lineage, serial]]);
	await writePrivate(path, `${JSON.stringify(Object.fromEntries(next))}\n`).catch((error: unknown) => {
		throw guardWriteFault(error);
	});
	return next;
}
