import { found } from "../../compose/pattern.ts";
import type { ClipSelection } from "../../model/campaign.ts";
import { type Clip, type Moment, overlap } from "../../model/clip.ts";
import type { ClippingSettings } from "../../model/task.ts";

/** From this share of the shorter of the two on, a clip belongs to a pinned stretch. */
const BELONGS = 0.5;

/** A place of a selection that is taken: by the clip it had, and by its rank. */
export interface TakenPlace {
	readonly request: { readonly idx: number };
}

/** What a choice stands beside. */
export interface Beside {
	/** Places that are taken count in `top` and `ranks`. */
	readonly taken?: readonly TakenPlace[];
	/** Clips that are not to be chosen, those with such a place among them. */
	readonly without?: ReadonlySet<Clip | undefined>;
}

/**
 * Picks the clips a selection wants, best first. Skipped stretches rule out, pinned ones override the
 * conditions, `top` counts what is left with pinned clips first.
 */
export function choose(
	selection: ClipSelection,
	clips: readonly Clip[],
	{ taken = [], without }: Beside = {},
): Clip[] {
	const { skip = [], pin = [] } = selection;
	const free = withoutRanks(selection, taken);
	// Only pinned clips are looked for beyond the named ranks: most posts name one clip of many.
	const looked = free.ranks && pin.length === 0 ? ofRanks(clips, free.ranks) : rankedOf(clips).sorted;
	const candidates = looked.filter(
		(clip) => !(without?.has(clip) || skip.some((stretch) => touches(stretch, clip.moment))),
	);
	const pinned = candidates.filter((clip) => isPinned(selection, clip.moment));
	const others = candidates.filter(
		(clip) => !pinned.includes(clip) && CONDITIONS.every((holds) => holds(clip, free)),
	);
	const top = selection.top === undefined ? undefined : Math.max(0, selection.top - taken.length);
	const kept = top === undefined ? others : others.slice(0, Math.max(0, top - pinned.length));
	return pinned.length === 0 ? kept : [...pinned.slice(0, top), ...kept].sort((a, b) => a.idx - b.idx);
}

function isPinned({ pin = [] }: ClipSelection, moment: Moment): boolean {
	return pin.some((stretch) => overlap(stretch, moment) >= BELONGS);
}

function withoutRanks(selection: ClipSelection, taken: readonly TakenPlace[]): ClipSelection {
	const { ranks } = selection;
	if (ranks === undefined || taken.length === 0) return selection;
	const held = new Set(taken.map(({ request }) => request.idx));
	return { ...selection, ranks: ranks.filter((rank) => !held.has(rank)) };
}

/**
 * Whether a selection, `top` aside, wants nothing of a moment that had this rank. `clip`: what it is now,
 * where it was found.
 */
export function isRuledOut(
	selection: ClipSelection,
	{ moment, idx, clip }: { readonly moment: Moment; readonly idx: number; readonly clip: Clip | undefined },
): boolean {
	const { skip = [], ranks, duration } = selection;
	if (skip.some((stretch) => touches(stretch, moment))) return true;
	if (isPinned(selection, moment)) return false;
	if (ranks !== undefined && !ranks.includes(idx)) return true;
	const isOfLength = clip?.added === true || within(moment.to - moment.from, duration ?? {});
	if (!isOfLength) return true;
	const { ranks: _, duration: __, ...words } = selection;
	return clip !== undefined && !CONDITIONS.every((holds) => holds(clip, words));
}

interface Ranked {
	readonly sorted: readonly Clip[];
	readonly ofRank: ReadonlyMap<number, readonly Clip[]>;
}

const ranked = new WeakMap<readonly Clip[], Ranked>();

/** Sorted once, however many posts choose from them. */
function rankedOf(clips: readonly Clip[]): Ranked {
	const known = ranked.get(clips);
	if (known !== undefined) return known;
	const sorted = [...clips].sort((a, b) => a.idx - b.idx);
	const ofRank = new Map<number, Clip[]>();
	for (const clip of sorted) ofRank.set(clip.idx, [...(ofRank.get(clip.idx) ?? []), clip]);
	const made = { sorted, ofRank };
	ranked.set(clips, made);
	return made;
}

/** Those of the ranks alone, sorted, each once. */
function ofRanks(clips: readonly Clip[], ranks: readonly number[]): readonly Clip[] {
	const { ofRank } = rankedOf(clips);
	const once = ranks.length < 2 ? ranks : [...new Set(ranks)].sort((a, b) => a - b);
	return once.flatMap((rank) => ofRank.get(rank) ?? []);
}

const CONDITIONS: readonly ((clip: Clip, selection: ClipSelection) => boolean)[] = [
	({ idx }, { ranks }) => ranks?.includes(idx) ?? true,
	({ score, added }, { minScore }) => minScore === undefined || added === true || score >= minScore,
	({ moment, added }, { duration }) =>
		duration === undefined || added === true || within(moment.to - moment.from, duration),
	(clip, { match }) => match === undefined || textsOf(clip).some((text) => found(match, text)),
	(clip, { exclude }) => exclude === undefined || !textsOf(clip).some((text) => found(exclude, text)),
];

function within(
	length: number,
	{ from = 0, to = Number.POSITIVE_INFINITY }: NonNullable<ClipSelection["duration"]>,
): boolean {
	return length >= from && length <= to;
}

function textsOf({ title, description, tags }: Clip): readonly string[] {
	return [title, description, ...tags];
}

function touches(a: Moment, b: Moment): boolean {
	return Math.min(a.to, b.to) > Math.max(a.from, b.from);
}

/** The most clips that a video may have. Undefined: nothing bounds it. */
export function mostFound({ limit, added = [] }: ClippingSettings): number | undefined {
	return limit === undefined ? undefined : limit + added.length;
}

/**
 * The most clips a selection can give before they are known, beside those that have a place. Undefined:
 * nothing bounds it.
 */
export function mostChosen(
	selection: ClipSelection,
	limit: number | undefined,
	taken: readonly TakenPlace[] = [],
): number | undefined {
	const { top, pin } = selection;
	const ranks = withoutRanks(selection, taken).ranks?.filter((rank) => limit === undefined || rank < limit);
	// Several clips of a set may belong to one pinned stretch, so pins lift the bound that ranks give.
	const bounds = [
		top && Math.max(0, top - taken.length),
		pin === undefined || pin.length === 0 ? ranks?.length : undefined,
		limit,
	].filter((bound) => bound !== undefined);
	return bounds.length === 0 ? undefined : Math.min(...bounds);
}
