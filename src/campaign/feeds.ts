import { basename, dirname, resolve } from "node:path";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Feed, FeedSource } from "../model/feed.ts";
import type { YamlFile } from "../yaml/document.ts";
import type { Draft } from "../yaml/shape.ts";
import type { Feed as RawFeed } from "./campaign.gen.ts";
import { millisecondsOf } from "./friendly-values.ts";
import type { CampaignDraft } from "./parse.ts";

/** The keys of an entry of `feeds` that say where its items come from. */
export const FEED_KINDS = ["rss", "youtube", "folder", "file"] as const;

/** What a campaign file says, and the absolute folder that paths in it start at. */
interface Written {
	readonly draft: CampaignDraft;
	readonly folder: string;
}

type WrittenInFile = Written & { readonly file: YamlFile };

/** The entries of `feeds` in the words of the model. None: absent. */
export function feedsOf(context: WrittenInFile): Pick<Campaign, "feeds"> {
	const all = Object.entries(context.draft.feeds ?? {}).map(
		([name, raw]) => [name, feedOf(context, name, raw ?? {})] as const,
	);
	return all.length === 0 ? {} : { feeds: Object.fromEntries(all) };
}

function feedOf(context: WrittenInFile, name: string, raw: Draft<RawFeed>): Feed {
	const { newest, since, match, every = "15m" } = raw;
	return defined({
		name,
		place: context.file.spot(["feeds", name], "key").place,
		from: sourceOf(context, raw),
		newest: newest === "all" || typeof newest === "number" ? newest : undefined,
		since,
		match,
		everyMs: millisecondsOf(every),
	});
}

function sourceOf({ folder: here }: Written, raw: Draft<RawFeed>): FeedSource {
	const { rss, youtube, folder, file = "", stable_for: stableFor = "2m" } = raw;
	if (typeof rss === "object") return { kind: "rss", env: rss.env ?? "" };
	if (rss !== undefined) return { kind: "rss", url: rss };
	if (youtube !== undefined) return { kind: "youtube", channel: youtube };
	if (folder === undefined) return { kind: "list", path: pathOfFeed(here, file), shown: file };
	const { folder: of, pattern } = folderOf(folder);
	const stableForMs = millisecondsOf(stableFor);
	return { kind: "folder", folder: pathOfFeed(here, of), pattern, shown: folder, stableForMs };
}

/** The folder and the pattern of names in `./recordings/*.mp4`; a folder alone means all videos in it. */
export function folderOf(written: string): { readonly folder: string; readonly pattern: string } {
	const last = basename(written);
	return /[*?]/.test(last) && !written.endsWith("/")
		? { folder: dirname(written), pattern: last }
		: { folder: written, pattern: "*" };
}

/** Where the folder or the file of a feed is. `here`: the folder of the campaign file. */
export function pathOfFeed(here: string, written: string): string {
	return resolve(here, written);
}

/** The paths on disk that feeds name. */
export function pathsOfFeeds({ draft, folder: here }: Written): readonly string[] {
	return Object.values(draft.feeds ?? {}).flatMap(({ folder, file } = {}) => [
		...(folder === undefined ? [] : [pathOfFeed(here, folderOf(folder).folder)]),
		...(file === undefined ? [] : [pathOfFeed(here, file)]),
	]);
}
