import type { Cell } from "../model/matrix.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Draft } from "../yaml/shape.ts";
import { isMap, valueAt } from "../yaml/shape.ts";
import type { Video as RawVideo } from "./campaign.gen.ts";
import type { CampaignDraft } from "./parse.ts";

/** A video entry with everything it starts from merged in. Null still stands where something was removed. */
export interface Inherited {
	/** Of a video of a matrix, the entry's with the key of the video. */
	readonly name: string;
	/** The name of its entry in `videos`. */
	readonly entry: string;
	/** What it has of its matrix. Absent: its entry has none. */
	readonly cell?: Cell;
	readonly video: Draft<RawVideo>;
	/**
	 * The entries it is like, nearest first, itself included; ends where a name is unknown or comes again.
	 */
	readonly chain: readonly string[];
	/** Where a part of it is written in the file: in the entry, in one it is like, or in `defaults`. */
	readonly where: (part: Path) => Path;
}

/** Longest chain of `like`, so that a hostile file cannot take for ever. */
export const MAX_CHAIN = 50;

/** Resolves `like`, `preset` and `defaults` of all videos: maps merge, everything else is replaced. */
export function inherit(draft: CampaignDraft): ReadonlyMap<string, Inherited> {
	const videos = draft.videos ?? {};
	return new Map(Object.keys(videos).map((name) => [name, inherited(name, draft)]));
}

function inherited(name: string, draft: CampaignDraft): Inherited {
	const chain = chainOf(name, draft);
	const homes = [...chain.flatMap((each) => [["videos", each], ...presetsOf(draft, each)]), ["defaults"]];
	const { text, ...start } = draft.defaults ?? {};
	const video = chain
		.toReversed()
		.reduce<Draft<RawVideo>>(
			(base, each, index) =>
				like(withPresets(index === 0 ? base : besides(base, draft, each), draft, each), entryOf(draft, each)),
			start,
		);
	const where = (part: Path): Path => {
		const home = homes.find((each) => valueAt(draft, [...each, ...part]) !== undefined);
		return home === undefined ? ["videos", name] : [...home, ...part];
	};
	return { name, entry: name, video, chain, where };
}

/** Where the presets of an entry stand, the strongest first. Unknown ones are left out. */
function presetsOf(draft: CampaignDraft, name: string): string[][] {
	return namesOf(entryOf(draft, name).preset)
		.filter((preset) => Object.hasOwn(draft.presets ?? {}, preset))
		.map((preset) => ["presets", preset])
		.reverse();
}

function withPresets(base: Draft<RawVideo>, draft: CampaignDraft, name: string): Draft<RawVideo> {
	return presetsOf(draft, name).reduceRight<Draft<RawVideo>>(
		(sum, path) => merged(sum, valueAt(draft, path)) as Draft<RawVideo>,
		base,
	);
}

/** One name or several, as a list. */
export function namesOf(given: string | readonly string[] | undefined): readonly string[] {
	return given === undefined ? [] : typeof given === "string" ? [given] : given;
}

/** The names from this entry down to the one that is like no other. */
function chainOf(name: string, draft: CampaignDraft): readonly string[] {
	const chain: string[] = [];
	for (
		let next: string | undefined = name;
		next !== undefined && !chain.includes(next) && isVideo(draft, next);
		next = entryOf(draft, next).like
	)
		chain.push(next);
	return chain;
}

function isVideo(draft: CampaignDraft, name: string): boolean {
	return Object.hasOwn(draft.videos ?? {}, name);
}

function entryOf(draft: CampaignDraft, name: string): Draft<RawVideo> {
	return (isVideo(draft, name) ? draft.videos?.[name] : undefined) ?? {};
}

function like(base: Draft<RawVideo>, over: Draft<RawVideo>): Draft<RawVideo> {
	const { transcript, preset, each, source, ...others } = base;
	// A transcript belongs to its video: an entry with a source of its own does not get another one's.
	const start = over.source === undefined && over.each === undefined ? base : others;
	return merged(start, over) as Draft<RawVideo>;
}

/** What another entry starts from: times of clips are those of one source. */
function besides(base: Draft<RawVideo>, draft: CampaignDraft, name: string): Draft<RawVideo> {
	const { clipping, ...others } = base;
	const { source, each } = entryOf(draft, name);
	if (!clipping || (source ?? each) === undefined) return base;
	const { add, ...rest } = clipping;
	return { ...others, clipping: rest };
}

/** Maps are merged key by key, everything else is replaced. */
function merged(base: unknown, over: unknown): unknown {
	if (over === undefined) return base;
	if (!isMap(base) || !isMap(over)) return over;
	const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
	return Object.fromEntries([...keys].map((key) => [key, merged(base[key], over[key])]));
}
