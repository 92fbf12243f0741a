import { dirname, resolve } from "node:path";
import type { InputValue } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { type Brand, brandFiles as filesOf, withWritten } from "../model/own-brand.ts";
import type { PathFact } from "../system/paths.ts";
import type { YamlFile } from "../yaml/document.ts";
import type { Path } from "../yaml/plain-value.ts";
import { type Draft, valueAt } from "../yaml/shape.ts";
import type { Post, Where } from "./campaign.gen.ts";
import { pathsOfFeeds } from "./feeds.ts";
import { type Inherited, inherit } from "./inherit.ts";
import { isMeant, videosOfEntry } from "./matrix.ts";
import type { CampaignDraft } from "./parse.ts";

/** Everything the rules and the normaliser look at: pure data. */
export interface RuleContext {
	readonly file: YamlFile;
	readonly draft: CampaignDraft;
	/** Every declared input that has a value. */
	readonly inputs: Readonly<Record<string, InputValue>>;
	/** Entries of `videos` with `like` and `defaults` merged in, in the order of the file. */
	readonly entries: ReadonlyMap<string, Inherited>;
	/** The videos of each entry: of one with a matrix, one for each of its combinations. */
	readonly videosOf: ReadonlyMap<string, readonly Inherited[]>;
	/** All of them, by their names. */
	readonly videos: ReadonlyMap<string, Inherited>;
	/** Absolute folder of the campaign file; paths in it start here. */
	readonly folder: string;
	/** Absolute path of the shared file that a part comes from; undefined: it is the campaign's own. */
	readonly homeOf?: (path: Path) => string | undefined;
	/** Absolute folder that sources must stay in. */
	readonly root: string;
	/** The brand of the campaign, with what the settings say. Absent: there is none. */
	readonly brand?: Brand;
	/** What was found on disk at the paths of `pathsOf`. */
	readonly facts: ReadonlyMap<string, PathFact>;
}

/** Gathers what the rules of one campaign need. `path` is the absolute path of the file. */
export function ruleContext(
	given: Pick<RuleContext, "file" | "draft" | "inputs" | "root" | "homeOf"> & {
		readonly path: string;
		/** What the settings say. */
		readonly brand?: Brand | undefined;
	},
): RuleContext {
	const { file, draft, inputs, path, root, homeOf } = given;
	const folder = dirname(path);
	const brand = withWritten(given.brand, draft.brand, (each, part) =>
		resolve(dirname(homeOf?.(["brand", part]) ?? path), each),
	);
	const entries = inherit(draft);
	const videosOf = new Map([...entries].map(([name, entry]) => [name, videosOfEntry(entry)]));
	const videos = [...videosOf.values()].flat();
	return {
		...{ file, draft, inputs, entries, videosOf, folder, root, facts: new Map() },
		videos: new Map(videos.map((each) => [each.name, each])),
		...defined({ brand, homeOf }),
	};
}

/**
 * Every path the rules want to know about: sources, transcripts, where transcripts may lie beside
 * sources, what feeds read, and the files of a brand.
 */
export function pathsOf(context: RuleContext): readonly string[] {
	const paths = [...context.entries.values()].flatMap(({ video }) => {
		const shown = sourceText(video.source);
		if (shown === undefined || isUrl(shown) || typeof video.source === "object") return [];
		const source = resolve(context.folder, shown);
		return [
			source,
			...(typeof video.transcript === "string"
				? [resolve(context.folder, video.transcript)]
				: besides(source)),
		];
	});
	return [...new Set([...paths, ...pathsOfFeeds(context), ...Object.values(filesOf(context.brand ?? {}))])];
}

/**
 * The transcript beside a source, where there is one: the time of each word is worth most, then what people
 * write and correct.
 */
export function sidecar({ facts }: Pick<RuleContext, "facts">, source: string): string | undefined {
	const [json = "", ...subtitles] = besides(source);
	if (facts.get(json) === "words") return json;
	// What was sent before goes on being sent: only a transcript that is named is checked for times.
	return [...subtitles, json].find((each) => ["file", "untimed"].includes(facts.get(each) ?? ""));
}

/** Where a transcript of the source may lie. */
export function besides(source: string): readonly string[] {
	const base = source.replace(/\.[^./\\]+$/, "");
	return [`${base}.json`, `${base}.srt`, `${base}.vtt`];
}

/** The path or the address of a source, however it is written. */
export function sourceText(source: Inherited["video"]["source"]): string | undefined {
	return typeof source === "object" ? source?.url : source;
}

/** The videos whose clips a post means, or means for one account: one, or those of a matrix. */
export function videosOfPost(
	{ videosOf }: Pick<RuleContext, "videosOf">,
	{ from = "", where = {}, to }: Draft<Pick<Post, "from" | "where" | "to">>,
	account?: string,
): readonly Inherited[] {
	const own = account === undefined ? {} : (whereOf(to, account) ?? {});
	const all = videosOf.get(from) ?? [];
	return all.filter(({ cell }) => cell === undefined || (isMeant(cell, where) && isMeant(cell, own)));
}

/** What a post says of the videos that one account gets. */
export function whereOf(to: Draft<Post>["to"], account: string): Draft<Where> | undefined {
	return to === undefined || isList(to) ? undefined : to[account]?.where;
}

function isList(to: unknown): to is readonly unknown[] {
	return Array.isArray(to);
}

/** Whether a source is an address rather than a path. */
export function isUrl(source: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(source);
}

/** Whether the file says something at the path, however wrong. */
export function says(context: RuleContext, path: Path): boolean {
	return valueAt(context.file.value, path) !== undefined;
}
