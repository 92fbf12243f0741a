import { campaignOf } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { placeInSource } from "../model/clock-time.ts";
import { defined } from "../model/defined.ts";
import type { Severity } from "../model/diagnostic.ts";
import type { Finding } from "../model/finding.ts";
import type { Change, PlanNote, PublishChange } from "../model/plan.ts";
import { type Levels, levelled } from "../model/rules/level.ts";
import type { Unit } from "../model/rules/rule.ts";
import { RULES } from "../model/rules.ts";
import type { LedgerEntry, Snapshot } from "../model/snapshot.ts";
import { composedOf } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { type KnownTexts, knownTexts } from "./known-texts.ts";
import { asFinding, type GradedFinding, refusal } from "./refusal.ts";
import { forgottenBefore } from "./repeated.ts";
import type { World } from "./world.ts";

/** A post that was looked at: what it needs now, and what is worth a word. */
export interface Reviewed {
	readonly change: Change;
	readonly notes: readonly PlanNote[];
}

/**
 * Looks at posts that have their times one after the other, each knowing those before it: what the service
 * would refuse becomes attention, what is only likely a note.
 */
export function reviewer(
	{ campaigns, snapshot, observed: { now } }: World,
	posted: (wanted: WantedPost) => readonly LedgerEntry[],
): (wanted: WantedPost, change: Change) => Reviewed {
	const levels = new Map<string, Levels>(campaigns.map(({ name, rules }) => [name, rules]));
	const expiry = expiries(snapshot);
	const known = knownTexts(snapshot);
	return (wanted, change) => {
		if (!isAhead(change)) return { change, notes: [] };
		const planned = change.action === "publish" ? change.request.scheduledAt : change.at;
		const at = planned ?? now;
		const timed = [
			...expiring({ change, expireAt: expiry.get(wanted.taskId), at, now }),
			...unsafe(change),
			...atTheEdge(change, now),
			...repeated(wanted, known, at),
			...outdated(wanted),
			...nameless(wanted),
			...forgottenBefore(wanted, posted(wanted)),
		];
		const found = levelled(timed, levels.get(campaignOf(wanted.address)) ?? {});
		const refused = refusal(wanted, found, planned);
		if (refused !== undefined) return { change: refused, notes: [] };
		known.add(wanted, at);
		return {
			change,
			notes: notesOf(wanted, [...(composedOf(wanted).findings ?? []).map(asFinding), ...found]),
		};
	};
}

/** What an expiring token puts at risk is in the outlook, with all its posts. */
function notesOf({ address, place }: WantedPost, all: readonly GradedFinding[]): PlanNote[] {
	return all.flatMap(({ rule, finding }) =>
		rule === "expiring-authorization" ? [] : [{ rule, finding, address, place }],
	);
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
function expiring({
	change,
	expireAt,
	at,
	now,
}: {
	change: Ahead;
	expireAt: EpochMs | undefined;
	at: EpochMs;
	now: EpochMs;
}): GradedFinding[] {
	if (expireAt === undefined) return [];
	const found = (severity: Severity, code: ExpiryFinding["code"]): GradedFinding[] => [
		{ rule: "expiring-results", severity, finding: { code, at: expireAt } },
	];
	const handed = change.action === "wait" ? (change.until ?? at) : now;
	if (now >= expireAt) return found("error", "results-expired");
	if (handed >= expireAt) return found("error", "results-expire-before-handover");
	return at < expireAt ? [] : found("warning", "results-expire-before-post");
}

type ExpiryFinding = Extract<Finding, { readonly code: `results-${string}` }>;

/** expiring-authorization: a token that expires soon may be gone at a later time. */
function unsafe(change: Ahead): GradedFinding[] {
	if (change.action !== "publish" || change.request.scheduledAt === undefined) return [];
	const { account } = change;
	if (!account?.tokenExpiringSoon) return [];
	const { platform, username } = account;
	const finding = { code: "token-expires-soon", account: { platform, username } } as const;
	return [{ rule: "expiring-authorization", severity: "warning", finding }];
}

const EDGES = (RULES["time-window"].limits ?? []).filter(({ severity }) => severity === "warning");
const UNIT_MS: Readonly<Partial<Record<Unit, number>>> = { minutes: 60_000, days: 86_400_000 };

/** time-window: a platform's own window may be narrower than the service's. */
function atTheEdge(change: Ahead, now: EpochMs): GradedFinding[] {
	if (change.action !== "publish" || change.request.scheduledAt === undefined) return [];
	const { scheduledAt, account } = change.request;
	const past = EDGES.find(({ platform, unit, least = 0, most = Number.POSITIVE_INFINITY }) => {
		const ahead = (scheduledAt - now) / (UNIT_MS[unit] ?? 1);
		return platform === account.platform && (ahead < least || ahead > most);
	});
	if (past === undefined) return [];
	const { unit, least, most } = past;
	const bound = defined(least === undefined ? { most } : { least });
	const finding = { code: "outside-platform-window", platform: account.platform, unit, ...bound } as const;
	return [{ rule: "time-window", severity: "warning", finding }];
}

/** repeated-text: the same text to the same people. */
function repeated(wanted: WantedPost, known: KnownTexts, at: EpochMs): GradedFinding[] {
	const address = known.find(wanted, at);
	return address === undefined
		? []
		: [{ rule: "repeated-text", severity: "warning", finding: { code: "same-text", address } }];
}

/** title-file-name: what a clip is called of which nothing is known, and nothing else. */
function nameless(wanted: WantedPost): GradedFinding[] {
	const { title: text, moment } = wanted.clip;
	if (!text.endsWith(placeInSource(moment))) return [];
	const { body } = composedOf(wanted);
	const field = (["title", "description"] as const).find((each) => body?.[each]?.trim() === text);
	if (field === undefined) return [];
	return [{ rule: "title-file-name", severity: "error", finding: { code: "title-file-name", field, text } }];
}

/** Edits that were made for what the clip was. */
function outdated({ voidEdits }: WantedPost): GradedFinding[] {
	return voidEdits === undefined
		? []
		: [{ rule: "outdated-edits", severity: "warning", finding: { code: "edits-void", ...voidEdits } }];
}
