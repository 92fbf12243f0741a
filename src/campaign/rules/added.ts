import { overlap } from "../../model/clip.ts";
import type { Path } from "../../yaml/plain-value.ts";
import { valueAt } from "../../yaml/shape.ts";
import { timesProblem } from "../added-clips.ts";
import { stretchOf } from "../friendly-values.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** Times that are asked for are those of one video, go forward, and are long enough for a clip. */
export function addedClips(context: RuleContext): RuleFinding[] {
	const shared = listsOf(context).filter((path) => usersOf(context, path) > 1);
	const times = listsOf(context).map((path) => timesAt(context, path));
	return [...shared.map(ofOneVideo), ...times.flatMap((each) => [...wrong(each), ...twice(each)])];
}

/** Where times are written. */
function listsOf({ draft: { defaults, presets = {}, videos = {} } }: RuleContext): Path[] {
	const homes: Path[] = [
		...(defaults === undefined ? [] : [["defaults"]]),
		...Object.keys(presets).map((name) => ["presets", name]),
		...Object.keys(videos).map((name) => ["videos", name]),
	];
	return homes.map((home) => [...home, "clipping", "add"]);
}

/** How many videos with a source of their own get the times of a list that is in no video. */
function usersOf({ videos }: RuleContext, list: Path): number {
	if (list[0] === "videos") return 0;
	const from = [...videos.values()].filter(
		({ video, where }) => video.clipping?.add && where(["clipping", "add"]).join("/") === list.join("/"),
	);
	return new Set(from.map(({ video }) => JSON.stringify(video.source))).size;
}

function ofOneVideo(path: Path): RuleFinding {
	return {
		rule: "added-clips-shared",
		summary: "Times belong to one video",
		detail: "Videos of several sources start from here and would get clips at the same times.",
		hint: "Move `add` to `clipping` of the video that it is about.",
		path,
		part: "key",
	};
}

interface Times {
	readonly path: Path;
	readonly given: string;
}

function timesAt({ draft }: RuleContext, list: Path): Times[] {
	const given = valueAt(draft, list);
	return (Array.isArray(given) ? given : []).flatMap((each: unknown, index) =>
		typeof each === "string" ? [{ given: each, path: [...list, index] }] : [],
	);
}

function wrong(times: readonly Times[]): RuleFinding[] {
	return times.flatMap(({ given, path }) => {
		const problem = timesProblem(stretchOf(given));
		return problem === undefined ? [] : [{ ...problem, path }];
	});
}

function twice(times: readonly Times[]): RuleFinding[] {
	return times.flatMap(({ given, path }, index): RuleFinding[] => {
		const other = times.slice(0, index).find((each) => overlap(stretchOf(each.given), stretchOf(given)) > 0);
		if (other === undefined) return [];
		return [
			{
				rule: "added-clips-overlap",
				summary: "Two clips that are asked for overlap",
				detail: `\`${given}\` shows some of what \`${other.given}\` shows.`,
				hint: "Move an edge of one of them; what overlaps by 60 % is posted once.",
				path,
			},
		];
	});
}
