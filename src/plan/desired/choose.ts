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

/**
 * Picks the clips a selection wants, best first. Skipped stretches rule out, pinned ones override the
 * conditions, `top` counts what is left with pinned clips first.
 * Places that are `taken` count in `top` and `ranks`; clips that have one must not be among those given.
 */
export function choose(
	selection: ClipSelection,
	clips: readonly Clip[],
	taken: readonly TakenPlace[] = [],
): Clip[] {
	const { skip = [] } = selection;
	const candidates =
		skip.length === 0
			? byRank(clips)
			: byRank(clips).filter(({ moment }) => !skip.some((stretch) => touches(stretch, moment)));
	const pinned = candidates.filter((clip) => isPinned(selection, clip.moment));
	const free = withoutRanks(selection, taken);
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

const ranked = new WeakMap<readonly Clip[], readonly Clip[]>();

/** Sorted once, however many posts choose from them. */
function byRank(clips: readonly Clip[]): readonly Clip[] {
	const known = ranked.get(clips);
	if (known !== undefined) return known;
	const sorted = [...clips].sort((a, b) => a.idx - b.idx);
	ranked.set(clips, sorted);
	return sorted;
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
