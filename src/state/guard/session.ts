import type { Entry, Snapshot } from "../../model/snapshot.ts";
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
 * this
 * machine, go on without it.
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
export function seal(guard: Guard | undefined, state: Snapshot): void {
	try {
		guard?.file.append({ type: "sealed", serial: state.serial, digest: digestOf(state) });
	} catch (error) {
		if (!isRefusal(error)) throw error;
	}
}

/** What follows for the guard once the journal took an entry, or did not. */
export interface GuardRecording {
	/** A fault where the guard could not be told: the journal will tell it at the next run. */
	written(): StateFault | undefined;
	refused(): void;
}

/**
 * Tells the guard of an entry: of an arming before the journal hears of it, of everything else afterwards.
 * Throws `StateFault` when an arming cannot be told.
 */
export function recordEntry(guard: Guard | undefined, state: Snapshot, entry: Entry): GuardRecording {
	const record = guard && recordOf(state.serial + 1, entry, (id) => state.operations[id]);
	if (guard === undefined || record === undefined) return { written: () => undefined, refused: () => {} };
	if (record.type !== "armed") return { written: () => failing(guard, record), refused: () => {} };
	const fault = failing(guard, record);
	if (fault) throw fault;
	return {
		written: () => undefined,
		refused: () =>
			void failing(guard, { type: "disarmed", serial: state.serial, operation: record.operation }),
	};
}

/** Whether the guard took a record. */
export function remembers(guard: Guard | undefined, record: GuardRecord): boolean {
	return guard !== undefined && failing(guard, record) === undefined;
}

function failing(guard: Guard, record: GuardRecord): StateFault | undefined {
	try {
		guard.file.append(record);
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
