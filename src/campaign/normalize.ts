import { resolve } from "node:path";
import type { Campaign, CampaignAccount, Post, PostTarget, PostTemplate, Source, Video } from "../model/campaign.ts";
import type { Place } from "../model/place.ts";
import type { ClippingSettings, ExportSettings } from "../model/task.ts";
import type { Draft } from "../system/yaml/shape.ts";
import type { Path } from "../system/yaml/values.ts";
import type { Clips, Export, Post as RawPost, Target } from "./campaign.gen.ts";
import type { Inherited } from "./inherit.ts";
import { isUrl, type Scene, sidecars } from "./scene.ts";
import { durationOf, ratioOf, resolutionOf } from "./words.ts";

/** A checked campaign in the words of the model: defaults filled, service spellings replaced, removed parts gone. */
export function normalize(scene: Scene, digest: string): Campaign {
	const { draft, file } = scene;
	return {
		name: draft.campaign ?? "",
		file: file.file,
		digest,
		timezone: draft.timezone ?? "UTC",
		accounts: Object.fromEntries(Object.keys(draft.accounts ?? {}).map((name) => [name, accountOf(scene, name)])),
		videos: [...scene.videos.values()].map((each) => videoOf(scene, each)),
		posts: Object.entries(draft.posts ?? {}).map(([name, post]) => postOf(scene, name, post ?? {})),
	};
}

function placeOf(scene: Scene, path: Path, part: "key" | "value" = "key"): Place {
	return scene.file.spot(path, part).place;
}

function accountOf(scene: Scene, name: string): CampaignAccount {
	const account = scene.draft.accounts?.[name];
	return { platform: account?.platform ?? "youtube", username: account?.username ?? "", place: placeOf(scene, ["accounts", name]) };
}

function videoOf(scene: Scene, { name, video }: Inherited): Video {
	const rendering = exportOf(video.export);
	return {
		name,
		place: placeOf(scene, ["videos", name]),
		source: sourceOf(scene, video.source ?? "", video.transcript),
		clipping: clippingOf(video.clipping ?? {}),
		...(rendering && { export: rendering }),
	};
}

function sourceOf(scene: Scene, shown: string, transcript: string | null | undefined): Source {
	if (isUrl(shown)) return { kind: "url", url: shown };
	const path = resolve(scene.folder, shown);
	const beside = transcript === undefined ? sidecars(path).find((each) => scene.facts.get(each) === "file") : undefined;
	const text = typeof transcript === "string" ? resolve(scene.folder, transcript) : beside;
	return { kind: "file", path, shown, ...(text !== undefined && { transcript: text }) };
}

function clippingOf(raw: NonNullable<Inherited["video"]["clipping"]>): ClippingSettings {
	return {
		...(raw.language && { language: raw.language }),
		...(raw.target_language && { targetLanguage: raw.target_language }),
		duration: durationOf(raw.duration),
		...(raw.limit && { limit: raw.limit }),
		moreResults: raw.more_results ?? false,
		express: raw.express ?? false,
	};
}

function exportOf(raw: Draft<Export> | undefined): ExportSettings | undefined {
	if (!raw) return undefined;
	const { caption, hook, reframe } = raw;
	const ratio = ratioOf(reframe?.ratio);
	return {
		resolution: resolutionOf(raw.resolution),
		...(caption && { caption: { style: caption.style ?? "temp-7", display: caption.display ?? "original" } }),
		...(hook && { hook: { style: hook.style ?? "serious", position: hook.position ?? "beginning" } }),
		...(reframe && ratio && { reframe: { ratio, layout: reframe.layout ?? "Auto" } }),
	};
}

function postOf(scene: Scene, name: string, raw: Draft<RawPost>): Post {
	const path: Path = ["posts", name];
	return {
		name,
		place: placeOf(scene, path),
		from: raw.from ?? "",
		clips: selectionOf(raw.clips ?? {}),
		...(raw.at !== undefined && { at: { wall: raw.at, place: placeOf(scene, [...path, "at"], "value") } }),
		...(raw.resolution !== undefined && { resolution: raw.resolution }),
		targets: Object.entries(raw.to ?? {}).map(([account, target]) => targetOf(scene, [...path, "to", account], target ?? {})),
	};
}

function selectionOf(raw: Draft<Clips>): Post["clips"] {
	return {
		...(raw.top !== undefined && { top: raw.top }),
		...(raw.ranks !== undefined && { ranks: raw.ranks }),
		...(raw.min_score !== undefined && { minScore: raw.min_score }),
	};
}

/** How each field is called in the file. */
const FIELDS: Readonly<Record<keyof PostTemplate, keyof Target>> = {
	title: "title",
	description: "description",
	tags: "tags",
	visibility: "visibility",
	thumbnailUrl: "thumbnail_url",
	category: "category",
	allowComment: "allow_comment",
	allowDuet: "allow_duet",
	allowStitch: "allow_stitch",
	discloseContent: "disclose_content",
};

function targetOf(scene: Scene, path: Path, raw: Draft<Target>): PostTarget {
	const given = Object.entries(FIELDS).filter(([, key]) => raw[key] !== undefined);
	return {
		account: String(path.at(-1)),
		place: placeOf(scene, path),
		body: Object.fromEntries(given.map(([field, key]) => [field, raw[key]])),
		places: Object.fromEntries(given.map(([field, key]) => [field, placeOf(scene, [...path, key], "value")])),
	};
}
