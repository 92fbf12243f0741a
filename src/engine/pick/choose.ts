import { type Span, shared } from "../spans.ts";
import type { Scored } from "./score.ts";

/** How many clips are wanted from a source. */
export interface Wish {
	readonly durationMs: number;
	readonly limit?: number;
	/** Wants a larger set. */
	readonly more: boolean;
}

export interface Choice {
	/** Best first. */
	readonly chosen: readonly Scored[];
	/** How many of them only fill up to the smallest useful number. */
	readonly fillers: number;
}

const PARTS = 8;
const SHARE_OF_PART = 0.22;
/** Most time two clips may share, as a part of the shorter: little, and more only to fill up. */
const OVERLAP = 0.1;
const FILLING_OVERLAP = 0.3;
const FLOOR = 4;
const WORTH = 30;
const MS_PER_CLIP = 75_000;
const MOST = 20;

/**
 * Takes the best first, drops what overlaps what is taken, spreads over the source, and fills up to four
 * where the source has them.
 */
export function choose(scored: readonly Scored[], wish: Wish): Choice {
	const ranked = [...scored].sort(byScore);
	const most = Math.min(wish.limit ?? Number.POSITIVE_INFINITY, ceilingOf(wish));
	const floor = Math.min(FLOOR, most);
	const perPart = Math.max(1, Math.ceil(most * SHARE_OF_PART));
	const chosen: Scored[] = [];
	const partOf = (each: Span) =>
		Math.min(PARTS - 1, Math.floor((PARTS * (each.begin + each.end)) / 2 / wish.durationMs));
	const isFree = (each: Scored, most = OVERLAP) => chosen.every((taken) => overlapOf(taken, each) <= most);
	const hasRoom = (each: Scored) => chosen.filter((taken) => partOf(taken) === partOf(each)).length < perPart;
	const take = (upTo: number, fits: (each: Scored) => boolean) => {
		for (const each of ranked) if (chosen.length < upTo && fits(each)) chosen.push(each);
	};
	take(most, (each) => each.score >= WORTH && isFree(each) && hasRoom(each));
	take(floor, (each) => isFree(each) && hasRoom(each));
	take(floor, (each) => isFree(each, FILLING_OVERLAP));
	return { chosen: chosen.sort(byScore), fillers: chosen.filter((each) => each.score < WORTH).length };
}

/** The longer the source, the more clips are worth having. */
function ceilingOf({ durationMs, more, limit }: Wish): number {
	const usual = Math.min(MOST, Math.max(FLOOR, Math.round(durationMs / MS_PER_CLIP)));
	return more ? Math.max(2 * usual, limit ?? 0) : Math.max(usual, Math.min(limit ?? 0, MOST));
}

/**
 * Best first; equal scores in the order of the source, so that the same source always gives the same ranks.
 */
function byScore(a: Scored, b: Scored): number {
	return b.score - a.score || a.begin - b.begin || a.end - b.end;
}

/** Shared time as a share (0 to 1) of the shorter span. */
export function overlapOf(a: Span, b: Span): number {
	return shared(a, b) / Math.max(1, Math.min(a.end - a.begin, b.end - b.begin));
}
