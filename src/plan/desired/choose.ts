import { found } from "../../compose/pattern.ts";
import type { ClipSelection } from "../../model/campaign.ts";
import { type Clip, type Moment, overlap } from "../../model/clip.ts";

/** From this share of the shorter of the two on, a clip belongs to a pinned stretch. */
const BELONGS = 0.5;

/**
 * Picks the clips a selection wants, best first. Skipped stretches rule out, pinned ones override the
 * conditions, `top` counts what is left with pinned clips first.
 */
export function choose(selection: ClipSelection, clips: readonly Clip[]): Clip[] {
	const { skip = [] } = selection;
	const candidates =
		skip.length === 0
			? byRank(clips)
			: byRank(clips).filter(({ moment }) => !skip.some((stretch) => touches(stretch, moment)));
	const pinned = candidates.filter((clip) =>
		selection.pin?.some((stretch) => overlap(stretch, clip.moment) >= BELONGS),
	);
	const others = candidates.filter(
		(clip) => !pinned.includes(clip) && CONDITIONS.every((holds) => holds(clip, selection)),
	);
	const { top } = selection;
	const kept = top === undefined ? others : others.slice(0, Math.max(0, top - pinned.length));
	return pinned.length === 0 ? kept : [...pinned.slice(0, top), ...kept].sort((a, b) => a.idx - b.idx);
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
	({ score }, { minScore }) => minScore === undefined || score >= minScore,
	({ moment }, { duration }) => duration === undefined || within(moment.to - moment.from, duration),
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

/** The most clips a selection can give before they are known. Undefined: nothing bounds it. */
export function mostChosen(
	{ top, ranks, pin }: ClipSelection,
	limit: number | undefined,
): number | undefined {
	// Several clips of a set may belong to one pinned stretch, so pins lift the bound that ranks give.
	const bounds = [top, pin === undefined || pin.length === 0 ? ranks?.length : undefined, limit].filter(
		(bound) => bound !== undefined,
	);
	return bounds.length === 0 ? undefined : Math.min(...bounds);
}
