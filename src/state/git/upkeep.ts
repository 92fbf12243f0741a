import { rename } from "node:fs/promises";
import { ulid } from "ulid";
import type { LedgerEntry, Snapshot } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { encodeMoved } from "../snapshot/encode.ts";
import { EMPTY, fold } from "../snapshot/fold.ts";
import type { OpenOptions } from "../store.ts";
import { lostLedger, unbound } from "./bound.ts";
import { call } from "./git-call.ts";
import { type GitFault, gitFault } from "./git-fault.ts";
import { begunIn, journalIn, lockClone, readLocal } from "./journal.ts";
import { put } from "./push.ts";
import {
	type Look,
	look,
	newest,
	openRepository,
	type Repository,
	remember,
	versionAt,
} from "./repository.ts";
import type { GitPlaced } from "./store.ts";

/** What `state adopt` can do about state on a remote. */
export type Adoption =
	| { readonly kind: "nothing" }
	/** There is no state yet: it begins with `state`, from a file or empty. */
	| { readonly kind: "begin"; readonly state: Snapshot }
	/** The ref is gone: what this clone has seen is put back. */
	| { readonly kind: "put-back"; readonly state: Snapshot; readonly fault: GitFault }
	/** What is there does not follow what this clone has seen: it is taken, with the moments it lacks. */
	| {
			readonly kind: "take";
			readonly state: Snapshot;
			readonly moments: readonly LedgerEntry[];
			readonly fault: GitFault;
	  }
	/** The ledger that it names is lost: another one begins. */
	| { readonly kind: "bind"; readonly state: Snapshot; readonly fault: GitFault };

/**
 * Looks what can be adopted, lets `agree` decide, and does it. Holds the lock of this clone meanwhile. False:
 * nothing was done.
 */
export async function adoptGit(
	placed: GitPlaced,
	options: OpenOptions,
	agree: (adoption: Adoption) => Promise<boolean>,
): Promise<boolean> {
	const repository = await openRepository(placed);
	const lock = await lockClone(repository, options);
	try {
		const looked = await look(repository, options.signal);
		const adoption = await adoptionOf(repository, looked, { ...placed, signal: options.signal });
		if (!(await agree(adoption)) || adoption.kind === "nothing") return false;
		await adopt(repository, { adoption, looked, command: options.command });
		return true;
	} finally {
		await lock.release();
	}
}

/** What is wrong with the state on the remote, or with the journal of this clone. Changes nothing. */
export async function examineGit(
	placed: GitPlaced,
	signal: AbortSignal,
): Promise<{ readonly journal?: string; readonly problem?: Error }> {
	const repository = await openRepository(placed);
	try {
		await readLocal(repository);
	} catch (problem) {
		if (problem instanceof Error) return { journal: journalIn(repository), problem };
	}
	const { head, fault } = await look(repository, signal);
	const problem = fault ?? (head && (await lostLedger(repository, head.snapshot, signal)));
	return problem === undefined ? {} : { problem };
}

/**
 * Says where the state is, when the remote lets this clone push there, as far as it tells beforehand. Throws
 * `GitFault` with its words when it does not.
 */
export async function mustPush(placed: GitPlaced, signal: AbortSignal): Promise<string> {
	const repository = await openRepository(placed);
	const { place, remote, address, ref } = repository;
	const { head } = await look(repository, signal);
	const commit =
		head?.commit ??
		(await call(place, { args: ["rev-parse", "--verify", "--quiet", "HEAD"], signal })).out.trim();
	if (commit === "") return `${ref} of ${remote} (nothing is committed here yet)`;
	const { ok, words } = await call(place, {
		args: ["push", "--quiet", "--no-verify", "--dry-run", address, `${commit}:${ref}`],
		signal,
	});
	if (ok) return `${ref} of ${remote}`;
	throw gitFault(
		`The state cannot be pushed to ${ref} of ${remote}`,
		words,
		"Get the right to push there (in GitHub Actions: permissions: contents: write).",
	);
}

/**
 * Puts a journal aside that cannot be read: what it had claimed is on the remote, and unknown there. Returns
 * what it is called then.
 */
export async function setAside(placed: GitPlaced, options: OpenOptions): Promise<string> {
	const repository = await openRepository(placed);
	const lock = await lockClone(repository, options);
	try {
		const aside = `${journalIn(repository)}.damaged-${systemClock.now()}`;
		await rename(journalIn(repository), aside);
		await rename(begunIn(repository), `${aside}.begun`).catch(undefinedIfMissing);
		return aside;
	} finally {
		await lock.release();
	}
}

async function adoptionOf(
	repository: Repository,
	{ head, seen, fault }: Look,
	{ before, signal }: Pick<GitPlaced, "before"> & Pick<OpenOptions, "signal">,
): Promise<Adoption> {
	const known = seen === undefined ? undefined : (await versionAt(repository, seen)).snapshot;
	if (head === undefined && known === undefined) {
		const file = await before?.();
		return {
			kind: "begin",
			state: file === undefined || file.lineage === "" ? { ...EMPTY, lineage: ulid() } : unbound(file),
		};
	}
	if (fault === undefined && head !== undefined) {
		const lost = await lostLedger(repository, head.snapshot, signal);
		return lost ? { kind: "bind", state: unbound(head.snapshot), fault: lost } : { kind: "nothing" };
	}
	if (fault === undefined || known === undefined) return { kind: "nothing" };
	if (head === undefined) return { kind: "put-back", state: known, fault };
	const there = new Set(head.snapshot.ledger.map(({ operation }) => operation));
	return {
		kind: "take",
		state: head.snapshot,
		moments: known.ledger.filter(({ operation }) => !there.has(operation)),
		fault,
	};
}

interface Adopting {
	readonly adoption: Exclude<Adoption, { readonly kind: "nothing" }>;
	readonly looked: Look;
	readonly command: string;
}

async function adopt(
	repository: Repository,
	{ adoption, looked: { head, seen }, command }: Adopting,
): Promise<void> {
	const about = { what: "adopted", command, run: ulid(), through: 0 } as const;
	if (adoption.kind === "begin")
		return put(repository, { snapshot: adoption.state, parent: undefined, about });
	if (adoption.kind === "put-back")
		return put(repository, { snapshot: adoption.state, parent: seen, over: "nothing", about });
	const moments = adoption.kind === "take" ? adoption.moments : [];
	const state = fold(adoption.state, { type: "adopted", at: systemClock.now(), moments });
	// This clone forgets what it had seen, so that what is there counts from now on.
	if (head !== undefined) await remember(repository, { head: head.commit, seen });
	await put(repository, { snapshot: state, parent: head?.commit, about });
}

/**
 * Closes a state that was moved elsewhere: every version refuses what takes its place. For who holds the lock
 * of this clone.
 */
export async function sealGit(
	placed: GitPlaced,
	snapshot: Snapshot,
	{ command, to, signal }: { readonly command: string; readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
	const repository = await openRepository(placed);
	const head = await newest(repository, signal);
	const about = { what: "moved", command, run: ulid(), through: 0 } as const;
	await put(repository, { snapshot, parent: head?.commit, moved: encodeMoved(snapshot, to), about });
}
