import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../model/fault.ts";
import { type Lock, LockedFault, takeLock } from "../../system/lock.ts";
import { writeLine } from "../journal-lines.ts";
import { foreignFault, StateFault } from "../state-fault.ts";
import { type FactRecord, noFacts } from "./facts.ts";
import { ledgerIdOf, ledgerLock } from "./folder.ts";
import { factsPath, forgetMuch, type KnownLedger, partsOf, readFacts, readPart } from "./known.ts";
import { DamagedLedgerFault, LedgerBusyFault, ledgerWriteFault } from "./ledger-fault.ts";
import { appendLines } from "./line-file.ts";
import { addToPart, emptyPart, type LedgerAccount, type LedgerRecord, type Scope } from "./records.ts";

/**
 * How long another process may hold the lock, in milliseconds: less than the time in which an armed request
 * has to leave.
 */
const WAIT_MS = 1_500;

/** How often who waits for the lock looks whether it is free, in milliseconds. */
const EVERY_MS = 5;

/** So long the lock is kept while more comes here, in milliseconds: taking it costs a sync and a socket. */
const KEEP_MS = 50;

/** How long more is waited for meanwhile, in milliseconds. */
const MOMENT_MS = 3;

/** Then others have their turn: so long it is left alone, in milliseconds. */
const LEAVE_MS = 2 * EVERY_MS;

/** What a write adds to the ledger. */
export interface Lines {
	readonly posts?: readonly (readonly [path: string, record: LedgerRecord])[];
	readonly facts?: readonly FactRecord[];
}

/** The account whose posts have to be read before its write is decided. */
export interface About {
	readonly scope: Scope;
	readonly account: LedgerAccount;
}

/** Writes to a ledger, decided while its lock is held. */
export interface LedgerWriter {
	/**
	 * Durable when it resolves. `lines` decides once everything of the account is read; what it throws refuses
	 * this write alone.
	 */
	write(about: About | undefined, lines: () => Lines): Promise<void>;
}

interface Write {
	readonly about: About | undefined;
	readonly lines: () => Lines;
	readonly done: () => void;
	readonly failed: (error: unknown) => void;
}

/** What this process wants written. */
interface Waiting {
	writes: Write[];
	/** Called when there is something. */
	onNews: () => void;
}

/** What waits in this process is written together: one lock, one sync a file. */
export function ledgerWriter(known: KnownLedger, { command }: { readonly command: string }): LedgerWriter {
	const waiting: Waiting = { writes: [], onNews: () => {} };
	let busy = false;
	const drain = async () => {
		while (waiting.writes.length > 0) if (await inLock(known, command, waiting)) await sleep(LEAVE_MS);
		busy = false;
		forgetMuch(known);
	};
	return {
		write: (about, lines) =>
			new Promise<void>((done, failed) => {
				waiting.writes.push({ about, lines, done, failed });
				waiting.onNews();
				if (busy) return;
				busy = true;
				// What is asked for in the same turn goes along.
				queueMicrotask(() => void drain());
			}),
	};
}

/**
 * Writes one batch after the other for as long as the lock is kept, each with what came until then. Says
 * whether its time was over.
 */
async function inLock(known: KnownLedger, command: string, waiting: Waiting): Promise<boolean> {
	const { signal } = new AbortController();
	try {
		const options = { command, waitMs: WAIT_MS, everyMs: EVERY_MS, signal };
		const lock = await takeLock(ledgerLock(known.folder), options);
		const until = performance.now() + KEEP_MS;
		try {
			while (await hasMore(waiting)) {
				if (performance.now() >= until) return true;
				if (!(await isWritten(known, take(waiting), lock))) return false;
			}
			return false;
		} finally {
			await lock.release();
		}
	} catch (error) {
		failAll(known, take(waiting), error);
		return false;
	}
}

function take(waiting: Waiting): readonly Write[] {
	const { writes } = waiting;
	waiting.writes = [];
	return writes;
}

/** Whether there is something to write, or comes in a moment: what was just written makes others go on. */
async function hasMore(waiting: Waiting): Promise<boolean> {
	if (waiting.writes.length === 0)
		await new Promise<void>((settle) => {
			const timer = setTimeout(settle, MOMENT_MS);
			waiting.onNews = () => {
				clearTimeout(timer);
				settle();
			};
		});
	waiting.onNews = () => {};
	// What comes in the same turn goes along.
	if (waiting.writes.length > 0) await nextTurn();
	return waiting.writes.length > 0;
}

/** Writes a batch, or refuses all of it. */
async function isWritten(known: KnownLedger, writes: readonly Write[], lock: Lock): Promise<boolean> {
	try {
		await writeAll(known, writes, () => lock.held());
		for (const { done } of writes) done();
		return true;
	} catch (error) {
		failAll(known, writes, error);
		return false;
	}
}

async function writeAll(
	known: KnownLedger,
	writes: readonly Write[],
	isHeld: () => Promise<boolean>,
): Promise<void> {
	await ledgerIdOf(known.folder);
	readFacts(known);
	const paths = writes.flatMap(({ about }) => (about ? partsOf(known, about.scope, about.account) : []));
	for (const path of new Set(paths)) readPart(known, path);
	const text = new Map<string, string>();
	for (const write of writes) decide(known, write, text);
	if (text.size === 0) return;
	if (!(await isHeld())) throw lostLockFault(known);
	const appended = await Promise.allSettled([...text].map(([path, lines]) => append(known, path, lines)));
	// Only now: the lock is kept until the last of them is on the disk, or was taken back.
	const refused = appended.find((each) => each.status === "rejected");
	if (refused) throw refused.reason;
}

/** Adds the lines of one write, or refuses it alone. */
function decide(known: KnownLedger, { about, lines, failed }: Write, text: Map<string, string>): void {
	const add = (path: string, record: object) => text.set(path, (text.get(path) ?? "") + writeLine(record));
	try {
		mustBeWhole(known, about);
		const { posts = [], facts = [] } = lines();
		for (const [path, record] of posts) {
			add(path, record);
			const part = known.parts.get(path) ?? emptyPart();
			known.parts.set(path, part);
			addToPart(part, record);
		}
		for (const record of facts) add(factsPath(known.folder), record);
	} catch (error) {
		failed(error);
	}
}

/** A damaged file stops its own account alone. */
function mustBeWhole(known: KnownLedger, about: About | undefined): void {
	if (known.facts.damaged > 0) {
		throw new DamagedLedgerFault(factsPath(known.folder), known.facts.damaged);
	}
	for (const path of about ? partsOf(known, about.scope, about.account) : []) {
		const damaged = known.parts.get(path)?.damaged ?? 0;
		if (damaged > 0) throw new DamagedLedgerFault(path, damaged);
	}
}

async function append(known: KnownLedger, path: string, lines: string): Promise<void> {
	if (path === factsPath(known.folder)) return appendLines(path, lines, known.facts.wholeBytes);
	const part = known.parts.get(path);
	// A reader of this process found another file there.
	if (part === undefined) throw foreignFault(path);
	const end = part.wholeBytes + Buffer.byteLength(lines);
	await appendLines(path, lines, part.wholeBytes);
	// A reader of this process may have read them by now.
	part.wholeBytes = Math.max(part.wholeBytes, end);
}

/** What is in memory may be ahead of the disk, so everything is read again. */
function failAll(known: KnownLedger, writes: readonly Write[], error: unknown): void {
	known.parts.clear();
	known.facts = noFacts();
	const fault = faultOf(known, error);
	for (const { failed } of writes) failed(fault);
}

function faultOf({ folder }: KnownLedger, error: unknown): Fault {
	if (error instanceof LockedFault) return new LedgerBusyFault(error);
	return error instanceof StateFault ? error : ledgerWriteFault(folder.path, error);
}

function lostLockFault({ folder }: KnownLedger): StateFault {
	return new StateFault(`The lock of the ledger in ${folder.path} was removed while it was in use.`, {
		remedy: "Run the command again. Nothing was sent.",
	});
}
