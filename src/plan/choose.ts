import type { ClipSelection } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";

/** Picks the clips a post wants, best first. `ranks` and `min_score` narrow, `top` counts what is left. */
export function choose(selection: ClipSelection, clips: readonly Clip[]): Clip[] {
	const ranked = [...clips].sort((a, b) => a.idx - b.idx);
	const narrowed = ranked
		.filter((clip) => selection.ranks === undefined || selection.ranks.includes(clip.idx))
		.filter((clip) => selection.minScore === undefined || clip.score >= selection.minScore);
	return narrowed.slice(0, selection.top ?? narrowed.length);
}

/** The most clips a selection can give before they are known. Undefined: nothing bounds it. */
export function mostChosen(selection: ClipSelection, limit: number | undefined): number | undefined {
	const bounds = [selection.top, selection.ranks?.length, limit].filter((bound) => bound !== undefined);
	return bounds.length === 0 ? undefined : Math.min(...bounds);
}
