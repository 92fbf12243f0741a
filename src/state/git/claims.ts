import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { JournalEntry } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import type { JournalLine } from "../journal-lines.ts";
import type { PostedFault } from "../ledger/ledger-fault.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { EMPTY, recover, type Working } from "../snapshot/fold.ts";
import { GitFault, staleFault } from "./git-fault.ts";
import { type LedgerClaims, ledgerClaims } from "./ledger-claims.ts";
import { claimed, concluded, type Merged, merge } from "./merge.ts";
import type { GitPosts } from "./posts.ts";
import { type LedgerPush, push } from "./push.ts";
import type { Repository, StateVersion } from "./repository.ts";

/** What a run puts on the remote. */
export interface Claiming {
	readonly repository: Repository;
	readonly command: string;
	readonly run: string;
	readonly head: StateVersion | undefined;
	readonly state: Working;
	/** All entries of the run so far; grows. */
	readonly lines: readonly JournalLine[];
	/** Compares with the posts of the remote's other workspaces. Absent: nothing is compared. */
	readonly posts?: GitPosts | undefined;
}

/** The remote's side of a run. */
export interface Claims {
	/**
	 * Pushes what was begun. Intents that come while a push is under way share the next one. Throws `GitFault`:
	 * from then on nothing is begun any more.
	 */
	claim(): Promise<void>;
	/** Throws the fault that ended the claiming. */
	mustGoOn(): void;
	/** Why an attempt was not claimed although the rest of its push was. Undefined: it was. */
	refusalOf(operation: string): PostedFault | undefined;
	/** Milliseconds since an attempt was claimed. Undefined: it was not. */
	ageOf(operation: string): number | undefined;
	/** Pushes what there is. Throws `GitFault`. */
	tell(): Promise<void>;
	/** Pushes soon; a failure is left to the next push. */
	later(): void;
	/** Pushes how it ended. Resolves to what was left out, because it fits no more into what others did. */
	conclude(): Promise<readonly JournalEntry[]>;
	/** Whether this clone knows something that the remote does not and that was not just an intention. */
	owes(): boolean;
}

type Purpose = "claim" | "outcomes" | "end";

const SOON_MS = 1_000;
const TRIES = 10;

/** Begins the remote's side of a run. */
export function claims(claiming: Claiming): Claims {
	const remote: Remote = {
		head: claiming.head,
		through: claiming.state.serial,
		foreign: false,
		claimedAt: new Map(),
		refused: new Map(),
		stopped: undefined,
		ledger: claiming.posts && ledgerClaims(claiming, claiming.posts),
	};
	const take = inTurn();
	const send = (purpose: Purpose) => take(() => publish(claiming, remote, purpose));
	const soon = delayed(() => {
		if (remote.stopped === undefined) send("outcomes").catch(() => {});
	});
	return {
		mustGoOn: () => mustGoOn(remote),
		claim: shared((begun) =>
			take(() => {
				begun();
				return claimNow(claiming, remote);
			}),
		),
		refusalOf: (operation) => remote.refused.get(operation),
		ageOf: (operation) => ageOf(remote, operation),
		tell: () => send("outcomes").then(() => {}),
		later: soon.start,
		conclude() {
			soon.cancel();
			return send("end");
		},
		owes: () =>
			remote.stopped === undefined ||
			claiming.lines.some(
				({ seq, entry }) => seq > remote.through && (entry.type === "armed" || entry.type === "outcome"),
			),
	};
}

async function claimNow(claiming: Claiming, remote: Remote): Promise<void> {
	mustGoOn(remote);
	await publish(claiming, remote, "claim").catch((error: unknown) => {
		if (error instanceof GitFault) remote.stopped = error;
		throw error;
	});
}

function mustGoOn({ stopped }: Remote): void {
	if (stopped) throw stopped;
}

/** By the clock that went furthest: one stands still while the machine sleeps, the other can be set back. */
function ageOf({ claimedAt }: Remote, operation: string): number | undefined {
	const at = claimedAt.get(operation);
	return at && Math.max(systemClock.now() - at.wall, systemClock.monotonic() - at.monotonic);
}

/** One piece of work after the other. */
export function inTurn() {
	let last: Promise<unknown> = Promise.resolve();
	return <Result>(work: () => Promise<Result>): Promise<Result> => {
		const next = last.then(work);
		last = next.catch(() => {});
		return next;
	};
}

/** Whoever asks before the work has begun shares it. */
function shared(work: (begun: () => void) => Promise<void>): () => Promise<void> {
	let waiting: Promise<void> | undefined;
	const begun = () => {
		waiting = undefined;
	};
	return () => (waiting ??= work(begun));
}

/** Work that is done a little later, once for all who asked until then; it keeps no process alive. */
function delayed(work: () => void) {
	let timer: NodeJS.Timeout | undefined;
	const cancel = () => {
		clearTimeout(timer);
		timer = undefined;
	};
	const due = () => {
		timer = undefined;
		work();
	};
	const start = () => {
		timer ??= setTimeout(due, SOON_MS).unref();
	};
	return { start, cancel };
}

/** What this run knows of the remote. */
interface Remote {
	head: StateVersion | undefined;
	/** Sequence number of the last entry of ours it contains. */
	through: number;
	/** Somebody else changed it since this run began: what was planned then is planned no more. */
	foreign: boolean;
	readonly claimedAt: Map<string, { readonly wall: EpochMs; readonly monotonic: number }>;
	/** Attempts whose moment another workspace has. */
	readonly refused: Map<string, PostedFault>;
	/** Why nothing more is claimed. */
	stopped: GitFault | undefined;
	/** The ledger of the remote. Undefined: none is kept. */
	readonly ledger: LedgerClaims | undefined;
}

async function publish(
	claiming: Claiming,
	remote: Remote,
	purpose: Purpose,
): Promise<readonly JournalEntry[]> {
	const { repository, state } = claiming;
	for (let tries = 1; tries <= TRIES; tries++) {
		if (purpose === "claim" && remote.foreign) throw staleFault(repository.ref);
		const upTo = state.serial;
		const at = { wall: systemClock.now(), monotonic: systemClock.monotonic() };
		const { state: draft, dropped } = draftOf(claiming, remote, { ended: purpose === "end", at: at.wall });
		const begun = remote.foreign
			? []
			: Object.values(state.operations).filter(
					({ id, phase }) => phase === "intent" && !remote.refused.has(id),
				);
		takeOut(draft, remote.refused.keys());
		if (isThere(remote.head, draft, upTo)) return [];
		const ledger = await remote.ledger?.draft(draft, { begun, purpose });
		for (const [id, fault] of ledger?.refused ?? []) remote.refused.set(id, fault);
		// In what this run knows too, so that nothing seems to be left to push at its end.
		if (ledger?.id !== undefined) draft.ledgerId = state.ledgerId = ledger.id;
		takeOut(draft, remote.refused.keys());
		if (!(await pushed(claiming, remote, { draft, purpose, upTo, ledger: ledger?.push }))) continue;
		remote.through = upTo;
		for (const { id } of begun) if (!remote.refused.has(id)) remote.claimedAt.set(id, at);
		return dropped;
	}
	throw staleFault(repository.ref);
}

interface Publishing {
	readonly draft: Working;
	readonly purpose: Purpose;
	readonly upTo: number;
	readonly ledger: LedgerPush | undefined;
}

/** Whether the remote holds it now. */
async function pushed(
	{ repository, command, run }: Claiming,
	remote: Remote,
	{ draft, purpose, upTo, ledger }: Publishing,
): Promise<boolean> {
	const about = { what: purpose === "claim" ? "claim" : "outcomes", command, run, through: upTo } as const;
	const before = remote.head?.commit;
	const {
		ok,
		head,
		ledger: commit,
	} = await push(repository, {
		...{ snapshot: draft, parent: before, about },
		...defined({ ledger }),
	});
	remote.foreign ||= head?.snapshot !== draft && head?.commit !== before;
	remote.head = head;
	remote.ledger?.pushed(ok ? commit : undefined, ledger);
	return ok;
}

function isThere(head: StateVersion | undefined, draft: Working, upTo: number): boolean {
	return head === undefined ? upTo === 0 : encodeSnapshot(draft) === head.text;
}

/** What was refused was never claimed, whatever the journal intends. */
function takeOut(draft: Working, refused: Iterable<string>): void {
	const gone = new Set(refused);
	for (const id of gone) delete draft.operations[id];
	if (gone.size > 0) draft.ledger = draft.ledger.filter(({ operation }) => !gone.has(operation));
}

function draftOf(
	{ state, lines, head }: Claiming,
	remote: Remote,
	{ ended, at }: { readonly ended: boolean; readonly at: EpochMs },
): Merged {
	if (!remote.foreign) return { state: ended ? concluded(state) : claimed(state, at), dropped: [] };
	const open = recover(head?.snapshot ?? EMPTY).operations;
	return merge(remote.head?.snapshot ?? EMPTY, { lines, through: remote.through, open, alone: false, ended });
}
