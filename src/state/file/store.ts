import { defined } from "../../model/defined.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { removeTemporaries, replaceFile, sha256 } from "../../system/files.ts";
import { isHeld, takeLock } from "../../system/lock.ts";
import { type Found, rescuedFor, type Trouble, withArmings } from "../guard/examine.ts";
import { type Guard, troubleOf } from "../guard/guard.ts";
import { guardFault } from "../guard/guard-fault.ts";
import type { Outside, StateName } from "../guard/places.ts";
import type { GuardMemory } from "../guard/records.ts";
import { guarding, letGo, lookFrom } from "../guard/session.ts";
import { boundId, type LedgerBinding, mismatchOf } from "../ledger/binding.ts";
import { type LedgerMismatch, mismatchFault } from "../ledger/ledger-fault.ts";
import { fold, recover, workingCopy } from "../snapshot/fold.ts";
import { type StateFault, writeFault } from "../state-fault.ts";
import type { OpenOptions, StateStore, StateWriter } from "../store.ts";
import { followed } from "./followed.ts";
import type { Held } from "./held.ts";
import { removeBallast, removeJournal } from "./journal.ts";
import { type DecodeState, type OnDisk, readOnDisk } from "./on-disk.ts";
import { journalOf, lockOf } from "./paths.ts";
import { foldAway, writer } from "./writer.ts";

/**
 * Where a state is, and where this machine remembers what was posted besides. Without `outside` nothing
 * notices a state that went back in time.
 */
export interface StatePlace extends StateName {
	readonly outside?: Outside;
	/** The ledger that it is written with. Absent: none is compared. */
	readonly bound?: LedgerBinding;
	/** How readers understand the file. Absent: anew each time. */
	readonly decode?: DecodeState;
}

/** State in one JSON file, with a journal beside it while a run lasts. For one machine. */
export function fileStore(place: StatePlace): StateStore {
	return {
		read: async () => read(await followed(place)),
		async open(options) {
			const { writer } = await open(await followed(place), options, refuse);
			return writer;
		},
	};
}

/**
 * Opens a state for which this machine remembers more, or other things: `trouble` says what. Undefined: there
 * is none.
 */
export async function openDespite(place: StatePlace, options: OpenOptions): Promise<Opened> {
	return open(await followed(place), options, () => {});
}

/** A state that is open, and what is wrong with it. */
interface Opened extends Wrong {
	readonly writer: StateWriter;
}

/** Where a state and what this machine remembers part. */
interface Wrong {
	readonly trouble: Trouble | undefined;
	readonly mismatch: LedgerMismatch | undefined;
}

/** Path of the lock that guards the state. */
export async function stateLock(path: string): Promise<string> {
	return lockOf((await followed({ path })).path);
}

async function read(place: StatePlace): Promise<Snapshot> {
	const { path } = place;
	for (;;) {
		const state = await readGuarded(place);
		// What a living process has begun is under way; without one it has no outcome. One that ended meanwhile
		// has written its outcome down.
		if (!underWay(state) || (await isHeld(lockOf(path)))) return state;
		if ((await readGuarded(place)).serial === state.serial) return recover(state);
	}
}

/**
 * The guard is read after the state, and hears of some things before it: what seems lost may only be newer,
 * so the state is read once more.
 */
async function readGuarded({ path, outside, decode }: StatePlace): Promise<Snapshot> {
	if (outside === undefined) return (await readOnDisk(path, decode)).state;
	for (let tries = 1; ; tries++) {
		const found = await readOnDisk(path, decode);
		const looked = await lookFrom(outside, path, found.state);
		if (!forReaders(troubleOf(outside, found, looked)))
			return withRescued(withArmings(found.state, looked.seen.known), looked.seen.known);
		const again = await readOnDisk(path, decode);
		const trouble = forReaders(troubleOf(outside, again, looked));
		if (!trouble) return withRescued(withArmings(again.state, looked.seen.known), looked.seen.known);
		if (again.state.lineage === found.state.lineage || tries === TRIES) throw guardFault(path, trouble);
	}
}

/**
 * A state that came from another machine may be looked at and planned with, for example by CI; only who
 * writes has to know that it is the newest one.
 */
function forReaders(trouble: Trouble | undefined): Trouble | undefined {
	return trouble?.kind === "unseen" ? undefined : trouble;
}

/** What the next run will find. */
function withRescued(state: Snapshot, known: GuardMemory | undefined): Snapshot {
	const entries = rescuedFor(recover(state), known);
	return entries.length === 0 ? state : entries.reduce(fold, recover(state));
}

/** How often a state is read that another one takes the place of meanwhile. */
const TRIES = 3;

function underWay({ operations }: Snapshot): boolean {
	return Object.values(operations).some(({ phase }) => phase !== "unknown");
}

type Judge = (path: string, wrong: Wrong) => void;

const refuse: Judge = (path, wrong) => {
	const fault = faultOf(path, wrong);
	if (fault) throw fault;
};

/** The fault of a state not to be used as it is. Another ledger says more than a state never seen here. */
export function faultOf(path: string, { trouble, mismatch }: Wrong): StateFault | undefined {
	if (mismatch && (trouble === undefined || trouble.kind === "unseen")) return mismatchFault(path, mismatch);
	return trouble && guardFault(path, trouble);
}

async function open(
	{ path, linked, outside, bound }: StatePlace,
	options: OpenOptions,
	judge: Judge,
): Promise<Opened> {
	const lock = await takeLock(lockOf(path), options).catch((error: unknown) => {
		throw inWords(path, error);
	});
	let guard: Guard | undefined;
	try {
		const found = await readOnDisk(path);
		const looked = outside && (await lookFrom(outside, path, found.state));
		const trouble = outside && looked && troubleOf(outside, found, looked);
		const mismatch = bound && (await mismatchOf(bound, found.state));
		judge(path, { trouble, mismatch });
		const start = async (now: Found) =>
			(guard = outside && (await guarding(outside, defined({ path, linked }), { found: now, options })));
		if (found.state.lineage !== "") await start(found);
		const state = withArmings(found.state, looked?.seen.known);
		const held: Held = {
			...{ path, lock, state: workingCopy(recover(state)), guard, start },
			sha256: found.file && sha256(found.file),
			ledgerId: async () => bound && boundId(bound, options.command),
		};
		await foldLeftover(held, found);
		await removeTemporaries(path);
		const opened = writer(held);
		for (const entry of rescuedFor(held.state, looked?.seen.known)) await opened.append(entry);
		return { writer: opened, trouble, mismatch };
	} catch (error) {
		await letGo(guard);
		await lock.release();
		throw inWords(path, error);
	}
}

/** A former process left its journal: it is folded in even when this run appends nothing. */
async function foldLeftover(held: Held, { state, bytes, wholeBytes }: OnDisk): Promise<void> {
	if (bytes === undefined) {
		if (held.state.serial > state.serial) await foldAway(held);
		return removeBallast(journalOf(held.path));
	}
	if (wholeBytes < bytes.length) await keepTorn(held.path, bytes.subarray(wholeBytes));
	// Begun before the state was: there is nothing to fold it into.
	if (held.sha256 === undefined) await removeJournal(journalOf(held.path));
	else await foldAway(held);
}

/** The cut-off bytes are kept: they were never acknowledged, but somebody may want to look at them. */
async function keepTorn(path: string, bytes: Buffer): Promise<void> {
	await replaceFile(`${journalOf(path)}.torn-${Date.now()}`, bytes, { mode: 0o600 });
}

/**
 * What the file system says no with becomes a fault; a fault of ours or the reason of an aborted signal stays
 * what it is.
 */
function inWords(path: string, error: unknown): unknown {
	return error instanceof Error && "code" in error && typeof error.code === "string"
		? writeFault(path, error)
		: error;
}
