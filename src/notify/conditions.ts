import { type Account, type AccountRef, accountKey } from "../model/account.ts";
import { type AddressText, parseAddress, videoOf } from "../model/address.ts";
import type { AgendaItem } from "../model/agenda.ts";
import type { EpochMs } from "../model/brand.ts";
import { clipName } from "../model/clip-name.ts";
import { defined } from "../model/defined.ts";
import type { NotifyEvent } from "../model/notify.ts";
import { timeSpan } from "../model/time-span.ts";
import { reasonSentence } from "../views/sentences/reasons.ts";
import { remedySentence } from "../views/sentences/remedies.ts";
import { lookLine } from "../views/unknown.ts";
import type { Findings } from "./news.ts";
import type { Condition } from "./note.ts";

/** How things stand after a pass. */
export interface Facts {
	readonly now: EpochMs;
	/** Absent: the pass failed, so nothing is known of them. */
	readonly items?: readonly AgendaItem[];
	/** As the service listed them last. Absent: it was not asked yet. */
	readonly accounts?: readonly Account[];
	/** Why nothing new is taken for want of room, as a sentence. */
	readonly shortage?: string;
	/** Why passes fail as a whole, and since when. */
	readonly trouble?: { readonly message: string; readonly since: EpochMs; readonly remedy?: string };
}

/** A post that is not out so long after its minute is late. Milliseconds. */
export const LATE_MS = 10 * 60_000;
/** A post that was late this long ago is history. Milliseconds. */
const OLD_MS = 48 * 3_600_000;
/** Outages that end within this need nobody. Milliseconds. */
const TROUBLE_MS = 15 * 60_000;

const OF_ITEMS: readonly NotifyEvent[] = ["unknown", "failed", "attention", "review", "token", "late"];

/** Everything that people may be told of, the most urgent first. Pure. */
export function findingsOf(facts: Facts): Findings {
	const { items = [], accounts = [], now } = facts;
	const conditions = [
		...items.flatMap(unknownOf),
		...items.flatMap(failedOf),
		...items.flatMap(attentionOf),
		...tokensOf(items, accounts),
		...items.flatMap((item) => lateOf(item, now)),
		...reviewsOf(items),
		...diskOf(facts),
		...troubleOf(facts),
	];
	const unread = facts.items === undefined ? OF_ITEMS : [];
	return { conditions, unread };
}

function unknownOf({ address, title, operation, standing }: AgendaItem): readonly Condition[] {
	if (standing !== "unknown" || operation === undefined) return [];
	const { id, evidence } = operation;
	const what = `Sent, but the response does not show whether it was executed (${evidence?.error ?? "no answer"}). Nothing more is sent for it until its outcome is recorded.`;
	const remedy = `${lookLine(operation)} Then: showrun resolve ${id} --posted | --not-posted | --abandon`;
	return [{ event: "unknown", key: `unknown ${id}`, line: line(address, { title, what, remedy }) }];
}

function failedOf({ address, title, standing, state, change }: AgendaItem): readonly Condition[] {
	if (standing !== "failed" || state === undefined) return [];
	const what =
		state.error ?? (state.status === "PARTIAL_DONE" ? "Only a part of it is done." : "No reason was given.");
	const remedy = change?.action === "attention" ? remedySentence(change.remedy) : "showrun status";
	const key = `failed ${address} ${state.taskId ?? ""}`;
	return [{ event: "failed", key, line: line(address, { title, what, remedy }) }];
}

/** What is about an account is told once for the account. */
function attentionOf(item: AgendaItem): readonly Condition[] {
	const { address, title, standing, change } = item;
	if (standing !== "attention" || change?.action !== "attention" || accountIn(item) !== undefined) return [];
	const told = { title, what: reasonSentence(change), remedy: remedySentence(change.remedy) };
	const since = change.reason === "refused-before" && "at" in change.reasonData ? change.reasonData.at : "";
	const key = `attention ${address} ${change.reason} ${since}`.trimEnd();
	return [{ event: "attention", key, line: line(address, told) }];
}

/** The account that an item waits for: to be connected, or to be authorized again. */
function accountIn({ change, state, account }: AgendaItem): AccountRef | undefined {
	if (state?.kind === "post" && state.needsAccount) return state.request.account;
	if (change === undefined || !("reasonData" in change)) return undefined;
	const { reason, reasonData } = change;
	if (reason !== "account-token" && reason !== "account-missing" && reason !== "post-needs-account")
		return undefined;
	if (reasonData !== undefined && "platform" in reasonData) return reasonData;
	return account;
}

function tokensOf(items: readonly AgendaItem[], accounts: readonly Account[]): readonly Condition[] {
	const waiting = new Map<string, { readonly account: AccountRef; posts: number }>();
	for (const item of items) {
		const account = accountIn(item);
		if (account === undefined) continue;
		const found = waiting.get(accountKey(account)) ?? { account, posts: 0 };
		found.posts += 1;
		waiting.set(accountKey(account), found);
	}
	const listed = new Map(accounts.map((account) => [accountKey(account), account]));
	const ended = [
		...new Set([...waiting.keys(), ...[...listed].flatMap(([key, each]) => (each.tokenValid ? [] : [key]))]),
	];
	const expiring = [...listed].filter(
		([key, { tokenValid, tokenExpiringSoon }]) => tokenValid && tokenExpiringSoon && !waiting.has(key),
	);
	return [
		...ended.flatMap((key) => {
			const account = waiting.get(key)?.account ?? listed.get(key);
			const posts = waiting.get(key)?.posts ?? 0;
			return account
				? [tokenCondition(account, `ended ${key}`, `It has to be connected again${waits(posts)}.`)]
				: [];
		}),
		...expiring.map(([key, account]) =>
			tokenCondition(
				account,
				`expiring ${key}`,
				"Its authorization expires soon; posts to it will wait then.",
			),
		),
	];
}

function waits(posts: number): string {
	return posts === 0 ? "" : posts === 1 ? "; 1 post waits for it" : `; ${posts} posts wait for it`;
}

function tokenCondition(account: AccountRef, key: string, what: string): Condition {
	const remedy = `showrun accounts connect ${account.platform}`;
	const subject = `${account.platform} ${account.username}`;
	return { event: "token", key: `token ${key}`, line: { subject, what, remedy } };
}

function lateOf(item: AgendaItem, now: EpochMs): readonly Condition[] {
	const { address, title, at, state, standing } = item;
	if (!isPost(item) || at === undefined || now - at > OLD_MS) return [];
	const wasLate = state?.kind === "post" && standing === "done" && state.late === true;
	const isLate = isOverdue(item, now, LATE_MS);
	if ((!wasLate && !isLate) || accountIn(item) !== undefined) return [];
	const due = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
	const what = wasLate
		? `Was due at ${due}, and went out after its time.`
		: `Was due at ${due}, ${timeSpan(now - at)} ago, and is not out yet.`;
	return [
		{
			event: "late",
			key: `late ${address} ${at}`,
			line: line(address, { title, what, remedy: wasLate ? undefined : "showrun status" }),
		},
	];
}

function isPost({ state, change }: AgendaItem): boolean {
	return state?.kind === "post" || change?.action === "publish" || change?.action === "wait";
}

/** Whether a post is not out although its time was more than so many milliseconds ago. */
export function isOverdue(item: AgendaItem, now: EpochMs, ms: number): boolean {
	const { at, standing } = item;
	const isOpen = standing === "waiting" || standing === "todo";
	return isPost(item) && isOpen && at !== undefined && now - at > ms && isDue(item, now);
}

/** What waits for another time than its own was put off on purpose, such as by a limit. */
function isDue({ change }: AgendaItem, now: EpochMs): boolean {
	return change?.action !== "wait" || change.until === undefined || change.until <= now;
}

/** A clip that waits for several accounts waits once. */
function reviewsOf(items: readonly AgendaItem[]): readonly Condition[] {
	return [...clipsToApprove(items)].map(([video, { file, clips }]) => {
		const what = clips.size === 1 ? "1 clip waits for approval." : `${clips.size} clips wait for approval.`;
		const remedy = `showrun clips, or set \`approve:\` in ${file}`;
		return {
			event: "review",
			key: `review ${video}`,
			amount: clips.size,
			line: { subject: video, what, remedy },
		};
	});
}

/** The clips that wait for a person, by their video. */
export function clipsToApprove(
	items: readonly AgendaItem[],
): ReadonlyMap<AddressText, { readonly file: string; readonly clips: ReadonlySet<string> }> {
	const waiting = new Map<AddressText, { file: string; clips: Set<string> }>();
	for (const { address, change } of items) {
		if (change?.reason !== "review-pending" && change?.reason !== "review-void") continue;
		const [video, post] = [videoOf(address), parseAddress(address)];
		if (video === undefined || post?.kind !== "post" || post.moment === "*") continue;
		const file = change.reasonData && "file" in change.reasonData ? change.reasonData.file : "its clips file";
		const found = waiting.get(video) ?? { file, clips: new Set<string>() };
		found.clips.add(clipName(video, post.moment));
		waiting.set(video, found);
	}
	return waiting;
}

function diskOf({ shortage }: Facts): readonly Condition[] {
	if (shortage === undefined) return [];
	const told = { subject: "disk", what: shortage, remedy: "showrun doctor" };
	return [{ event: "disk", key: "disk low", line: told }];
}

function troubleOf({ trouble, now }: Facts): readonly Condition[] {
	if (trouble === undefined || now - trouble.since < TROUBLE_MS) return [];
	const { message, since, remedy } = trouble;
	const what = `Every pass of showrun watch has failed for ${timeSpan(now - since)}: ${message}`;
	return [
		{
			event: "trouble",
			key: "trouble",
			line: { subject: "watch", what, remedy: remedy ?? "showrun doctor" },
		},
	];
}

function line(
	subject: string,
	{
		title,
		what,
		remedy,
	}: { readonly title?: string | undefined; readonly what: string; readonly remedy?: string | undefined },
): Condition["line"] {
	return { subject, what, ...defined({ title, remedy }) };
}
