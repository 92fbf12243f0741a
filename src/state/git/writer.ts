import { mkdir } from "node:fs/promises";
import { ulid } from "ulid";
import type { JournalEntry, Operation, Snapshot } from "../../model/snapshot.ts";
import type { Lock } from "../../system/lock.ts";
import { type JournalFile, startJournal } from "../file/journal.ts";
import { rescue } from "../file/rescue.ts";
import { encodeLine, type JournalLine } from "../journal-lines.ts";
import { checkEntry } from "../snapshot/contradiction.ts";
import { absorb, type Working, workingCopy } from "../snapshot/fold.ts";
import { foreignFault, refusedFault, StateFault, writeFault } from "../state-fault.ts";
import type { StateWriter } from "../store.ts";
import { type Claims, claims, inTurn } from "./claims.ts";
import { droppedFault, onlyPushedFault, unpushedFault } from "./git-fault.ts";
import { journalIn, lockIn, noteBegun, removeLocal } from "./journal.ts";
import type { GitPosts } from "./posts.ts";
import { type Repository, type StateVersion, tidyUp } from "./repository.ts";

/** State of a remote that a run of this clone works on. */
export interface GitHeld {
	readonly repository: Repository;
	readonly lock: Lock;
	readonly command: string;
	/** The version it began with. Undefined: there is none. */
	readonly head: StateVersion | undefined;
	/** Holds what was acknowledged and nothing else. */
	readonly state: Working;
	readonly posts?: GitPosts | undefined;
}

/**
 * How long a claim holds before it is looked at again, in milliseconds: much shorter than the time after
 * which others may call it not posted.
 */
const HOLDS_MS = 2 * 60_000;

/**
 * Writes to the journal of this clone, and to the remote: intents before they may be armed, the rest soon
 * after.
 */
export function gitWriter(held: GitHeld): StateWriter {
	const [run, lines] = [ulid(), [] as JournalLine[]];
	const claiming = claims({ ...held, run, lines });
	let journal: JournalFile | undefined;
	let [refusing, closed] = [false, false];
	let shown: Snapshot | undefined;
	const take = inTurn();
	const add = async (entry: JournalEntry) => {
		await mustBeClaimed(held, claiming, entry);
		try {
			if (refusing) throw refusedFault();
			journal ??= await begin(held, run);
			lines.push(await write(held, journal, entry));
		} catch (cause) {
			refusing = true;
			if (entry.type !== "outcome") throw cause;
			throw await savedElsewhere({ held, lines, claiming }, { entry, cause });
		} finally {
			shown = undefined;
		}
	};
	const append = (entry: JournalEntry) => take(() => add(entry));
	return {
		snapshot: () => (shown ??= workingCopy(held.state)),
		current: () => held.state,
		async append(entry) {
			await append(entry);
			if (entry.type === "outcome") claiming.later();
			// Another machine that finds the post changed or cancelled has to know whose doing it was.
			if (entry.type === "cancelling" || entry.type === "updating") await claiming.tell();
			if (entry.type === "intent") await claim(claiming, entry.operation, append);
		},
		async close() {
			await take(async () => {});
			if (closed) return;
			refusing = closed = true;
			await end(held, journal, claiming).finally(() => held.lock.release());
		},
	};
}

/** An attempt whose moment another workspace has ends here: nothing of it was sent. */
async function claim(
	claiming: Claims,
	operation: Operation,
	append: (entry: JournalEntry) => Promise<void>,
): Promise<void> {
	await claiming.claim();
	const refusal = claiming.refusalOf(operation.id);
	if (refusal === undefined) return;
	await append(notSent(operation, refusal));
	throw refusal;
}

/** Nothing was begun of an attempt whose moment is taken. */
function notSent({ id, at }: Operation, { message }: Error): JournalEntry {
	return { type: "outcome", operation: id, at, outcome: "not-sent", evidence: { error: message } };
}

const BEGINNINGS: ReadonlySet<JournalEntry["type"]> = new Set(["intent", "armed", "cancelling", "updating"]);

/** What was armed may still end; nothing more is begun once claiming has ended. */
async function mustBeClaimed(held: GitHeld, claiming: Claims, entry: JournalEntry): Promise<void> {
	if (BEGINNINGS.has(entry.type)) claiming.mustGoOn();
	if (entry.type === "armed") await renewed(held, claiming, entry.operation);
}

/** Whoever waited between claim and arming may have been given up by others. */
async function renewed({ state }: GitHeld, claiming: Claims, id: string): Promise<void> {
	if (state.operations[id]?.phase !== "intent") return;
	const age = claiming.ageOf(id);
	if (age === undefined || age > HOLDS_MS) await claiming.claim();
}

async function write(
	{ repository, state, lock }: GitHeld,
	journal: JournalFile,
	entry: JournalEntry,
): Promise<JournalLine> {
	if (entry.type === "armed" && !(await lock.held())) throw foreignFault(lockIn(repository));
	if (entry.type === "armed") journal.mustHaveRoom();
	checkEntry(state, entry);
	const line = { seq: state.serial + 1, entry };
	await journal.append(encodeLine(line), [entry.type]);
	absorb(state, entry);
	return line;
}

interface Writing {
	readonly held: GitHeld;
	readonly lines: JournalLine[];
	readonly claiming: Claims;
}

interface Unwritten {
	readonly entry: Extract<JournalEntry, { readonly type: "outcome" }>;
	readonly cause: unknown;
}

/** An outcome that this machine's disk does not take may still go to the remote. Says where it is. */
async function savedElsewhere(
	{ held: { repository, state }, lines, claiming }: Writing,
	{ entry, cause }: Unwritten,
): Promise<StateFault> {
	const [path, seq] = [journalIn(repository), state.serial + 1];
	try {
		absorb(state, entry);
		lines.push({ seq, entry });
		await claiming.tell();
		return onlyPushedFault(path, { operation: entry.operation, remote: repository.remote, cause });
	} catch (error) {
		if (!(error instanceof StateFault)) throw error;
		return rescue({ path, seq, entry, cause, remember: async () => false });
	}
}

async function begin({ repository, state, head }: GitHeld, run: string): Promise<JournalFile> {
	try {
		await mkdir(repository.folder, { recursive: true, mode: 0o700 });
		if (state.lineage === "") state.lineage = ulid();
		await noteBegun(repository, { run, commit: head?.commit });
		return await startJournal(journalIn(repository), state.lineage);
	} catch (error) {
		throw error instanceof StateFault ? error : writeFault(journalIn(repository), error);
	}
}

/** The journal stays until all of it is on the remote. */
async function end(
	{ repository }: GitHeld,
	journal: JournalFile | undefined,
	claiming: Claims,
): Promise<void> {
	if (journal === undefined) return;
	journal.close();
	const dropped = await claiming.conclude().catch((error: unknown) => {
		// The first fault said it already, unless something was sent since.
		if (!(error instanceof StateFault)) throw error;
		if (claiming.owes()) throw unpushedFault(journalIn(repository), error);
		return undefined;
	});
	if (dropped === undefined) return;
	await removeLocal(repository);
	await tidyUp(repository);
	if (dropped.length > 0) throw droppedFault(repository.ref, dropped);
}
