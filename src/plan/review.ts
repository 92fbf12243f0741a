import type { PostFinding } from "../compose/texts.ts";
import { accountKey } from "../model/account.ts";
import { campaignOf } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Change, PlanNote, PublishChange } from "../model/plan.ts";
import { type Levels, levelled } from "../model/rules/level.ts";
import type { Unit } from "../model/rules/rule.ts";
import { RULES, type RuleId } from "../model/rules.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { composedOf } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { refusal } from "./refusal.ts";
import { type SaidTexts, saidTexts } from "./said.ts";
import type { World } from "./world.ts";

/** A post that was looked at: what it needs now, and what is worth a word. */
export interface Reviewed {
	readonly change: Change;
	readonly notes: readonly PlanNote[];
}

/** Looks at posts that have their times one after the other, each knowing those before it: what the service would refuse becomes attention, what is only likely a note. */
export function reviewer({
	campaigns,
	snapshot,
	observed: { now },
}: World): (wanted: WantedPost, change: Change) => Reviewed {
	const levels = new Map<string, Levels>(campaigns.map(({ name, rules }) => [name, rules]));
	const expiry = expiries(snapshot);
	const said = saidTexts(snapshot);
	return (wanted, change) => {
		if (!isAhead(change)) return { change, notes: [] };
		const planned = change.action === "publish" ? change.request.scheduledAt : change.at;
		const at = planned ?? now;
		const timed = [
			...expired({ change, expireAt: expiry.get(wanted.taskId), at, now }),
			...unsafe(change),
			...atTheEdge(change, now),
			...repeated(wanted, said, at),
			...outdated(wanted),
		];
		const found = levelled(timed, levels.get(campaignOf(wanted.address)) ?? {});
		const refused = refusal(wanted, found, planned);
		if (refused !== undefined) return { change: refused, notes: [] };
		said.add(wanted, at);
		const all = [...(composedOf(wanted).findings ?? []), ...found];
		// What an expiring token puts at risk is in the outlook, with all its posts.
		return {
			change,
			notes: all
				.filter(({ rule }) => rule !== "expiring-authorization")
				.map(({ rule, detail }) => note(wanted, rule, detail)),
		};
	};
}

type Ahead = PublishChange | Extract<Change, { readonly action: "wait" }>;

/** Will be posted: now, or at its time. */
function isAhead(change: Change): change is Ahead {
	return (
		change.action === "publish" ||
		(change.action === "wait" && (change.reason === "too-early" || change.reason === "handover-later"))
	);
}

function expiries({ resources }: Pick<Snapshot, "resources">): ReadonlyMap<string, EpochMs> {
	return new Map(
		Object.values(resources).flatMap((state): [string, EpochMs][] =>
			state.kind === "video" && state.result?.expireAt !== undefined
				? [[state.taskId, state.result.expireAt]]
				: [],
		),
	);
}

/** expiring-results: clips can be handed over until their results expire (interface 2.1). */
function expired({
	change,
	expireAt,
	at,
	now,
}: {
	change: Ahead;
	expireAt: EpochMs | undefined;
	at: EpochMs;
	now: EpochMs;
}): PostFinding[] {
	if (expireAt === undefined) return [];
	const handed = change.action === "wait" ? (change.until ?? at) : now;
	const on = `on ${day(expireAt)} (UTC)`;
	if (handed >= expireAt) {
		const detail =
			now >= expireAt
				? `The results of its task expired ${on}.`
				: `The results of its task expire ${on}, before it can be handed over.`;
		return [{ rule: "expiring-results", severity: "error", detail }];
	}
	return at < expireAt
		? []
		: [
				{
					rule: "expiring-results",
					severity: "warning",
					detail: `The results of its task expire ${on}, before its time.`,
				},
			];
}

function day(at: EpochMs): string {
	return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** expiring-authorization: a token that expires soon may be gone at a later time. */
function unsafe(change: Ahead): PostFinding[] {
	if (
		change.action !== "publish" ||
		change.request.scheduledAt === undefined ||
		!change.account?.tokenExpiringSoon
	)
		return [];
	return [
		{
			rule: "expiring-authorization",
			severity: "warning",
			detail: `The authorization of ${accountKey(change.account)} expires soon, and the post is for later.`,
		},
	];
}

const EDGES = (RULES["time-window"].limits ?? []).filter(({ severity }) => severity === "warning");
const UNIT_MS: Readonly<Partial<Record<Unit, number>>> = { minutes: 60_000, days: 86_400_000 };

/** time-window: a platform's own window may be narrower than the service's. */
function atTheEdge(change: Ahead, now: EpochMs): PostFinding[] {
	if (change.action !== "publish" || change.request.scheduledAt === undefined) return [];
	const { scheduledAt, account } = change.request;
	const past = EDGES.find(({ platform, unit, least = 0, most = Number.POSITIVE_INFINITY }) => {
		const ahead = (scheduledAt - now) / (UNIT_MS[unit] ?? 1);
		return platform === account.platform && (ahead < least || ahead > most);
	});
	if (past === undefined) return [];
	const bound = past.least === undefined ? `more than ${past.most}` : `less than ${past.least}`;
	return [
		{
			rule: "time-window",
			severity: "warning",
			detail: `Its time is ${bound} ${past.unit} ahead, and ${account.platform} may refuse what the service accepts.`,
		},
	];
}

/** repeated-text: the same words to the same people. */
function repeated(wanted: WantedPost, said: SaidTexts, at: EpochMs): PostFinding[] {
	const earlier = said.find(wanted, at);
	return earlier === undefined
		? []
		: [
				{
					rule: "repeated-text",
					severity: "warning",
					detail: `${earlier} says the same.`,
					field: "description",
				},
			];
}

/** Words that were written for what the clip was. */
function outdated({ voidWords }: WantedPost): PostFinding[] {
	return voidWords === undefined
		? []
		: [{ rule: "outdated-edits", severity: "warning", detail: `${voidWords} The generated text is used.` }];
}

function note({ address, place }: WantedPost, rule: RuleId, detail: string): PlanNote {
	return { rule, title: RULES[rule].title, detail, address, place };
}
