import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import { guardWriteFault, StateFault } from "../state-fault.ts";
import type { OpenOptions } from "../store.ts";
import { type Found, recordOf } from "./examine.ts";
import { digestOf, type Guard, type Look, lockGuard, look, openGuard } from "./guard.ts";
import type { Outside, StateName } from "./places.ts";
import type { GuardRecord } from "./records.ts";

const NOTHING: Look = { seen: { known: undefined, before: undefined, unreadable: false }, sealed: false };

/**
 * Reads this machine's record. Where that is impossible, only posts of the embedded service, which stay on
 * this machine, go on without it.
 */
export async function lookFrom(outside: Outside, path: string, state: Snapshot): Promise<Look> {
	return look(outside, path, state).catch((error: unknown) => {
		if (outside.embedded !== undefined && isRefusal(error)) return NOTHING;
		throw isRefusal(error) ? guardReadFault(error) : error;
	});
}

/** Opens the guard, alone with it. Undefined: it cannot be kept, and the posts stay on this machine. */
export async function guarding(
	outside: Outside,
	state: StateName,
	{ found, options }: { readonly found: Found; readonly options: OpenOptions },
): Promise<Guard | undefined> {
	try {
		const lock = await lockGuard(outside, found.state.lineage, options);
		return await openGuard(outside, { ...state, lock, found, at: systemClock.now() }).catch(
			async (error: unknown) => {
				await lock.release();
				throw error;
			},
		);
	} catch (error) {
		if (outside.embedded !== undefined && isRefusal(error)) return undefined;
		throw isRefusal(error) ? guardWriteFault(error) : error;
	}
}

/** Closes the guard, if there is one. */
export async function letGo(guard: Guard | undefined): Promise<void> {
	guard?.file.close();
	await guard?.lock.release();
}

/** Notes that a run ended with this state. What is not noted is compared the long way. */
export async function seal(guard: Guard | undefined, state: Snapshot): Promise<void> {
	try {
		await guard?.file.append({ type: "sealed", serial: state.serial, digest: digestOf(state) });
	} catch (error) {
		if (!isRefusal(error)) throw error;
	}
}

/** What the guard has to be told of entries that are about to be written, in their order. */
export function recordsOf(state: Snapshot, entries: readonly JournalEntry[]): readonly GuardRecord[] {
	return entries.flatMap(
		(entry, index) => recordOf(state.serial + 1 + index, entry, (id) => state.operations[id]) ?? [],
	);
}

/** Takes armings back that the journal did not take. */
export async function disarm(
	guard: Guard | undefined,
	state: Snapshot,
	records: readonly GuardRecord[],
): Promise<void> {
	const { serial } = state;
	const disarmed = records.flatMap((record): readonly GuardRecord[] =>
		record.type === "armed" ? [{ type: "disarmed", serial, operation: record.operation }] : [],
	);
	await tellGuard(guard, disarmed);
}

/** Whether the guard took a record. */
export async function remembers(guard: Guard | undefined, record: GuardRecord): Promise<boolean> {
	return guard !== undefined && (await tellGuard(guard, [record])) === undefined;
}

/** Writes records down, durable when it resolves. Gives the fault where the guard does not take them. */
export async function tellGuard(
	guard: Guard | undefined,
	records: readonly GuardRecord[],
): Promise<StateFault | undefined> {
	if (guard === undefined || records.length === 0) return undefined;
	try {
		await guard.file.append(...records);
		return undefined;
	} catch (error) {
		if (isRefusal(error)) return guardWriteFault(error);
		throw error;
	}
}

function guardReadFault(cause: Error): StateFault {
	return new StateFault(
		`What this machine remembers outside of the work tree cannot be read: ${cause.message}.`,
		{
			remedy: "Give this user the right to read that folder (below XDG_STATE_HOME, or else ~/.local/state).",
			cause,
		},
	);
}

function isRefusal(error: unknown): error is NodeJS.ErrnoException {
	return error instanceof Error && "code" in error && typeof error.code === "string";
}
