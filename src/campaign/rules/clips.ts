import { patternProblem } from "../../compose/pattern.ts";
import type { Path } from "../../yaml/plain-value.ts";
import type { Draft } from "../../yaml/shape.ts";
import type { Clips } from "../campaign.gen.ts";
import { lengthsOf, stretchOf } from "../friendly-values.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** Ranks are given once each, and not together with `top`. */
export function clipChoice(context: RuleContext): RuleFinding[] {
	return selections(context).flatMap(({ path, clips: { top, ranks } }): RuleFinding[] => {
		const again = (ranks ?? []).flatMap((rank, index) =>
			ranks?.indexOf(rank) === index ? [] : [{ rank, index }],
		);
		const both: RuleFinding = {
			rule: "clip-choice",
			summary: "Both top and ranks are given",
			detail: "`ranks` names the clips one by one, so `top` has nothing left to choose.",
			hint: "Keep one of the two.",
			path: [...path, "top"],
			part: "key",
		};
		const repeated = again.map(
			({ rank, index }): RuleFinding => ({
				rule: "duplicate-rank",
				summary: "A rank is given twice",
				detail: `Rank ${rank} is already in the list.`,
				hint: "Delete one of the two.",
				path: [...path, "ranks", index],
			}),
		);
		return [...(top !== undefined && ranks !== undefined ? [both] : []), ...repeated];
	});
}

/** What is chosen is among the clips that the video may have. */
export function clipsWithinLimit(context: RuleContext): RuleFinding[] {
	return selections(context).flatMap(({ path, video, clips: { top, ranks = [] } }): RuleFinding[] => {
		const { limit: found, add } = context.entries.get(video ?? "")?.video.clipping ?? {};
		if (typeof found !== "number") return [];
		const added = add?.length ?? 0;
		const limit = found + added;
		const about = { rule: "clips-beyond-limit", severity: "warning" } as const;
		const from = added === 0 ? "`clipping.limit`" : "`clipping.limit` and `clipping.add`";
		const has = `\`${video}\` has at most ${limit} ${limit === 1 ? "clip" : "clips"} (${from})`;
		const beyond = ranks.flatMap((rank, index): RuleFinding[] => {
			if (rank < limit) return [];
			const detail = `${has}, so there is no rank ${rank}: the first clip has rank 0.`;
			const hint = `Name a rank below ${limit}, or raise the limit of the video.`;
			return [{ ...about, summary: "No clip has this rank", detail, hint, path: [...path, "ranks", index] }];
		});
		if (top === undefined || top <= limit) return beyond;
		const hint = `Raise the limit of the video to ${top - added}, or ask for no more than ${limit}.`;
		const summary = "More clips are asked for than there may be";
		return [...beyond, { ...about, summary, detail: `${has}.`, hint, path: [...path, "top"] }];
	});
}

/** Stretches and lengths do not end before they begin. */
export function backwards(context: RuleContext): RuleFinding[] {
	return selections(context).flatMap(({ path, clips }): RuleFinding[] => {
		const { from, to } = clips.duration === undefined ? {} : lengthsOf(clips.duration);
		const stretches = (["pin", "skip"] as const).flatMap((key) =>
			(clips[key] ?? []).flatMap((each, index) =>
				stretchOf(each).from < stretchOf(each).to ? [] : [{ given: each, path: [...path, key, index] }],
			),
		);
		const lengths =
			from !== undefined && to !== undefined && from > to
				? [{ given: clips.duration, path: [...path, "duration"] }]
				: [];
		return [...stretches, ...lengths].map(({ given, path: at }) => ({
			rule: "backwards-range",
			summary: "This ends before it begins",
			detail: `Nothing lies in \`${given}\`.`,
			hint: "Write the smaller number first.",
			path: at,
		}));
	});
}

/** Regular expressions that can be used. */
export function patterns(context: RuleContext): RuleFinding[] {
	const inSelections = selections(context).flatMap(({ path, clips }) =>
		(["match", "exclude"] as const).map((key) => ({ pattern: clips[key], path: [...path, key] })),
	);
	const inInputs = Object.entries(context.draft.inputs ?? {}).map(([name, input]) => ({
		pattern: input?.pattern,
		path: ["inputs", name, "pattern"],
	}));
	const inFeeds = Object.entries(context.draft.feeds ?? {}).map(([name, feed]) => ({
		pattern: feed?.match,
		path: ["feeds", name, "match"],
	}));
	return [...inSelections, ...inInputs, ...inFeeds].flatMap(({ pattern, path }): RuleFinding[] => {
		const detail = pattern === undefined ? undefined : patternProblem(pattern);
		if (detail === undefined) return [];
		const words = pattern?.match(/^\*([\w ]+)\*?$/)?.[1];
		const glob = words === undefined ? "" : `Write \`${words}\`: it is looked for anywhere in the text. `;
		const hint =
			`${glob}Patterns are RE2 (no look-around, no back-references): ` +
			"https://github.com/google/re2/wiki/Syntax";
		return [{ rule: "bad-pattern", summary: "This regular expression cannot be used", detail, hint, path }];
	});
}

/** Where clips of a video are chosen. */
interface Selecting {
	readonly path: Path;
	/** Its name. Absent: none is given. */
	readonly video: string | undefined;
	readonly clips: Draft<Clips>;
}

/** Every place of a campaign that chooses clips. */
function selections({ draft }: RuleContext): Selecting[] {
	const posts = Object.entries(draft.posts ?? {}).map(([name, post]) => ({
		path: ["posts", name, "clips"],
		video: post?.from,
		clips: post?.clips ?? {},
	}));
	const renditions = Object.entries(draft.videos ?? {}).flatMap(([video, each]) =>
		Object.entries(each?.renditions ?? {}).map(([name, rendition]) => ({
			path: ["videos", video, "renditions", name, "clips"],
			video,
			clips: rendition?.clips ?? {},
		})),
	);
	return [...posts, ...renditions];
}
