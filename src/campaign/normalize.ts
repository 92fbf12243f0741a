import { resolve } from "node:path";
import { withTimes } from "../model/asked-times.ts";
import type {
	Campaign,
	CampaignAccount,
	ItemVideos,
	Post,
	Rendition,
	Source,
	Video,
} from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Place } from "../model/place.ts";
import type { ClippingSettings, ExportSettings } from "../model/task.ts";
import type { ResolvedOutcome } from "../model/unknown.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Draft } from "../yaml/shape.ts";
import type { Clipping, Export, Post as RawPost, Rendition as RawRendition } from "./campaign.gen.ts";
import { feedsOf } from "./feeds.ts";
import {
	durationOf,
	lateRuleOf,
	millisecondsOf,
	ratioOf,
	resolutionOf,
	stretchOf,
} from "./friendly-values.ts";
import type { Inherited } from "./inherit.ts";
import { postOf, selectionOf } from "./posts.ts";
import { isUrl, type RuleContext, sidecar, videosOfPost } from "./rule-context.ts";
import { scheduleOf } from "./schedules.ts";

/**
 * A checked campaign in the words of the model: defaults filled, service spellings replaced, removed parts
 * gone.
 */
export function normalize(context: RuleContext, digest: string): Campaign {
	const { draft, file } = context;
	const { policy } = draft;
	return defined({
		name: draft.campaign ?? "",
		file: file.file,
		digest,
		timezone: draft.timezone ?? "UTC",
		inputs: context.inputs,
		accounts: mapped(draft.accounts, (name) => accountOf(context, name)),
		schedules: mapped(draft.schedules, (name, raw) => scheduleOf(context, name, raw)),
		hashtags: mapped(draft.hashtags, (_, tags) => tags.map((tag) => `#${tag.replace(/^#/, "")}`)),
		...feedsOf(context),
		...entriesOf(context),
		brand: context.brand,
		policy: policy && policyOf(policy),
		rules: mapped(draft.rules, (_, level) => level),
		moved: (draft.moved ?? []).map(({ from = "", to = "" }, index) => ({
			from,
			to,
			place: placeAt(context, ["moved", index]),
		})),
		resolutions: draft.resolutions?.map((raw, index) => wordOn(context, raw, index)),
	});
}

/** Entries that stand for every item of a feed are apart from those of one video. */
function entriesOf(context: RuleContext): Pick<Campaign, "videos" | "posts" | "ofItems"> {
	const videos = [...context.videos.values()];
	const posts = Object.entries(context.draft.posts ?? {}).flatMap(([name, raw = {}]) =>
		postsOf(context, name, raw),
	);
	const isOfFeed = (name: string) => context.videos.get(name)?.video.each !== undefined;
	const ofItems = {
		videos: videos.filter(({ name }) => isOfFeed(name)).map((each) => itemVideosOf(context, each)),
		posts: posts.filter(({ from }) => isOfFeed(from)),
	};
	return {
		videos: videos.filter(({ name }) => !isOfFeed(name)).map((each) => videoOf(context, each)),
		posts: posts.filter(({ from }) => !isOfFeed(from)),
		...(ofItems.videos.length > 0 && { ofItems }),
	};
}

/** One for each video that it takes clips from, to the accounts that get them. */
function postsOf(context: RuleContext, name: string, raw: Draft<RawPost>): readonly Post[] {
	const post = postOf(context, name, raw);
	const videos = videosOfPost(context, raw);
	if (videos.length === 0) return [post];
	const forEach = new Map(
		post.targets.map((target) => [target, new Set(videosOfPost(context, raw, target.account))]),
	);
	return videos.flatMap((video) => {
		const targets = post.targets.filter((target) => forEach.get(target)?.has(video));
		return targets.length === 0 ? [] : [{ ...post, from: video.name, targets }];
	});
}

function mapped<Raw, Value>(
	raw: Readonly<Record<string, Raw | undefined>> | undefined,
	value: (name: string, each: Raw) => Value,
): Record<string, Value> {
	return Object.fromEntries(
		Object.entries(raw ?? {}).flatMap(([name, each]) =>
			each === undefined ? [] : [[name, value(name, each)]],
		),
	);
}

function placeAt(context: RuleContext, path: Path): Place {
	return context.file.spot(path, "key").place;
}

function accountOf(context: RuleContext, name: string): CampaignAccount {
	const account = context.draft.accounts?.[name];
	return defined({
		platform: account?.platform ?? "youtube",
		username: account?.username ?? "",
		place: placeAt(context, ["accounts", name]),
		timezone: account?.timezone ?? context.draft.timezone ?? "UTC",
		maxPerDay: account?.max_per_day,
		minGapMs: account?.min_gap === undefined ? undefined : millisecondsOf(account.min_gap),
		late: lateRuleOf(account?.late),
		premium: account?.premium ?? false,
		reference: account?.reference,
	});
}

function wordOn(
	{ file }: RuleContext,
	raw: NonNullable<RuleContext["draft"]["resolutions"]>[number],
	index: number,
): ResolvedOutcome {
	const { op = "", outcome = "abandoned", task_id: taskId, by = "the campaign", reason } = raw;
	const word = outcome === "posted" ? defined({ as: outcome, taskId }) : { as: outcome };
	return defined({
		operation: op,
		word,
		by,
		why: reason,
		place: file.spot(["resolutions", index], "value").place,
	});
}

function policyOf(raw: NonNullable<RuleContext["draft"]["policy"]>): NonNullable<Campaign["policy"]> {
	const { max_posts_per_run: maxPostsPerRun, max_new_videos_per_run: maxNewVideosPerRun, budget } = raw;
	return defined({ maxPostsPerRun, maxNewVideosPerRun, budgetUnits: budget?.units });
}

function videoOf(context: RuleContext, inherited: Inherited): Video {
	const { name, video } = inherited;
	return {
		...workOf(context, inherited),
		source: sourceOf(context, video),
		...withAdded(context, name, clippingOf(video.clipping ?? {})),
	};
}

function itemVideosOf(context: RuleContext, inherited: Inherited): ItemVideos {
	return { ...workOf(context, inherited), each: inherited.video.each ?? "" };
}

/** What becomes of a video, whichever it is. */
function workOf(context: RuleContext, { name, entry, cell, video }: Inherited): Omit<ItemVideos, "each"> {
	return defined({
		name,
		cell,
		place: placeAt(context, ["videos", entry]),
		clipping: clippingOf(video.clipping ?? {}),
		export: exportOf(video.export),
		exportLimit: video.export?.limit ?? undefined,
		renditions: Object.entries(video.renditions ?? {}).map(([each, raw]) =>
			renditionOf(each, raw ?? {}, placeAt(context, ["videos", entry, "renditions", each])),
		),
	});
}

/** With the times that are asked for, and where each is written. */
function withAdded(
	context: RuleContext,
	name: string,
	clipping: ClippingSettings,
): Pick<Video, "clipping" | "addedAt"> {
	const inherited = context.videos.get(name);
	const times = (inherited?.video.clipping?.add ?? []).flatMap((given, index) => {
		const path = inherited?.where(["clipping", "add", index]) ?? ["videos", name];
		return given === undefined ? [] : [{ moment: stretchOf(given), place: context.file.spot(path).place }];
	});
	return withTimes({ clipping }, times);
}

function renditionOf(name: string, raw: Draft<RawRendition>, place: Place): Rendition {
	const { target_language: language, clips, ...rest } = raw;
	return defined({
		name,
		place,
		export: complete(rest),
		targetLanguage: language ?? undefined,
		clips: selectionOf(clips ?? {}),
	});
}

function sourceOf(context: RuleContext, { source, transcript }: Inherited["video"]): Source {
	if (typeof source === "object") return { kind: "url", url: source.url ?? "", id: source.id ?? "" };
	const shown = source ?? "";
	if (isUrl(shown)) return { kind: "url", url: shown };
	const path = resolve(context.folder, shown);
	const beside = transcript === undefined ? sidecar(context, path) : undefined;
	const text = typeof transcript === "string" ? resolve(context.folder, transcript) : beside;
	return defined({ kind: "file", path, shown, transcript: text });
}

function clippingOf(raw: NonNullable<Draft<Clipping>>): ClippingSettings {
	return defined({
		language: raw.language ?? undefined,
		targetLanguage: raw.target_language ?? undefined,
		duration: durationOf(raw.duration),
		limit: raw.limit ?? undefined,
		moreResults: raw.more_results ?? false,
		express: raw.express ?? false,
	});
}

function exportOf(raw: Draft<Export> | undefined): ExportSettings | undefined {
	return raw ? complete(raw) : undefined;
}

function complete({ resolution, caption, hook, reframe }: NonNullable<Draft<Export>>): ExportSettings {
	const ratio = ratioOf(reframe?.ratio);
	return defined({
		resolution: resolutionOf(resolution),
		caption: caption
			? { style: caption.style ?? "temp-7", display: caption.display ?? "original" }
			: undefined,
		hook: hook ? { style: hook.style ?? "serious", position: hook.position ?? "beginning" } : undefined,
		reframe: reframe && ratio ? { ratio, layout: reframe.layout ?? "Auto" } : undefined,
	});
}
