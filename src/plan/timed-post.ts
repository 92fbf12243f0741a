import { type AccountRef, accountKey, usernamesOn } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { Observed } from "../model/observed.ts";
import type { Change, PublishChange } from "../model/plan.ts";
import type { PostRequest, Reference } from "../model/post.ts";
import { referenceTo } from "../model/reference.ts";
import type { Remedy } from "../model/remedy.ts";
import { composedOf } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { askedOf } from "./handed-over.ts";
import { asFinding, refusal } from "./refusal.ts";
import type { Timing } from "./times.ts";
import { handoverOf, windowOf } from "./window.ts";

/** What a post that is to be made needs at its time. */
export function decideTimed(
	wanted: WantedPost,
	timing: Timing,
	observed: Pick<Observed, "now" | "accounts">,
): Change {
	const about = { address: wanted.address, place: wanted.place };
	if (timing.kind === "now") return withAccount(wanted, undefined, observed);
	if (timing.kind === "held")
		return { ...about, action: "wait", reason: timing.reason, until: timing.until, at: timing.until };
	if (timing.kind === "stuck") return stuck(wanted, timing);
	const { at } = timing;
	const until = handoverOf(at, wanted.handoverMs);
	if (until <= observed.now) return withAccount(wanted, at, observed);
	return {
		...about,
		action: "wait",
		reason: windowOf(at, observed.now).kind === "too-early" ? "too-early" : "handover-later",
		until,
		at,
	};
}

/** What keeps a post back whatever its time: its texts. */
export function badText(wanted: WantedPost): Change | undefined {
	const { problem, findings } = composedOf(wanted);
	if (problem === undefined) return refusal(wanted, findings.map(asFinding));
	const { address, place } = wanted;
	const remedy = { code: "fill-template" } as const;
	return { address, place, action: "attention", reason: "text-empty", reasonData: { problem }, remedy };
}

/** What keeps a post back that has a fixed time. */
export function tooLate({ address, place, at }: WantedPost, { now }: Observed): Change | undefined {
	if (at === undefined || windowOf(at, now).kind !== "too-late") return undefined;
	return { address, place, action: "attention", reason: "too-late", at, remedy: { code: "later-time" } };
}

function stuck(
	{ address, place, schedule }: WantedPost,
	{ reason, at }: Extract<Timing, { readonly kind: "stuck" }>,
): Change {
	const name = schedule?.name ?? "";
	const remedies: Record<typeof reason, Remedy> = {
		"slot-missed": { code: "take-next-slot", schedule: name },
		"slot-none": { code: "extend-schedule", schedule: name },
		"daily-cap": { code: "another-day" },
		"min-gap": { code: "another-time" },
	};
	return { address, place, action: "attention", reason, remedy: remedies[reason], ...defined({ at }) };
}

function withAccount(
	wanted: WantedPost,
	at: EpochMs | undefined,
	observed: Pick<Observed, "accounts">,
): Change {
	if (observed.accounts === undefined) return publication(wanted, at);
	const account = observed.accounts.find((each) => accountKey(each) === accountKey(wanted.account));
	if (account?.tokenValid) return { ...publication(wanted, at, account.id), account };
	const { address, place, account: reasonData } = wanted;
	const about = { address, place, action: "attention", reasonData, ...defined({ at }) } as const;
	return account === undefined
		? { ...about, reason: "account-missing", remedy: missingRemedy(reasonData, observed.accounts) }
		: { ...about, reason: "account-token", remedy: connectRemedy(reasonData) };
}

/** A platform lets its users change their names. */
function missingRemedy(wanted: AccountRef, accounts: readonly AccountRef[]): Remedy {
	const { platform, username } = wanted;
	const connected = usernamesOn(wanted, accounts);
	return connected.length === 0
		? connectRemedy(wanted)
		: { code: "rename-account", platform, username, connected };
}

function connectRemedy({ platform }: AccountRef): Remedy {
	return { code: "connect-account", platform };
}

function publication(wanted: WantedPost, at: EpochMs | undefined, accountId?: string): PublishChange {
	const { address, place, clip } = wanted;
	const request = requestOf(wanted, at, accountId);
	if (request === undefined) throw new Error(`${address} has no text.`);
	return {
		action: "publish",
		address,
		place,
		reason: "clip-chosen",
		request,
		title: request.body.title || clip.title,
	};
}

/** What would be sent. Undefined: it has no text. */
export function requestOf(
	wanted: WantedPost,
	at: EpochMs | undefined,
	accountId?: string,
): PostRequest | undefined {
	const { body } = composedOf(wanted);
	if (body === undefined) return undefined;
	const { taskId, clip, source, account, recipe, resolution, late } = wanted;
	const reference = referenceOf(wanted);
	const repeat = wanted.repeat > 1 ? wanted.repeat : undefined;
	const about = { taskId, idx: clip.idx, moment: clip.moment, source, account, body, recipe };
	const asked = askedOf(wanted, accountId);
	return { ...about, asked, ...defined({ reference, resolution, repeat, late, scheduledAt: at }) };
}

/** By what a person finds it on the platform, where its account allows one. */
function referenceOf({ source, clip, limits, occurrence, text }: WantedPost): Reference | undefined {
	const { reference: field } = text.subject.account;
	const { from, to } = clip.moment;
	return field && { in: field, text: referenceTo([source, from, to, limits.account, occurrence]) };
}
