import { setImmediate as nextTurn } from "node:timers/promises";
import type { EpochMs } from "../../model/brand.ts";
import type { JournalEntry, Operation } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import { errorCode } from "../../system/error-code.ts";
import { StateFault } from "../state-fault.ts";
import type { StateStore, StateWriter } from "../store.ts";
import { askLedger } from "./ask-ledger.ts";
import { beginPlan } from "./begin-plan.ts";
import type { Contents } from "./contents.ts";
import type { GuardReader } from "./guards.ts";
import type { KnownPost, Ledger } from "./ledger.ts";
import { LedgerBusyFault, lockedOutcomeFault } from "./ledger-fault.ts";
import { noteDeclaredId, noteSource } from "./note-source.ts";
import { noAttempts, type OwnAttempts } from "./own-attempts.ts";
import { type Naming, postOf, postOfMoment } from "./posts.ts";
import { type LedgerOutcome, takesMoment } from "./records.ts";
import { tellPosted } from "./tell-posted.ts";

/** What a state needs to keep the ledger of its user. */
export interface Ledgered {
	readonly ledger: Ledger;
	/**
	 * What moments are called there; asked when the first post is armed, because a data folder gets its id only
	 * then.
	 */
	readonly naming: (lineage: string) => Promise<Naming>;
	/** Ids of the accounts that the service lists. Undefined: they were not read. */
	readonly listed: () => ReadonlySet<string> | undefined;
	readonly guards: GuardReader;
	/** What was found of sources in this run. Absent: only their bytes are compared. */
	readonly contents?: Contents;
	/** Posts stay on this machine: where its disk refuses to keep a ledger, they are delivered without one. */
	readonly local: boolean;
}

/**
 * The same store, whose posts the ledger of the user hears of: an arming after the journal did and before
 * the last byte leaves, and what proves that nothing was sent before the journal hears of it. A kill
 * between the two leaves the more careful word in each.
 */
export function withLedger(store: StateStore, ledgered: Ledgered): StateStore {
	return {
		read: () => store.read(),
		open: async (options) => ledgeredWriter(await store.open(options), ledgered),
	};
}

type Of<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

function ledgeredWriter(writer: StateWriter, ledgered: Ledgered): StateWriter {
	let begun: Promise<Naming> | undefined;
	const naming = () => {
		begun ??= tellPosted(writer, ledgered).catch((error: unknown) => {
			// A ledger that is locked for a moment is asked again by the next attempt.
			begun = undefined;
			throw error;
		});
		return begun;
	};
	const held = {
		writer,
		ledgered,
		naming,
		adopted: new Set<KnownPost>(),
		own: noAttempts(),
		asking: undefined,
	};
	return {
		snapshot: () => writer.snapshot(),
		current: () => writer.current(),
		close: () => writer.close(),
		mayRepeat: (operation) => mayRepeat(held, operation),
		...(writer.counts && { counts: writer.counts }),
		append(entry) {
			if (entry.type === "armed") return arm(held, entry);
			if (entry.type === "plan" && !entry.finished) return beginPlan(held, entry);
			if (entry.type === "outcome" || entry.type === "resolved") return end(held, entry);
			if (entry.type === "withdrawn") return withdraw(held, entry);
			if (entry.type === "updated") return update(held, entry);
			if (entry.type === "resource") return learn(held, entry);
			return entry.type === "imported" ? imported(held, entry) : writer.append(entry);
		},
	};
}

/** Tells the ledger at once what a state counts as posted, where it can be told. */
export async function tellMoments(writer: StateWriter, ledgered: Ledgered): Promise<void> {
	await tellPosted(writer, ledgered).catch((error: unknown) => {
		if (!ledgered.local || !isRefusedByDisk(error)) throw error;
	});
}

interface Held {
	readonly writer: StateWriter;
	readonly ledgered: Ledgered;
	readonly naming: () => Promise<Naming>;
	/** Posts of guards that the ledger has by now. */
	readonly adopted: Set<KnownPost>;
	/** Attempts of this run, whose sources the plan compared. */
	readonly own: OwnAttempts;
	/** Guards are about to be read. */
	asking: Promise<void> | undefined;
}

/**
 * The journal hears first: should the process die in between, the attempt is unknown here and takes its
 * moment nowhere else.
 */
async function arm(held: Held, entry: Of<"armed">): Promise<void> {
	const { writer, ledgered, naming, own } = held;
	await writer.append(entry);
	const operation = writer.current().operations[entry.operation];
	if (operation === undefined || operation.kind === "export") return;
	try {
		const named = await naming();
		const post = postOf(operation, named, entry.at);
		const source = post?.content ?? sourceOf(operation);
		if (source !== undefined) await noteSource(ledgered, source, entry.at);
		if (post === undefined) return;
		await adoptGuards(held, named);
		await askLedger({ ...ledgered, own }, operation, (about) => ledgered.ledger.arm(post, about));
	} catch (error) {
		if (ledgered.local && isRefusedByDisk(error)) return;
		// Its last byte was not given away, and never is now.
		const evidence = { error: error instanceof Error ? error.message : String(error) };
		await writer.append({
			type: "outcome",
			operation: operation.id,
			at: entry.at,
			outcome: "not-sent",
			evidence,
		});
		throw error;
	}
}

/** A post that was armed before takes its moment still, unless something else was posted or said since. */
async function mayRepeat(held: Held, id: string): Promise<void> {
	const { writer, ledgered, naming, own } = held;
	const operation = writer.current().operations[id];
	if (operation?.kind !== "publish") return;
	const named = await naming();
	const post = postOf(operation, named, operation.at);
	if (post === undefined) return;
	await adoptGuards(held, named);
	await askLedger({ ...ledgered, own }, operation, (about) => ledgered.ledger.mayRepeat(post, about));
}

/**
 * Old programs write guards only: what they posted since is taken over before anything is sent. Who asks in
 * one turn was armed before it, and is answered by one look that begins after it.
 */
function adoptGuards(held: Held, named: Naming): Promise<void> {
	held.asking ??= nextTurn().then(() => {
		held.asking = undefined;
		return adoptNews(held, named);
	});
	return held.asking;
}

async function adoptNews({ ledgered: { ledger, guards }, adopted }: Held, named: Naming): Promise<void> {
	const { states } = await ledger.facts();
	const news = (await guards(named, states)).filter((each) => !adopted.has(each));
	await ledger.adopt(news);
	for (const each of news) adopted.add(each);
}

function sourceOf(operation: Operation): string | undefined {
	return operation.kind === "submit" ? sourceKey(operation.wanted.source) : undefined;
}

/** The ledger hears first: should the process die in between, the state says it once more. */
async function learn({ writer, ledgered }: Held, entry: Of<"resource">): Promise<void> {
	const { address, resource: after, at } = entry;
	const before = writer.current().resources[address];
	await noteDeclaredId(ledgered, { before, after, at }).catch((error: unknown) => {
		if (!ledgered.local || !isRefusedByDisk(error)) throw error;
	});
	await writer.append(entry);
}

async function end(held: Held, entry: Of<"outcome"> | Of<"resolved">): Promise<void> {
	const { writer } = held;
	const operation = writer.current().operations[entry.operation];
	const as: LedgerOutcome = entry.type === "outcome" ? entry.outcome : entry.as;
	// What was only intended was never told.
	if (operation?.kind !== "publish" || operation.phase === "intent") return writer.append(entry);
	if (!takesMoment({ as })) await tell(held, operation, { as, at: entry.at });
	await writer.append(entry);
	if (takesMoment({ as })) await tell(held, operation, { as, at: entry.at });
}

/** The ledger first, as with everything that gives a moment back. */
async function withdraw(held: Held, entry: Of<"withdrawn">): Promise<void> {
	const { writer, naming, ledgered } = held;
	const moment = writer.current().ledger.find(({ operation }) => operation === entry.operation);
	const post = moment && postOfMoment(moment, await patiently(naming));
	if (post) await patiently(() => ledgered.ledger.end(post, "withdrawn", entry.at));
	await writer.append(entry);
}

/** The ledger last: its time is for people, and the state says it once more when it is asked. */
async function update(held: Held, entry: Of<"updated">): Promise<void> {
	const { writer, naming, ledgered } = held;
	const before = writer.current().ledger.find(({ operation }) => operation === entry.operation);
	await writer.append(entry);
	const { scheduledAt } = entry.request;
	if (before === undefined || scheduledAt === undefined || scheduledAt === before.scheduledAt) return;
	const post = postOfMoment(before, await patiently(naming));
	await patiently(() => ledgered.ledger.reschedule(post, scheduledAt, entry.at));
}

async function tell(
	{ ledgered, naming }: Held,
	operation: Operation,
	{ as, at }: { readonly as: LedgerOutcome; readonly at: EpochMs },
): Promise<void> {
	const post = postOf(operation, await patiently(naming), at);
	if (post) await patiently(() => ledgered.ledger.end(post, as, at));
}

/** How often an outcome waits for a locked ledger; each time takes as long as its lock is waited for. */
const TRIES = 20;

/** What was sent is sent: the fault of a ledger that another run holds never stands for an unsent request. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof LedgerBusyFault)) throw error;
			if (tries >= TRIES) throw lockedOutcomeFault(error);
		}
	}
}

async function imported({ writer, ledgered, naming }: Held, entry: Of<"imported">): Promise<void> {
	await writer.append(entry);
	if (entry.moment)
		await ledgered.ledger.adopt([{ ...postOfMoment(entry.moment, await naming()), as: "done" }]);
}

function isRefusedByDisk(error: unknown): boolean {
	return error instanceof StateFault && errorCode(error.cause) !== undefined;
}
