import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { type Checkout, MOST, noteApplied } from "../../state/postgres/applied.ts";
import type { Admit } from "../../state/postgres/place.ts";
import type { Clock } from "../../system/clock.ts";
import { git } from "../../system/git.ts";
import { headStamp } from "../../system/head-stamp.ts";

const LIMIT_MS = 10_000;

/** The commit of a folder's checkout. Undefined: it is in none, or git is not installed. */
async function headOf(folder: string): Promise<string | undefined> {
	const [head] = await linesOf(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
	return head;
}

/** The same with what it contains. */
async function checkoutOf(folder: string): Promise<Checkout | undefined> {
	const ancestors = await linesOf(folder, ["rev-list", `--max-count=${MOST}`, "HEAD"]);
	const [commit] = ancestors;
	return commit === undefined ? undefined : { commit, ancestors };
}

/** The checkouts of folders, of which many may be of one repository: what git said of it is kept. */
export interface Checkouts {
	/** The commit of a folder's checkout, as it was a moment ago. */
	recentHead(folder: string): Promise<string | undefined>;
	/** The checkout as it is now. */
	now(folder: string): Promise<Checkout | undefined>;
}

/** A checkout is looked at again after this long. Milliseconds. */
const RECENT_MS = 2_000;
/** And where its top is after this long. Milliseconds. */
const TOP_MS = 60_000;

/** Looks at checkouts when it is asked for them. */
export function openCheckouts({ monotonic }: Pick<Clock, "monotonic">): Checkouts {
	const heads = new Map<string, { readonly head: Promise<string | undefined>; readonly at: number }>();
	const tops = new Map<string, { readonly top: string; readonly at: number }>();
	const topOf = (folder: string) => {
		const known = tops.get(folder);
		if (known !== undefined && monotonic() - known.at <= TOP_MS) return known.top;
		const top = repositoryOf(folder) ?? folder;
		tops.set(folder, { top, at: monotonic() });
		return top;
	};
	const head = headReader();
	let last: Checkout | undefined;
	return {
		recentHead(folder) {
			const repository = topOf(folder);
			const known = heads.get(repository);
			if (known !== undefined && monotonic() - known.at <= RECENT_MS) return known.head;
			const now = head(folder);
			heads.set(repository, { head: now, at: monotonic() });
			return now;
		},
		async now(folder) {
			const commit = await head(folder);
			if (commit === undefined) return undefined;
			// A commit contains the same ones wherever it is checked out, but in a shallow clone.
			if (commit !== last?.commit) last = await checkoutOf(folder);
			return last;
		},
	};
}

/** Asks git for the commit of a checkout where its files say something new: to start it takes long. */
function headReader(): (folder: string) => Promise<string | undefined> {
	const known = new Map<string, { readonly stamp: string; readonly head: string }>();
	return async (folder) => {
		const top = repositoryOf(folder);
		const stamp = top === undefined ? undefined : await headStamp(top).catch(() => undefined);
		if (top === undefined || stamp === undefined) return headOf(folder);
		const before = known.get(top);
		if (before?.stamp === stamp) return before.head;
		const head = await headOf(folder);
		// What changed meanwhile, and what git could not say, is asked again.
		if (head !== undefined && (await headStamp(top).catch(() => undefined)) === stamp)
			known.set(top, { stamp, head });
		return head;
	};
}

/** The nearest folder that git knows as the top of a checkout, from a folder upwards. */
function repositoryOf(folder: string): string | undefined {
	if (existsSync(join(folder, ".git"))) return folder;
	const parent = dirname(folder);
	return parent === folder ? undefined : repositoryOf(parent);
}

/** Notes the commit that a command applies, where the state is in a database. Undefined: there is none. */
export async function notingCommit({ root, statePostgres }: Settings): Promise<Admit | undefined> {
	const checkout = statePostgres && (await checkoutOf(root));
	return checkout && ((ask) => noteApplied(ask, statePostgres.workspace, checkout));
}

async function linesOf(folder: string, args: readonly string[]): Promise<readonly string[]> {
	const { signal } = new AbortController();
	try {
		const { ok, out } = await git({ folder, env: process.env }, { args, signal, limitMs: LIMIT_MS });
		return ok ? out.split("\n").filter((line) => line !== "") : [];
	} catch (error) {
		if (error instanceof Fault) return [];
		throw error;
	}
}
