import { mkdir } from "node:fs/promises";
import type { Snapshot } from "../../model/snapshot.ts";
import { errorCode } from "../../system/error-code.ts";
import { takeLock } from "../../system/lock.ts";
import { type LedgerFolder, ledgerIdOf, ledgerLock, readLedgerId } from "./folder.ts";
import { type LedgerMismatch, ledgerReadFault, ledgerWriteFault } from "./ledger-fault.ts";

/** The ledger that a state is written with. Each names the other: one without the other is noticed. */
export interface LedgerBinding {
	readonly folder: LedgerFolder;
	/**
	 * Present where posts stay on this machine, which may refuse to keep a ledger. `used`: something may have
	 * been delivered here before.
	 */
	readonly local?: { readonly used: () => Promise<boolean> };
}

const WAIT_MS = 10_000;

/** Compares a state with the ledger of this user. Undefined: they belong together. Changes nothing. */
export async function mismatchOf(
	binding: LedgerBinding,
	{ ledgerId, lineage }: Pick<Snapshot, "ledgerId" | "lineage">,
): Promise<LedgerMismatch | undefined> {
	const { folder, local } = binding;
	if (ledgerId === undefined) return undefined;
	try {
		const found = await readLedgerId(folder);
		if (found === ledgerId) return undefined;
		// What the ledger took over once it goes on knowing, whoever wrote the state since.
		if (found !== undefined && (await knows(folder, lineage))) return undefined;
		if (local !== undefined && !(await local.used())) return undefined;
		return { wanted: ledgerId, found, folder: folder.path };
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		if (local !== undefined) return undefined;
		throw ledgerReadFault(folder.path, error);
	}
}

/** Loaded where it is asked: as a rule the ids are equal. */
async function knows(folder: LedgerFolder, lineage: string): Promise<boolean> {
	const { nothingKnown, readFacts } = await import("./known.ts");
	return readFacts(nothingKnown(folder)).states.has(lineage);
}

/** The id of the ledger of this user, which begins here if there is none. Undefined: none can be kept. */
export async function boundId(
	{ folder, local }: LedgerBinding,
	command: string,
): Promise<string | undefined> {
	try {
		const known = await readLedgerId(folder);
		if (known !== undefined) return known;
		await mkdir(folder.path, { recursive: true, mode: 0o700 });
		const { signal } = new AbortController();
		const lock = await takeLock(ledgerLock(folder), { command, waitMs: WAIT_MS, everyMs: 5, signal });
		return await ledgerIdOf(folder).finally(() => lock.release());
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		if (local !== undefined) return undefined;
		throw ledgerWriteFault(folder.path, error);
	}
}
