import { ulid } from "ulid";
import { defined } from "../../model/defined.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isHeld } from "../../system/lock.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { EMPTY, recover, workingCopy } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";
import type { OpenOptions, StateStore, StateWriter } from "../store.ts";
import { mustBeNew } from "./beginning.ts";
import { newestBound, unbound } from "./bound.ts";
import { droppedFault, unbegunFault, unreadableFault } from "./git-fault.ts";
import {
	asItsRunSees,
	caughtUp,
	inWords,
	type LocalJournal,
	lockClone,
	lockIn,
	readLocal,
	removeLocal,
} from "./journal.ts";
import { ledgerClaims } from "./ledger-claims.ts";
import type { GitPosts } from "./posts.ts";
import { type Draft, type Pushed, push } from "./push.ts";
import {
	type GitWorkspace,
	newest,
	openRepository,
	type Repository,
	type StateVersion,
} from "./repository.ts";
import { gitWriter } from "./writer.ts";

export interface GitPlaced extends GitWorkspace {
	/** What was remembered before the state moved to the remote: the first version begins with it. */
	readonly before?: () => Promise<Snapshot>;
	/**
	 * A machine that remembers nothing from one run to the next, so it cannot tell a state that was deleted
	 * from one that was never begun.
	 */
	readonly forgetful?: true;
	/** Compares with what other workspaces of the remote posted. Absent: nothing is compared. */
	readonly posts?: GitPosts;
	/** Names of the campaigns of this workspace. Absent: a state begins without looking for a former one. */
	readonly campaigns?: () => Promise<readonly string[]>;
}

/** How often a push is repeated that another one overtook. */
const TRIES = 10;

/** State on a ref of a remote, for several machines: whoever sends claims it there first. */
export function gitStore(placed: GitPlaced): StateStore {
	let found: Repository | undefined;
	const repository = async () => (found ??= await openRepository(placed));
	return {
		read: async () => reading(await repository(), placed),
		open: async (options) => open(await repository(), placed, options),
	};
}

/** Path of the lock that keeps two runs of this clone apart. */
export async function gitLock(placed: GitWorkspace): Promise<string> {
	return lockIn(await openRepository(placed));
}

async function reading(repository: Repository, placed: GitPlaced): Promise<Snapshot> {
	return read(repository, placed).catch((error: unknown) => {
		throw inWords(repository, error, unreadableFault);
	});
}

async function read(repository: Repository, { before, campaigns }: GitPlaced): Promise<Snapshot> {
	for (;;) {
		const held = await isHeld(lockIn(repository));
		const journal = await readLocal(repository);
		if (held && journal !== undefined) return asItsRunSees(repository, journal);
		const head = await newest(repository);
		// A run that began or ended meanwhile has changed what was just read.
		if ((await isHeld(lockIn(repository))) !== held) continue;
		if (journal !== undefined) return recover((await caughtUp(repository, { journal, head })).state);
		if (head !== undefined) return recover(head.snapshot);
		const file = await before?.();
		if (isEmpty(file)) await mustBeNew(repository, campaigns);
		return recover(unbound(file ?? EMPTY));
	}
}

async function open(
	repository: Repository,
	{ before, forgetful, posts, campaigns }: GitPlaced,
	options: OpenOptions,
): Promise<StateWriter> {
	const lock = await lockClone(repository, options);
	try {
		const caught = await catchUp(repository, posts, options);
		const file = caught ? undefined : await before?.();
		if (caught === undefined && isEmpty(file)) await mustBeNew(repository, campaigns);
		if (caught === undefined && forgetful) throw unbegunFault(repository);
		const head = caught ?? (await begin(repository, options, file));
		return gitWriter({
			repository,
			lock,
			command: options.command,
			head,
			state: workingCopy(recover(head?.snapshot ?? EMPTY)),
			posts,
		});
	} catch (error) {
		await lock.release();
		throw inWords(repository, error);
	}
}

/** Pushes what a former run of this clone could not, and says what is newest then. */
async function catchUp(
	repository: Repository,
	posts: GitPosts | undefined,
	{ command, signal }: OpenOptions,
): Promise<StateVersion | undefined> {
	for (let tries = 1; ; tries++) {
		const head = await newestBound(repository, signal);
		const journal = await readLocal(repository);
		if (journal === undefined) {
			await removeLocal(repository);
			return head;
		}
		const { state, dropped } = await caughtUp(repository, { journal, head });
		const about = {
			what: "outcomes",
			command,
			run: journal.run,
			through: journal.lines.at(-1)?.seq ?? 0,
		} as const;
		const idle = encodeSnapshot(state) === head?.text || (head === undefined && state.serial === 0);
		const pushed = idle
			? { ok: true, head }
			: await pushWithLedger(
					{ repository, posts, journal },
					{ snapshot: state, parent: head?.commit, about },
				);
		if (!pushed.ok && tries < TRIES) continue;
		if (!pushed.ok) throw busy(repository);
		await removeLocal(repository);
		if (dropped.length > 0) throw droppedFault(repository.ref, dropped);
		return pushed.head;
	}
}

/** The state, with what the run that wrote the journal leaves to the ledger. */
async function pushWithLedger(
	{ repository, posts, journal: { lines } }: CatchingUp,
	draft: Omit<Draft, "ledger">,
): Promise<Pushed> {
	if (posts === undefined) return push(repository, draft);
	const about = { begun: [], purpose: "end" } as const;
	const { id, push: ledger } = await ledgerClaims({ repository, lines }, posts).draft(draft.snapshot, about);
	const snapshot = { ...draft.snapshot, ...defined({ ledgerId: id }) };
	return push(repository, { ...draft, snapshot, ...defined({ ledger }) });
}

interface CatchingUp {
	readonly repository: Repository;
	readonly posts: GitPosts | undefined;
	readonly journal: LocalJournal;
}

/** The first version: what the file remembered until now. */
async function begin(
	repository: Repository,
	{ command }: OpenOptions,
	before: Snapshot | undefined,
): Promise<StateVersion | undefined> {
	if (before === undefined || isEmpty(before)) return undefined;
	const about = { what: "outcomes", command, run: ulid(), through: 0 } as const;
	const { ok, head } = await push(repository, {
		snapshot: recover(unbound(before)),
		parent: undefined,
		about,
	});
	if (!ok) throw busy(repository);
	return head;
}

function isEmpty(before: Snapshot | undefined): boolean {
	return before === undefined || before.lineage === "";
}

function busy({ remote }: Repository): StateFault {
	return new StateFault(`Other runs change the state on ${remote} all the time.`, {
		remedy: "Run the command again when they have ended. Nothing was sent.",
	});
}
