import { extname, resolve } from "node:path";
import { didYouMean } from "../../yaml/suggest.ts";
import { FEED_KINDS, folderOf, pathOfFeed } from "../feeds.ts";
import { type RuleContext, says } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";
import { addressProblems } from "./source.ts";

/** `each` names a feed, and every feed is named by one. */
export function feedNames({ draft: { feeds = {}, videos = {} } }: RuleContext): RuleFinding[] {
	const names = Object.keys(feeds);
	const used = Object.entries(videos).flatMap(([name, video]) =>
		video?.each === undefined ? [] : [{ given: video.each, path: ["videos", name, "each"] }],
	);
	const unknown = used.filter(({ given }) => !names.includes(given));
	const unused = names.filter((name) => !used.some(({ given }) => given === name));
	return [
		...unknown.map(
			({ given, path }): RuleFinding => ({
				rule: "unknown-feed",
				summary: "Unknown feed",
				detail: `There is no feed \`${given}\` in this campaign.`,
				hint: didYouMean(given, names, "Feeds") || "Declare it under `feeds`.",
				path,
			}),
		),
		...unused.map(
			(name): RuleFinding => ({
				rule: "unused-feed",
				severity: "warning",
				summary: "This feed is not used",
				detail: `No entry of \`videos\` says \`each: ${name}\`, so its items become no videos.`,
				hint: `Write \`each: ${name}\` in an entry of \`videos\`, or delete the feed.`,
				path: ["feeds", name],
				part: "key",
			}),
		),
	];
}

/** A feed says where its items come from, once, and nothing that another kind has. */
export function feedKinds(context: RuleContext): RuleFinding[] {
	return Object.entries(context.draft.feeds ?? {}).flatMap(([name, feed = {}]): RuleFinding[] => {
		const [first, second] = FEED_KINDS.filter((kind) => says(context, ["feeds", name, kind]));
		if (first === undefined || second !== undefined)
			return [
				{
					rule: "feed-kind",
					summary: first ? "This feed is of two kinds" : "This feed says nothing of where its items are",
					detail: second
						? `\`feeds.${name}\` has both \`${first}\` and \`${second}\`.`
						: `\`feeds.${name}\` has no address, folder or file.`,
					hint: "Write exactly one of `rss`, `youtube`, `folder` and `file`.",
					path: second ? ["feeds", name, second] : ["feeds", name],
					part: "key",
				},
			];
		if (first === "folder" || feed.stable_for === undefined) return [];
		return [
			{
				rule: "feed-setting",
				summary: "Only folders have files that are still written",
				detail: `\`stable_for\` has no effect in a feed with \`${first}\`.`,
				hint: "Delete `stable_for`.",
				path: ["feeds", name, "stable_for"],
				part: "key",
			},
		];
	});
}

/** Addresses can be read, and paths stay inside the workspace. */
export function feedPlaces(context: RuleContext): RuleFinding[] {
	return Object.entries(context.draft.feeds ?? {}).flatMap(([name, feed = {}]): RuleFinding[] => {
		if (typeof feed.rss === "string")
			return addressProblems(feed.rss).map((words) => ({ ...words, path: ["feeds", name, "rss"] }));
		return [
			...(feed.folder === undefined ? [] : inFolder(context, feed.folder, ["feeds", name, "folder"])),
			...(feed.file === undefined ? [] : inFile(context, feed.file, ["feeds", name, "file"])),
		];
	});
}

function inFolder(context: RuleContext, written: string, path: RuleFinding["path"]): RuleFinding[] {
	const { folder, pattern } = folderOf(written);
	if (/[*?]/.test(folder))
		return [
			{
				rule: "not-a-file",
				summary: "Patterns are for names of files",
				detail: "A feed reads one folder, and * stands in its path.",
				hint: "Write a feed for each folder: ./recordings/*.mp4",
				path,
			},
		];
	if (extname(pattern) !== "" && !/\.([*]|mp4|mov|webm|avi|m4v|mkv)$/i.test(pattern))
		return [
			{
				rule: "unsupported-file",
				summary: "This pattern finds no videos",
				detail: `\`${pattern}\` does not end as videos do.`,
				hint: "Write `*.mp4`, or `*` for all kinds of videos.",
				path,
			},
		];
	const fact = context.facts.get(resolve(context.folder, folder));
	if (fact === "file" || fact === "other")
		return [
			{
				rule: "not-a-file",
				summary: "This is not a folder",
				detail: `\`${folder}\` is a file.`,
				hint: "Name a folder, with a pattern: ./recordings/*.mp4",
				path,
			},
		];
	return fact === "outside" ? [outside("folder", folder, path)] : [];
}

function inFile(context: RuleContext, written: string, path: RuleFinding["path"]): RuleFinding[] {
	const fact = context.facts.get(pathOfFeed(context.folder, written));
	if (fact === "outside") return [outside("file", written, path)];
	const words = LIST_FACTS[fact ?? ""];
	if (words === undefined) return [];
	return [{ ...words, detail: `The list \`${written}\` ${words.detail}`, path }];
}

const LIST_FACTS: Readonly<Record<string, Omit<RuleFinding, "path">>> = {
	missing: {
		rule: "missing-file",
		summary: "There is no such file",
		detail: "does not exist (paths start at the folder of the campaign file).",
		hint: "Check the path; upper and lower case count.",
	},
	folder: {
		rule: "not-a-file",
		summary: "This is a folder",
		detail: "is a folder.",
		hint: "Write `folder:` in place of `file:`.",
	},
};

function outside(what: string, written: string, path: RuleFinding["path"]): RuleFinding {
	return {
		rule: "outside-workspace",
		summary: "Path points outside the workspace",
		detail: `The ${what} \`${written}\` lies outside the workspace.`,
		hint: "A campaign may only send files of its own workspace: move the campaign or the files.",
		path,
	};
}

/** An entry for every item has no source of its own, and nothing that belongs to one video. */
export function itemEntries(context: RuleContext): RuleFinding[] {
	const { draft, entries } = context;
	const inVideos = [...entries.values()].flatMap(({ name, video, where }): RuleFinding[] => {
		if (video.each === undefined) return [];
		const parts = [
			["source", draft.videos?.[name]?.source !== undefined],
			["transcript", typeof video.transcript === "string"],
		] as const;
		const own = parts.flatMap(([part, isThere]) => (isThere ? [ofOneVideo(part, where([part]))] : []));
		const times = where(["clipping", "add"]);
		return video.clipping?.add === undefined ? own : [...own, ofOneVideo("add", times)];
	});
	const inPosts = Object.entries(draft.posts ?? {}).flatMap(([name, post]): RuleFinding[] =>
		post?.at === undefined || entries.get(post.from ?? "")?.video.each === undefined
			? []
			: [
					{
						...ofOneVideo("at", ["posts", name, "at"]),
						detail: "All clips of all items would go out at that minute.",
						hint: "Write `schedule: NAME`, so that each takes the next free slot.",
					},
				],
	);
	return [...inVideos, ...inPosts];
}

function ofOneVideo(key: string, path: RuleFinding["path"]): RuleFinding {
	return {
		rule: "item-entry",
		summary: `\`${key}\` is for one video`,
		detail: `This entry stands for every item of a feed, and \`${key}\` would be the same for all.`,
		hint: `Delete \`${key}\`, or give that one video an entry of its own.`,
		path,
		part: "key",
	};
}
