import { type Account, type AccountRef, accountKey, usernamesOn } from "../model/account.ts";
import { campaignOf, videoAddress } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign, Schedule } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import type { EngineFacts, Observed } from "../model/observed.ts";
import type { Change, PlanNote, SubmitChange } from "../model/plan.ts";
import { type Levels, levelled } from "../model/rules/level.ts";
import { calendarOf } from "./calendar.ts";
import type { Resource, UnknownPosts } from "./desired/wanted.ts";
import { ofQuotas } from "./quota-left.ts";
import type { GradedFinding } from "./refusal.ts";
import { soonest, windowOf } from "./window.ts";
import type { World } from "./world.ts";

/** What posts need whose clips are not known. A time that is over is told before the clips are paid for. */
export function decideUnknown(
	{ address, place, video, atMost, failed, at, schedule }: UnknownPosts,
	{ observed: { now } }: Pick<World, "observed">,
): Change {
	const about = { address, place };
	if (failed) return { ...about, action: "wait", reason: "video-failed", reasonData: { video } };
	if (at !== undefined && windowOf(at, now).kind === "too-late")
		return { ...about, action: "attention", reason: "too-late", at, remedy: { code: "later-time" } };
	const slot = schedule && calendarOf(schedule, soonest(now)).slot(0);
	if (schedule !== undefined && slot === undefined)
		return {
			...about,
			action: "attention",
			reason: "slot-none",
			remedy: { code: "extend-schedule", schedule: schedule.name },
		};
	return {
		...about,
		action: "publish-bounded",
		reason: "clips-unknown",
		reasonData: { video },
		...defined({ atMost, at: at ?? slot, schedule: schedule?.name }),
	};
}

/** What can be known of a plan before anything is paid. */
export function foreseen(
	resources: readonly Resource[],
	{ changes, world }: { readonly changes: readonly Change[]; readonly world: World },
): readonly PlanNote[] {
	const { campaigns, observed } = world;
	const levels = new Map(campaigns.map(({ name, rules }): [string, Levels] => [name, rules]));
	const bounded = new Set(changes.filter(({ action }) => action === "publish-bounded").map(addressIn));
	const posts = resources.flatMap((resource) =>
		resource.kind === "posts" && bounded.has(resource.address) ? [resource] : [],
	);
	const submits = changes.filter(
		(change): change is SubmitChange => change.action === "submit" || change.action === "resubmit",
	);
	const found = [
		...submits.flatMap((change) =>
			[...ofLimit(change, world.options), ...ofVideo(change, campaigns, observed.engine)].map(
				(each) => [change, each] as const,
			),
		),
		...changes.flatMap((change) => ofLateRule(change, world.options).map((each) => [change, each] as const)),
		...posts.flatMap((post) => {
			const isPaid = submits.some(({ address }) => address === post.video);
			const soon = isPaid ? dueSoon(post, observed) : [];
			return [...ofPosts(post, observed), ...soon].map((each) => [post, each] as const);
		}),
		...ofQuotas({ changes, unknown: posts, snapshot: world.snapshot, observed }),
		...unlooked(changes, observed),
	];
	return found.flatMap(([about, finding]) => {
		const [level] = levelled([finding], levels.get(campaignOf(about.address)) ?? {});
		return level === undefined ? [] : [noteOf(about, level)];
	});
}

function addressIn({ address }: Change): Change["address"] {
	return address;
}

function noteOf(
	{ address, place }: Pick<Change, "address" | "place">,
	{ rule, finding }: GradedFinding,
): PlanNote {
	return { rule, finding, address, ...defined({ place }) };
}

/** How many slots a schedule still has, counted up to `most`. */
function slotsLeft(schedule: Schedule, now: EpochMs, most: number): number {
	const calendar = calendarOf(schedule, soonest(now));
	let count = 0;
	while (count < most && calendar.slot(count) !== undefined) count++;
	return count;
}

function ofPosts(
	{ account, schedule, atMost }: UnknownPosts,
	{ connected, now }: Observed,
): readonly GradedFinding[] {
	const slots = schedule && atMost !== undefined ? slotsLeft(schedule, now, atMost) : undefined;
	return [
		...(connected === undefined ? [] : ofAccount(account, connected)),
		...(schedule !== undefined && slots !== undefined && atMost !== undefined && slots < atMost
			? [tooFew(schedule.name, slots, atMost)]
			: []),
	];
}

function ofAccount(account: AccountRef, all: readonly Account[]): readonly GradedFinding[] {
	const listed = all.find((each) => accountKey(each) === accountKey(account));
	if (listed?.tokenValid) return [];
	const about = { severity: "warning" } as const;
	if (listed !== undefined) {
		const code = "account-not-authorized";
		return [{ ...about, rule: code, finding: { code, account } }];
	}
	const code = "account-not-connected";
	return [{ ...about, rule: code, finding: { code, account, connected: usernamesOn(account, all) } }];
}

function tooFew(schedule: string, slots: number, posts: number): GradedFinding {
	return {
		rule: "too-few-slots",
		severity: "warning",
		finding: { code: "too-few-slots", schedule, slots, posts },
	};
}

/** Clips may take as long as their video lasts; of one whose length is not known, some minutes. */
function dueSoon(
	{ at, schedule, video }: UnknownPosts,
	{ now, durations }: Observed,
): readonly GradedFinding[] {
	const due = at ?? (schedule && calendarOf(schedule, soonest(now)).slot(0));
	const ready = soonest(now) + (durations[video] ?? UNKNOWN_LENGTH_MS);
	if (due === undefined || due >= ready) return [];
	const minutes = Math.floor((due - now) / 60_000);
	const finding = defined({ code: "time-too-soon", minutes, schedule: schedule?.name } as const);
	return [{ rule: "time-too-soon", severity: "warning", finding }];
}

const UNKNOWN_LENGTH_MS = 10 * 60_000;

/** A limit of rendered clips is left out where the service said that it has none. */
function ofLimit({ request }: SubmitChange, options: World["options"]): readonly GradedFinding[] {
	const { exportLimit: limit } = request;
	if (limit === undefined || options.exportLimit !== false) return [];
	const rule = "export-limit-ignored";
	return [{ rule, severity: "warning", finding: { code: rule, limit } }];
}

/** A rule for late posts is left out where the service said that it has none. */
function ofLateRule(change: Change, options: World["options"]): readonly GradedFinding[] {
	if (options.publishLateRule !== false) return [];
	const late = change.action === "publish" || change.action === "replace" ? change.request.late : undefined;
	if (late === undefined || late.action === "deliver") return [];
	const rule = "late-rule-ignored";
	return [{ rule, severity: "warning", finding: { code: rule, action: late.action } }];
}

/** What the embedded engine would lack for a video. */
function ofVideo(
	{ address, source, request }: SubmitChange,
	campaigns: readonly Campaign[],
	engine: EngineFacts | undefined,
): readonly GradedFinding[] {
	if (engine === undefined) return [];
	const isSaid = engine.transcribes || (source.kind === "file" && source.transcript !== undefined);
	const texts = textsOf(address, campaigns);
	const needs = [
		...(request.export?.caption ? (["captions"] as const) : []),
		...(request.export?.hook ? (["hook"] as const) : []),
		...(texts.some((text) => /clip\.(title|description)/.test(text)) ? (["titles"] as const) : []),
	];
	if (isSaid || needs.length === 0) return [];
	const keepsBack = texts.some((text) => TITLE_ALONE.test(text)) || undefined;
	const finding = { code: "no-transcript", needs, ...defined({ keepsBack }) } as const;
	return [{ rule: "no-transcript", severity: "warning", finding }];
}

/** A template without words of its own, whatever filters its title goes through. */
const TITLE_ALONE = /^\s*\{\{-?\s*clip\.title\s*(\|[^{}]*)?\}\}\s*$/;

/** The templates of all posts of a video. */
function textsOf(address: Change["address"], campaigns: readonly Campaign[]): readonly string[] {
	return campaigns
		.flatMap(({ name, posts }) => posts.filter(({ from }) => videoAddress(name, from) === address))
		.flatMap(({ targets }) => targets.flatMap(({ body }) => [body.title ?? "", body.description ?? ""]));
}

/** What the plan could not look at, said once, of its first change. */
function unlooked(
	changes: readonly Change[],
	{ unasked, uncompared }: Observed,
): readonly (readonly [Change, GradedFinding])[] {
	const [first] = changes;
	if (first === undefined) return [];
	const about = { "not-checked": unasked, "not-compared": uncompared } as const;
	return keysOf(about).flatMap((code) => {
		const why = about[code];
		return why === undefined
			? []
			: [[first, { rule: code, severity: "warning", finding: { code, why } }] as const];
	});
}
