import type { Span } from "../spans.ts";
import { type Boundaries, type Boundary, boundariesOf, breaths, dips } from "./boundaries.ts";
import type { Signals } from "./signals.ts";

/** A span that could be a clip. */
export interface Candidate extends Span {
	readonly startQuality: number;
	readonly endQuality: number;
}

/** Wanted length of a clip in milliseconds, inclusive. */
export interface Lengths {
	readonly min: number;
	readonly max: number;
}

/** Nothing shorter is a clip anywhere. */
export const SHORTEST_MS = 3_000;
const COMFORTABLE_MS = 8_000;
const ENDS_PER_START = 12;
const ENOUGH = 4;

/** Wanted seconds as milliseconds; "from 0" means from the shortest length worth watching. */
export function lengthsOf(seconds: { readonly min: number; readonly max: number }): Lengths {
	const max = Math.round(seconds.max * 1000);
	return {
		min: Math.min(
			max,
			Math.max(Math.round(seconds.min * 1000), Math.min(COMFORTABLE_MS, max / 2), Math.min(max, SHORTEST_MS)),
		),
		max,
	};
}

/**
 * Every span between a start and an end that has a wanted length. `calm`: no pauses or cuts were found to cut
 * at.
 */
export function candidatesIn(
	signals: Signals,
	lengths: Lengths,
): { readonly candidates: readonly Candidate[]; readonly calm: boolean } {
	const clean = boundariesOf(signals);
	const enough = Math.min(ENOUGH, Math.floor(signals.durationMs / lengths.min));
	const candidates = pairs(clean, lengths);
	if (apart(candidates) >= enough) return { candidates, calm: false };
	const breathing = joined(clean, breaths(signals));
	const more = pairs(breathing, lengths);
	if (apart(more) >= enough) return { candidates: more, calm: true };
	return { candidates: pairs(joined(breathing, dips(signals)), lengths), calm: true };
}

function joined(some: Boundaries, more: Boundaries): Boundaries {
	return { starts: merged(some.starts, more.starts), ends: merged(some.ends, more.ends) };
}

function pairs({ starts, ends }: Boundaries, { min, max }: Lengths): readonly Candidate[] {
	const found: Candidate[] = [];
	let first = 0;
	for (const start of starts) {
		while (first < ends.length && (ends[first]?.at ?? 0) < start.at + min) first += 1;
		let last = first;
		while (last < ends.length && (ends[last]?.at ?? 0) <= start.at + max) last += 1;
		for (const end of evenly(ends.slice(first, last)))
			found.push({ begin: start.at, end: end.at, startQuality: start.quality, endQuality: end.quality });
	}
	return found;
}

/** At most a dozen, spread over the whole range, always with the first and the last. */
function evenly(ends: readonly Boundary[]): readonly Boundary[] {
	if (ends.length <= ENDS_PER_START) return ends;
	return Array.from(
		{ length: ENDS_PER_START },
		(_, at) => ends[Math.round((at * (ends.length - 1)) / (ENDS_PER_START - 1))],
	).filter((end) => end !== undefined);
}

/** How many of the spans fit one after the other. */
function apart(candidates: readonly Candidate[]): number {
	let count = 0;
	let free = 0;
	for (const candidate of [...candidates].sort((a, b) => a.end - b.end)) {
		if (candidate.begin < free) continue;
		count += 1;
		free = candidate.end;
	}
	return count;
}

function merged(some: readonly Boundary[], more: readonly Boundary[]): readonly Boundary[] {
	const taken = new Set(some.map((each) => each.at));
	return [...some, ...more.filter((each) => !taken.has(each.at))].sort((a, b) => a.at - b.at);
}
