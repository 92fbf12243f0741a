import { isRecognisable, type SourceName } from "./footage.ts";
import type { Ground } from "./ground.ts";
import type { Person } from "./history.ts";

/** What is set back with the only remote of all homes. */
export const REMOTE = "the remote";

/** A post that the service executed: the ground truth, whatever we believe. */
export interface SeenPost {
	/** Number of the moment in the footage. */
	readonly moment: number;
	readonly person: Person;
	/** Id of the account at the service, and its handle there. */
	readonly account: string;
	readonly handle: string;
	readonly source: SourceName;
	/** Whose memory was asked before it was sent. */
	readonly home: string;
	/** Whoever sent it had seen which id an address has. */
	readonly knowsIds: boolean;
	/** A program of before sent it, which asks no ledger. */
	readonly isOld: boolean;
	/** The service did what no client can prevent. */
	readonly limit?: string;
	/** Homes that were set back to before it. */
	readonly forgottenBy: Set<string>;
	/** Earlier posts of the moment there that the service had not cancelled when this one came. */
	readonly before: readonly SeenPost[];
	/** The workspace that sent it, what it called it, and the resolution it asked for. */
	readonly from: string;
	readonly name: string;
	readonly resolution: string | undefined;
	/** The state that knew it was lost, or set back. */
	isLost?: true;
	/** Absent: the service holds it. */
	fate?: "out" | "cancelled";
}

/** What people said that makes a second post their own. */
export interface Words {
	/** The most that any campaign wanted a moment at an account. */
	repeat: number;
	/** `<home> <moment> <person>` of each executed post that a person took out of a ledger. */
	readonly forgotten: string[];
	/** Pairs of accounts or sources of which a person said, wrongly, that they are two. */
	readonly apart: { readonly a: string; readonly b: string }[];
}

/** What the posts of a history come to. */
export interface Verdict {
	/** Second posts that something in the history explains: why, one entry for each. */
	readonly counted: readonly string[];
	/** Second posts that nothing explains. */
	readonly defects: readonly string[];
}

/** Judges the posts by the service's own log alone. */
export function judged(
	seen: readonly SeenPost[],
	words: Words,
	ground: Pick<Ground, "isShared" | "isAlone">,
): Verdict {
	const found = seen.map((post) => {
		const excuses = post.before.map((each) => excuseOf(each, post, { words, ...ground }));
		const rest = excuses.filter((why) => why === undefined).length;
		const name = `${post.moment} ${post.person}`;
		const forgotten = words.forgotten.filter((each) => each === `${post.home} ${name}`).length;
		if (rest >= words.repeat + forgotten) return { defect: name };
		if (rest >= words.repeat) return { why: "ledger forget" };
		if (rest > 0) return { why: "repeat" };
		return { why: excuses.find((why) => why !== undefined) };
	});
	return {
		counted: found.flatMap(({ why }) => why ?? []),
		defects: found.flatMap(({ defect }) => defect ?? []),
	};
}

/** Why nobody could know that `before` was the same when `post` was sent. Undefined: it had to be known. */
function excuseOf(
	before: SeenPost,
	post: SeenPost,
	{ words, isShared, isAlone }: { readonly words: Words } & Pick<Ground, "isShared" | "isAlone">,
): string | undefined {
	const isApart = (x: string, y: string) =>
		words.apart.some(({ a, b }) => (a === x && b === y) || (a === y && b === x));
	if (before.limit ?? post.limit) return before.limit ?? post.limit;
	if (isAlone) return undefined;
	if (post.isOld) return "an old program posts what is posted";
	if (before.forgottenBy.has(post.home)) return "a machine that was set back";
	if (before.forgottenBy.has(REMOTE) && before.home !== post.home) return "the only remote was set back";
	if (before.home !== post.home && !isShared) return "another home";
	if (!isRecognisable(before.source, post.source)) return "an address that nobody fetches";
	const isMirror = (before.source === "mirror") !== (post.source === "mirror");
	if (isMirror && [before, post].some(isUnnamed) && !post.knowsIds) return "an id that only a mirror has";
	if (isApart(before.source, post.source)) return "sources other";
	if (isApart(before.account, post.account)) return "accounts other";
	if (before.handle === post.handle) return undefined;
	if (before.account !== post.account) return "connected anew under another id and name";
	return before.isOld ? "an old program knew the account by its former name" : undefined;
}

function isUnnamed({ source }: SeenPost): boolean {
	return source === "address" || source === "signed";
}
