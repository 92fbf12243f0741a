import { type Document, isMap, isScalar, Pair, parseDocument, YAMLMap } from "yaml";
import type { Campaign } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { momentKey } from "../model/review.ts";
import { holdsEdits, inTheWay, newEntry, textOf, type Updated, updateEntry } from "./clips-entry.ts";
import { momentOf, renamed } from "./reviews.ts";

/** The clips of a video whose task has settled. */
export interface FoundVideo {
	readonly name: string;
	/** See `sourceKey`. */
	readonly source: string;
	readonly clips: readonly Clip[];
}

export interface MergeRequest {
	/** What the file says now, free of errors. Absent: there is none. */
	readonly text?: string;
	readonly found: readonly FoundVideo[];
	/** Names of the campaign's videos. The clips of those that are not found are left as they are. */
	readonly declared: readonly string[];
	readonly moved: Campaign["moved"];
	readonly ofItems?: NonNullable<Campaign["ofItems"]>;
	/** Path of the schema for editors, as the file should say it. */
	readonly schema?: string;
}

export interface Merged {
	readonly text: string;
	/**
	 * How many entries are new, lost an approval or words because the clip changed, stay although the clip
	 * was not found, or went.
	 */
	readonly added: number;
	readonly voided: number;
	readonly kept: number;
	readonly removed: number;
}

/**
 * Brings a reviewed-clips file up to date. What people wrote stays, comments included; where nothing changes
 * the text comes back byte for byte. Throws `StopFault` where aliases stand in the way.
 */
export function mergeClips({ text = "", found, schema, ...campaign }: MergeRequest): Merged {
	const document =
		text.trim() === ""
			? fresh(schema)
			: parseDocument(text.replaceAll("\r\n", "\n"), { ...LANGUAGE, logLevel: "silent" });
	const before = written(document);
	const videos = mapIn(document, document, "videos");
	rename(videos, campaign);
	const outcomes = found.flatMap((video) =>
		video.clips.length === 0 && !videos.has(video.name)
			? []
			: mergeVideo(document, mapIn(document, videos, video.name), video),
	);
	for (const { key, value } of videos.items)
		if (isMap(value) && !campaign.declared.includes(textOf(key))) outcomes.push(...drop(value, new Set()));
	videos.items = videos.items.filter(
		({ value }) => !isMap(value) || value.items.length > 0 || value.comment || value.commentBefore,
	);
	const after = written(document);
	const count = (what: Outcome) => outcomes.filter((each) => each === what).length;
	return {
		text:
			text !== "" && after === before ? text : text.includes("\r\n") ? after.replaceAll("\n", "\r\n") : after,
		...{ added: count("added"), voided: count("voided"), kept: count("kept"), removed: count("removed") },
	};
}

type Outcome = Updated | "added";

/** How reviewed-clips files are read, to be written again. */
export const LANGUAGE = { schema: "core", version: "1.2", uniqueKeys: false } as const;

const HEADER = ` The clips that were found, the best first. \`showrun clips\` brings this file up to date and keeps what you add:
   approve: true | false       whether posts may use the clip; without it, posts with \`review: required\` wait
   title, description, tags    said in place of the generated ones
 Decisions belong to what you see. Once the source or the generated text changes they move under \`void\`; a no stays.`;

function fresh(schema: string | undefined): Document.Parsed {
	const comment = schema === undefined ? HEADER : ` yaml-language-server: $schema=${schema}\n${HEADER}`;
	const lines = comment.split("\n").map((line) => `#${line}\n`);
	return parseDocument(`${lines.join("")}\nvideos: {}\n`, LANGUAGE);
}

/** Nothing is folded: a changed word should change one line. */
export function written(document: Document): string {
	try {
		return document.toString({ lineWidth: 0 });
	} catch (error) {
		if (!(error instanceof Error) || !/alias/i.test(error.message)) throw error;
		throw inTheWay("an alias would stand above its anchor, or without it");
	}
}

/** What a video was called when it was reviewed. */
function rename(videos: YAMLMap, { declared, ...campaign }: Omit<MergeRequest, "found">): void {
	for (const { key } of videos.items) {
		const name = renamed(textOf(key), campaign);
		if (isScalar(key) && !declared.includes(textOf(key)) && !videos.has(name)) key.value = name;
	}
}

/** The map under a key, made where there is none. */
function mapIn(document: Document, owner: Document | YAMLMap, key: string): YAMLMap {
	const existing = owner.get(key, true);
	if (isMap(existing)) return existing;
	const made = new YAMLMap(document.schema);
	if (owner instanceof YAMLMap) owner.flow = false;
	owner.set(document.createNode(key), made);
	return made;
}

function mergeVideo(document: Document, map: YAMLMap, { clips, source }: FoundVideo): Outcome[] {
	const before = map.items.map(({ key }) => textOf(key));
	ownComment(map);
	const known = new Map(map.items.map((pair) => [textOf(pair.key), pair]));
	const outcomes = clips.map((clip) =>
		mergeClip(document, map, { pair: known.get(momentKey(clip.moment)), clip, source }),
	);
	const ranks = new Map(
		[...clips].sort((a, b) => a.idx - b.idx).map(({ moment }, rank) => [momentKey(moment), rank]),
	);
	outcomes.push(...drop(map, ranks));
	const rankOf = ({ key }: Pair) =>
		ranks.get(textOf(key)) ?? clips.length + (momentOf(textOf(key))?.from ?? 0);
	map.items.sort((a, b) => rankOf(a) - rankOf(b));
	if (map.items.some(({ key }, index) => textOf(key) !== before[index])) spread(map);
	return outcomes;
}

/** A comment in front of the first entry belongs to that entry, also where it does not stay the first. */
function ownComment(map: YAMLMap): void {
	const [first] = map.items;
	if (first === undefined || !isScalar(first.key) || !map.commentBefore) return;
	first.key.commentBefore = [map.commentBefore, first.key.commentBefore].filter(Boolean).join("\n");
	map.commentBefore = null;
}

/** An empty line between entries. */
function spread(map: YAMLMap): void {
	map.flow = false;
	map.spaceBefore = false;
	map.items.forEach(({ key }, index) => {
		if (isScalar(key)) key.spaceBefore = index > 0;
	});
}

function mergeClip(
	document: Document,
	map: YAMLMap,
	of: { readonly pair: Pair | undefined; readonly clip: Clip; readonly source: string },
): Outcome {
	const { pair, clip, source } = of;
	if (pair !== undefined) return isMap(pair.value) ? updateEntry(document, pair.value, of) : "same";
	map.items.push(new Pair(document.createNode(momentKey(clip.moment)), newEntry(document, clip, source)));
	return "added";
}

/** Takes out what was not found again; what people put something into is marked and stays. */
function drop(map: YAMLMap, found: { has(key: string): boolean }): Outcome[] {
	const gone = map.items.filter(({ key }) => !found.has(textOf(key)));
	const kept = new Set(gone.filter(holdsEdits));
	for (const { value } of kept) if (isMap(value)) value.set("found", false);
	const removed = new Set(gone.filter((pair) => !kept.has(pair)));
	map.items = map.items.filter((pair) => !removed.has(pair));
	return gone.map((pair) => (kept.has(pair) ? "kept" : "removed"));
}
