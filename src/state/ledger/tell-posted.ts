import type { EpochMs } from "../../model/brand.ts";
import type { StateWriter } from "../store.ts";
import type { Ledger } from "./ledger.ts";
import { type Naming, postOfMoment } from "./posts.ts";
import type { LedgerPost } from "./records.ts";

/** The ledger of a user, and what the posts of a state are called there. */
interface UserLedger {
	readonly ledger: Pick<Ledger, "entriesOf" | "all" | "adopt" | "note">;
	readonly naming: (lineage: string) => Promise<Naming>;
}

/**
 * Tells the ledger what this state counts as posted and the ledger does not: it was written elsewhere, or by
 * an old program.
 */
export async function tellPosted(
	writer: Pick<StateWriter, "snapshot">,
	{ ledger, naming }: UserLedger,
): Promise<Naming> {
	const { lineage, ledger: moments, operations } = writer.snapshot();
	const named = await naming(lineage);
	const posts = moments
		.filter(({ operation }) => operations[operation]?.phase !== "armed")
		.map((moment) => postOfMoment(moment, named));
	const missing = await unknownTo(ledger, posts);
	await ledger.adopt(
		missing.map((post) => ({ ...post, as: post.operation in operations ? "unknown" : "done" })),
	);
	await ledger.note(({ states }) =>
		states.has(lineage) ? [] : [{ type: "state", lineage, at: Date.now() as EpochMs }],
	);
	return named;
}

/**
 * Posts that the ledger does not know. Those of their accounts are read first: all posts that this user ever
 * made take long.
 */
async function unknownTo(
	ledger: Pick<Ledger, "entriesOf" | "all">,
	posts: readonly LedgerPost[],
): Promise<readonly LedgerPost[]> {
	const accounts = new Map(posts.map((post) => [JSON.stringify([post.scope, post.account]), post]));
	const near = await Promise.all(
		[...accounts.values()].map(({ scope, account }) => ledger.entriesOf(scope, account)),
	);
	const left = without(posts, near.flat());
	return left.length === 0 ? left : without(left, await ledger.all());
}

function without(
	posts: readonly LedgerPost[],
	known: readonly Pick<LedgerPost, "operation">[],
): readonly LedgerPost[] {
	const operations = new Set(known.map(({ operation }) => operation));
	return posts.filter(({ operation }) => !operations.has(operation));
}
