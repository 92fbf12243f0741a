import type { Platform } from "../../model/account.ts";
import { writtenVideo } from "../../model/item-video.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import { RULES } from "../../model/rules.ts";
import type { Path } from "../../yaml/plain-value.ts";
import type { Target } from "../campaign.gen.ts";
import { ratioOf, resolutionOf } from "../friendly-values.ts";
import type { Inherited } from "../inherit.ts";
import { type RuleContext, says, videosOfPost } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";
import type { PostTo, TargetField } from "./post-targets.ts";

/** missing-export: only rendered clips can be posted (interface 4.3, rule 1). */
export function exportNeeded(context: RuleContext): RuleFinding[] {
	return Object.entries(context.draft.posts ?? {}).flatMap(([name, post]): RuleFinding[] => {
		const from = videosOfPost(context, post ?? {}).find(({ video }) => !video.export);
		if (from === undefined || malformed(context, from, "export")) return [];
		const detail = `Clips of \`${from.entry}\` are not rendered, so they cannot be posted.`;
		return [
			{
				rule: "missing-export",
				summary: "Posting needs export",
				detail,
				hint: `Add \`export: {}\` to \`videos.${from.entry}\` (or to \`defaults\`).`,
				path: ["posts", name, "from"],
			},
		];
	});
}

/** The file says something there that was left out of the draft. */
function malformed(context: RuleContext, video: Inherited, part: string): boolean {
	return (
		video.video.export === undefined &&
		[...video.chain.map((name): Path => ["videos", name]), ["defaults"]].some((home) =>
			says(context, [...home, part]),
		)
	);
}

/** missing-post-text: YouTube needs a title, TikTok a description (interface 2.7). */
export function neededTexts(
	{ platform, account, field, homes, path }: PostTo,
	context: RuleContext,
): readonly RuleFinding[] {
	const key = platform === "youtube" ? "title" : platform === "tiktok" ? "description" : undefined;
	if (
		key === undefined ||
		field(key) !== undefined ||
		homes.some((home) => says(context, [...home.path, key]))
	)
		return [];
	const detail = `\`${account}\` is a ${PLATFORM_TITLES[platform]} account, and there is no \`${key}\`.`;
	return [
		{
			rule: "missing-post-text",
			summary: `${PLATFORM_TITLES[platform]} needs a ${key}`,
			detail,
			hint: `Add \`${key}: "{{ clip.${key} }}"\`.`,
			path,
			part: "key",
		},
	];
}

/** What each platform takes besides public: everything (YouTube), or with trouble. */
const REFUSED: Readonly<
	Record<Platform, Readonly<Partial<Record<"private" | "unlisted", "error" | "warning">>>>
> = {
	youtube: {},
	tiktok: { unlisted: "error" },
	linkedin: { private: "warning", unlisted: "error" },
	twitter: { private: "error", unlisted: "error" },
	instagram: { private: "error", unlisted: "error" },
	facebook: { private: "error", unlisted: "error" },
};

/** unsupported-visibility: which visibilities a platform has. */
export function visibilities({ platform, field }: PostTo): readonly RuleFinding[] {
	const { value: visibility, path = [] } = field("visibility") ?? {};
	const severity =
		visibility === undefined || visibility === "public" ? undefined : REFUSED[platform][visibility];
	if (severity === undefined) return [];
	const detail =
		severity === "error"
			? `${PLATFORM_TITLES[platform]} has no \`${visibility}\` videos.`
			: `It is not known whether ${PLATFORM_TITLES[platform]} takes \`${visibility}\`.`;
	return [
		{
			severity,
			rule: "unsupported-visibility",
			summary: "The platform does not have this visibility",
			detail,
			hint: "Use `public`, or delete the line.",
			path,
		},
	];
}

/** tiktok-flag-ignored: flags only TikTok knows (interface 2.7). */
export function flagsOfTiktok({ platform, field }: PostTo): readonly RuleFinding[] {
	if (platform === "tiktok") return [];
	const flags = ["allow_duet", "allow_stitch", "disclose_content"] as const;
	return flags.flatMap((flag) =>
		noEffect({ rule: "tiktok-flag-ignored", platform, only: "TikTok", field: field(flag) }),
	);
}

/** category-ignored: categories are YouTube's. */
export function youtubeCategory({ platform, field }: PostTo): readonly RuleFinding[] {
	return platform === "youtube"
		? []
		: noEffect({ rule: "category-ignored", platform, only: "YouTube", field: field("category") });
}

/** thumbnail-ignored: TikTok and X take no thumbnail. */
export function thumbnails({ platform, field }: PostTo): readonly RuleFinding[] {
	return platform === "tiktok" || platform === "twitter"
		? noEffect({ rule: "thumbnail-ignored", platform, field: field("thumbnail_url") })
		: [];
}

/**
 * What is field to every platform alike may well do nothing on one of them; only what is field to this one is
 * worth a word.
 */
function noEffect({
	rule,
	platform,
	only,
	field,
}: {
	rule: RuleFinding["rule"];
	platform: Platform;
	only?: string;
	field: TargetField<keyof Target> | undefined;
}): RuleFinding[] {
	if (field === undefined || field.shared) return [];
	return [
		{
			severity: "warning",
			rule,
			summary: "This has no effect on this platform",
			detail:
				`\`${field.path.at(-1)}\` does nothing on ` +
				`${PLATFORM_TITLES[platform]}${only === undefined ? "" : `; it is for ${only}`}.`,
			hint: "Delete the line.",
			path: field.path,
			part: "key",
		},
	];
}

const REFUSES_480P = new Set(
	(RULES["low-resolution"].limits ?? []).flatMap(({ platform, severity, least = 0 }) =>
		platform && severity === "error" && least > 480 ? [platform] : [],
	),
);

/** low-resolution: 480p, the service's default, is under what platforms want. */
export function lowResolution({ platform, from, post, path }: PostTo): readonly RuleFinding[] {
	if (!from?.video.export) return [];
	const own = post.resolution !== undefined;
	if ((post.resolution ?? resolutionOf(from.video.export.resolution)) !== "480p") return [];
	const inherited = from.where(from.video.export.resolution ? ["export", "resolution"] : ["export"]);
	const more = platform === "facebook" ? " Facebook refuses reels under 540 pixels of width." : "";
	return [
		{
			severity: REFUSES_480P.has(platform) ? "error" : "warning",
			rule: "low-resolution",
			summary: "480p is a low resolution for posting",
			detail:
				`${from.video.export.resolution || own ? "480p is asked for" : "No resolution is given, and the default is 480p"}; ` +
				`platforms recommend 1080p.${more}`,
			hint: "Use `resolution: 1080p`.",
			path: own ? [...path.slice(0, 2), "resolution"] : inherited,
			...(!own && !from.video.export.resolution && { part: "key" as const }),
		},
	];
}

const VERTICAL: readonly Platform[] = ["youtube", "tiktok", "instagram", "facebook"];

/** unusual-ratio: short-video feeds are 9:16. */
export function shapeForPlatform({ platform, from }: PostTo): readonly RuleFinding[] {
	const ratio = ratioOf(from?.video.export?.reframe?.ratio);
	if (from === undefined || ratio === undefined || ratio === "9:16" || !VERTICAL.includes(platform))
		return [];
	const detail = `Clips of \`${writtenVideo(from.name)}\` are ${ratio}; short videos on ${PLATFORM_TITLES[platform]} are 9:16.`;
	return [
		{
			severity: "warning",
			rule: "unusual-ratio",
			summary: "The shape does not fit the platform",
			detail,
			hint: 'Post from a video with `ratio: "9:16"`.',
			path: from.where(["export", "reframe", "ratio"]),
		},
	];
}
