import { YOUTUBE_CATEGORIES, youtubeCategoryId } from "../../model/categories.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import type { Limit } from "../../model/rules/rule.ts";
import { RULES } from "../../model/rules.ts";
import { suggestion } from "../../yaml/suggest.ts";
import { durationOf, lengthsOf, resolutionOf } from "../friendly-values.ts";
import type { RuleFinding } from "./finding.ts";
import type { PostTo } from "./post-targets.ts";

/** TikTok takes no promotion that only its author can see. */
export function brandPrivate({ platform, field }: PostTo): readonly RuleFinding[] {
	const visibility = field("visibility");
	if (platform !== "tiktok" || visibility?.value !== "private" || field("disclose_content")?.value !== true)
		return [];
	const { title: summary, fix: hint } = RULES["tiktok-brand-private"];
	return [
		{
			rule: "tiktok-brand-private",
			summary,
			detail: "`disclose_content` and `visibility: private` exclude each other on TikTok.",
			hint,
			path: visibility.path,
		},
	];
}

/** Categories of YouTube, by name or id. */
export function knownCategory({ platform, field }: PostTo): readonly RuleFinding[] {
	const { value, path = [] } = field("category") ?? {};
	if (platform !== "youtube" || value === undefined || youtubeCategoryId(value) !== undefined) return [];
	const names = Object.values(YOUTUBE_CATEGORIES);
	const near = suggestion(value, names);
	const number = /^\d+$/.test(value);
	const detail = number
		? `\`${value}\` is not the id of a category that can be chosen everywhere.`
		: `\`${value.slice(0, 100)}\` is not a category of YouTube.`;
	const hint = `${near === undefined ? "" : `Did you mean \`${near}\`? `}Categories: ${names.join(", ")}.`;
	return [
		{
			severity: number ? "warning" : "error",
			rule: "unknown-category",
			summary: "Unknown category",
			detail,
			hint,
			path,
		},
	];
}

/** clip-length before the clips are known: lengths that are asked for against what the platform takes. */
export function lengthForPlatform(to: PostTo): readonly RuleFinding[] {
	const asked = lengthsAsked(to);
	const limits = (RULES["clip-length"].limits ?? []).filter(
		(each) => each.platform === to.platform && passes(asked, each),
	);
	const limit = limits.find(({ severity }) => severity === undefined) ?? limits[0];
	if (limit === undefined) return [];
	const note = limit.note === undefined ? "" : ` (${limit.note})`;
	return [
		{
			severity: "warning",
			rule: "clip-length",
			summary: "Clips may be too long for the platform",
			detail:
				`Clips of ${asked.from} to ${asked.to} seconds are asked for, and ${PLATFORM_TITLES[to.platform]} takes at ` +
				`most ${limit.most}${note}.`,
			hint:
				`Say \`clips: { duration: ..${limit.most}s }\` in the post, ` +
				"or ask for another `clipping.duration`.",
			path: to.path,
			part: "key",
		},
	];
}

interface Lengths {
	readonly from: number;
	readonly to: number;
}

/** What the video asks for, as far as the post takes it; in seconds. */
function lengthsAsked({ from, post }: PostTo): Lengths {
	const [least = 0, most = 0] = durationOf(from?.video.clipping?.duration)
		.replace("s", "")
		.split("-")
		.map(Number);
	const chosen = post.clips?.duration === undefined ? {} : lengthsOf(post.clips.duration);
	return {
		from: Math.max(least, (chosen.from ?? 0) / 1000),
		to: Math.min(most, (chosen.to ?? Number.POSITIVE_INFINITY) / 1000),
	};
}

/** Of lengths from 0 on, what is only likely trouble is not worth a word: most clips will fit. */
function passes({ from, to }: Lengths, { most = Number.POSITIVE_INFINITY, severity }: Limit): boolean {
	return to > most && (from > 0 || severity === undefined);
}

/** A post names the resolution its video is rendered in, or none. */
export function otherResolution({ post, from, path }: PostTo): readonly RuleFinding[] {
	const rendered = from?.video.export ? resolutionOf(from.video.export.resolution) : undefined;
	// `low-resolution` reports 480p.
	if (
		post.resolution === undefined ||
		post.resolution === "480p" ||
		rendered === undefined ||
		post.resolution === rendered
	)
		return [];
	const { title: summary, fix: hint } = RULES["post-resolution"];
	const detail = `The post says ${post.resolution}, and its video is rendered in ${rendered}.`;
	return [
		{
			severity: "warning",
			rule: "post-resolution",
			summary,
			detail,
			hint,
			path: [...path.slice(0, 2), "resolution"],
		},
	];
}
