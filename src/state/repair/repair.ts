import { chmod, copyFile, readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Snapshot } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { takeLock } from "../../system/lock.ts";
import { writePrivate } from "../../system/private.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { readBackups } from "../file/backups.ts";
import { removeJournal } from "../file/journal.ts";
import { readOnDisk, textOf } from "../file/on-disk.ts";
import { journalOf, lockOf } from "../file/paths.ts";
import type { StatePlace } from "../file/store.ts";
import { look, readGuard, troubleOf } from "../guard/guard.ts";
import { guardFault } from "../guard/guard-fault.ts";
import { readPlace } from "../guard/places.ts";
import { guarding, letGo, seal } from "../guard/session.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { EMPTY } from "../snapshot/fold.ts";
import { MovedFault, NewerFault, StateFault } from "../state-fault.ts";
import type { OpenOptions } from "../store.ts";
import { combined, remainsOf, type StateEvidence, sidesOf } from "./salvage.ts";

/** What is wrong with a state, and what it would be afterwards. */
export interface Diagnosis {
	/** In words. Empty: nothing is wrong. */
	readonly problems: readonly string[];
	/** Undefined: nothing is wrong, or nothing is left to be saved. */
	readonly repaired: Snapshot | undefined;
	/** What it was put together from, in words. */
	readonly sources: readonly string[];
}

/**
 * Looks at everything that is left of a state. Changes nothing. Throws `NewerFault` for a state that is not
 * damaged, only newer than this program.
 */
export async function diagnose(place: StatePlace): Promise<Diagnosis> {
	const fault = await readable(place);
	if (fault === undefined) return { problems: [], repaired: undefined, sources: [] };
	const { evidence, found } = await evidenceOf(place);
	const problems = [
		...new Set([
			fault,
			...evidence.journal.problems.map((problem) => `${basename(journalOf(place.path))}: ${problem}.`),
		]),
	];
	const nothing =
		evidence.current.length +
			evidence.backups.length +
			evidence.journal.lines.length +
			(evidence.known?.attempts.size ?? 0) ===
		0;
	return { problems, repaired: nothing ? undefined : combined(evidence), sources: found };
}

/**
 * Puts the repaired state in place under its lock, and keeps what was there beside it. Returns the names of
 * what was kept.
 */
export async function repair(place: StatePlace, options: OpenOptions): Promise<readonly string[]> {
	const { path } = place;
	const lock = await takeLock(lockOf(path), options);
	try {
		const { repaired } = await diagnose(place);
		if (repaired === undefined) return [];
		await makeOwnFolder(dirname(path));
		const kept = await keepAside([path, journalOf(path)]);
		await writePrivate(path, encodeSnapshot(repaired));
		await removeJournal(journalOf(path));
		await remember(place, repaired, options);
		return kept;
	} finally {
		await lock.release();
	}
}

/** From here on this is the state that this machine knows. */
async function remember({ path, outside }: StatePlace, state: Snapshot, options: OpenOptions): Promise<void> {
	const guard = outside && (await guarding(outside, { path }, { found: { state, lines: [] }, options }));
	await guard?.file.append({
		type: "adopted",
		serial: state.serial,
		at: systemClock.now(),
		moments: state.ledger,
	});
	await seal(guard, state);
	await letGo(guard);
}

/** The words of what is wrong. Undefined: it can be gone on with. */
async function readable({ path, outside }: StatePlace): Promise<string | undefined> {
	try {
		const found = await readOnDisk(path);
		const trouble = outside && troubleOf(outside, found, await look(outside, path, found.state));
		return trouble && guardFault(path, trouble).message;
	} catch (error) {
		const isWhole = error instanceof NewerFault || error instanceof MovedFault;
		if (error instanceof StateFault && !isWhole) return error.message;
		throw error;
	}
}

async function evidenceOf({
	path,
	outside,
}: StatePlace): Promise<{ readonly evidence: StateEvidence; readonly found: readonly string[] }> {
	const text = await textOf(path).catch(() => undefined);
	const current = text === undefined ? [] : sidesOf(text).flatMap((side) => decoded(side, path));
	const backups = (await readBackups(path)).flatMap(({ snapshot }) => snapshot ?? []);
	const journal = remainsOf((await readFile(journalOf(path)).catch(undefinedIfMissing)) ?? Buffer.alloc(0));
	const before = outside && (await readPlace(outside, path));
	const lineage =
		current[0]?.lineage ?? (before || journal.header?.lineage || backups[0]?.lineage || EMPTY.lineage);
	const known = outside && (await readGuard(outside, lineage));
	const mine = backups.filter((backup) => backup.lineage === lineage);
	return {
		evidence: { lineage, current, backups: mine, journal, known },
		found: named({ lineage, current, backups: mine, journal, known }, path),
	};
}

function decoded(text: string, path: string): readonly Snapshot[] {
	try {
		return [decodeSnapshot(text, path)];
	} catch (error) {
		if (error instanceof StateFault) return [];
		throw error;
	}
}

function named({ current, backups, journal, known }: StateEvidence, path: string): readonly string[] {
	const [newest] = backups;
	return [
		...current.map(({ serial }) => `${basename(path)}, which ends at ${serial}`),
		...(newest ? [`the backups, the newest of which ends at ${newest.serial}`] : []),
		...(journal.lines.length > 0 ? [`${journal.lines.length} entries of ${basename(journalOf(path))}`] : []),
		...(known
			? [
					`what this machine remembers outside of the work tree (${known.attempts.size} attempts, ` +
						`up to ${known.serial})`,
				]
			: []),
	];
}

async function keepAside(paths: readonly string[]): Promise<readonly string[]> {
	const now = Date.now();
	const kept = await Promise.all(
		paths.map(async (path) => {
			const aside = `${path}.damaged-${now}`;
			const copied = copyFile(path, aside).then(() => chmod(aside, 0o600));
			return copied.then(() => [aside], undefinedIfMissing);
		}),
	);
	return kept.flatMap((each) => each ?? []);
}
