import { ulid } from "ulid";
import type { Snapshot } from "../../model/snapshot.ts";
import { isHeld } from "../../system/lock.ts";
import { encodeSnapshot } from "../snapshot/codec.ts";
import { EMPTY, recover, workingCopy } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";
import type { OpenOptions, StateStore, StateWriter } from "../store.ts";
import { droppedFault, unbegunFault, unreadableFault } from "./git-fault.ts";
import { asItsRunSees, caughtUp, inWords, lockClone, lockIn, readLocal, removeLocal } from "./journal.ts";
import { push } from "./push.ts";
import { type GitWorkspace, newest, openRepository, type Repository, type Version } from "./repository.ts";
import { gitWriter } from "./writer.ts";

export interface GitPlaced extends GitWorkspace {
	/** What was remembered before the state moved to the remote: the first version begins with it. */
	readonly before?: () => Promise<Snapshot>;
	/**
	 * A machine that remembers nothing from one run to the next, so it cannot tell a state that was deleted
	 * from one that was never begun.
	 */
	readonly forgetful?: true;
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

async function read(repository: Repository, { before }: GitPlaced): Promise<Snapshot> {
	for (;;) {
		const held = await isHeld(lockIn(repository));
		const journal = await readLocal(repository);
		if (held && journal !== undefined) return asItsRunSees(repository, journal);
		const head = await newest(repository);
		// A run that began or ended meanwhile has changed what was just read.
		if ((await isHeld(lockIn(repository))) !== held) continue;
		if (journal !== undefined) return recover((await caughtUp(repository, { journal, head })).state);
		return recover(head?.snapshot ?? (await before?.()) ?? EMPTY);
	}
}

async function open(
	repository: Repository,
	{ before, forgetful }: GitPlaced,
	options: OpenOptions,
): Promise<StateWriter> {
	const lock = await lockClone(repository, options);
	try {
		const caught = await catchUp(repository, options);
		if (caught === undefined && forgetful) throw unbegunFault(repository);
		const head = caught ?? (await begin(repository, options, await before?.()));
		return gitWriter({
			repository,
			lock,
			command: options.command,
			head,
			state: workingCopy(recover(head?.snapshot ?? EMPTY)),
		});
	} catch (error) {
		await lock.release();
		throw inWords(repository, error);
	}
}

/** Pushes what a former run of this clone could not, and says what is newest then. */
async function catchUp(
	repository: Repository,
	{ command, signal }: OpenOptions,
): Promise<Version | undefined> {
	for (let tries = 1; ; tries++) {
		const head = await newest(repository, signal);
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
			: await push(repository, { snapshot: state, parent: head?.commit, about });
		if (!pushed.ok && tries < TRIES) continue;
		if (!pushed.ok) throw busy(repository);
		await removeLocal(repository);
		if (dropped.length > 0) throw droppedFault(repository.ref, dropped);
		return pushed.head;
	}
}

/** The first version: what the file remembered until now. */
async function begin(
	repository: Repository,
	{ command }: OpenOptions,
	before: Snapshot | undefined,
): Promise<Version | undefined> {
	if (before === undefined || before.lineage === "") return undefined;
	const about = { what: "outcomes", command, run: ulid(), through: 0 } as const;
	const { ok, head } = await push(repository, { snapshot: recover(before), parent: undefined, about });
	if (!ok) throw busy(repository);
	return head;
}

function busy({ remote }: Repository): StateFault {
	return new StateFault(`Other runs change the state on ${remote} all the time.`, {
		remedy: "Run the command again when they have ended. Nothing was sent.",
	});
}
