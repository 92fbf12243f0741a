import { clockTime, rangeText } from "../../model/clock-time.ts";
import { type Span, shared, touching } from "../spans.ts";
import { type Lengths, SHORTEST_MS } from "./candidates.ts";
import { type Scored, score } from "./score.ts";
import type { Signals } from "./signals.ts";

/** A clip at times that somebody asked for. */
export interface AddedMoment extends Scored {
	/** The times as they were asked for. */
	readonly asked: Span;
}

export interface AddedMoments {
	/** In the order of the source. */
	readonly added: readonly AddedMoment[];
	readonly notes: readonly string[];
}

/** From this share of the shorter of two clips on, only one of them can be posted. */
const SAME_MOMENT = 0.6;
/** How far an edge on a whole second moves to a pause that is heard. Finer times are cut as they are. */
const REACH_MS = 300;
/** A silence this long is rarely within a word. */
const SURE_GAP_MS = 100;
/** How far inside of the pause it is cut, where the pause is long enough. */
const INSIDE_MS = 60;
const SECOND_MS = 1_000;
const QUALITY = { paused: 1, spoken: 0.4 } as const;

/** The clips at given times: cut as asked for, rated like those that are found. */
export function addedClips(
	asked: readonly Span[],
	{ signals, lengths }: { readonly signals: Signals; readonly lengths: Lengths },
): AddedMoments {
	const added: AddedMoment[] = [];
	const notes: string[] = [];
	for (const each of [...asked].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
		const why = leftOut(each, { added, durationMs: signals.durationMs });
		if (why !== undefined) {
			notes.push(`The clip asked for at ${rangeOf(each)} was left out: ${why}.`);
			continue;
		}
		if (each.end > signals.durationMs)
			notes.push(
				`The clip asked for at ${rangeOf(each)} ends with the video, at ${clockTime(signals.durationMs)}.`,
			);
		added.push(momentOf(each, signals, lengths));
	}
	return { added, notes };
}

/** Whether a found clip shows the moment of an added one. */
export function givesWay(found: Span, added: readonly Span[]): boolean {
	return added.some((each) => sharedPart(found, each) >= SAME_MOMENT);
}

/** Why an added clip begins and ends where it does, in sentences. */
export function addedReasons({ asked, begin, end }: AddedMoment): readonly string[] {
	const edge = (what: string, at: number, wanted: number) =>
		at === wanted
			? `It ${what} as asked for.`
			: `It ${what} ${seconds(Math.abs(at - wanted))} ${at < wanted ? "before" : "behind"} the second asked for, ` +
				"in a pause that is heard.";
	const last = end < asked.end && asked.end - end > REACH_MS ? "It ends with the video." : undefined;
	return [
		`Somebody asked for these times: ${rangeOf(asked)}.`,
		edge("begins", begin, asked.begin),
		last ?? edge("ends", end, asked.end),
	];
}

function leftOut(
	{ begin, end }: Span,
	{ added, durationMs }: { readonly added: readonly AddedMoment[]; readonly durationMs: number },
): string | undefined {
	if (begin >= durationMs) return `the video is ${clockTime(durationMs)} long`;
	if (Math.min(end, durationMs) - begin < SHORTEST_MS) return "what the video has of it is shorter than 3 s";
	const same = added.find((each) => sharedPart({ begin, end }, each.asked) >= SAME_MOMENT);
	return same && `it shows the same as ${rangeOf(same.asked)}`;
}

function momentOf(asked: Span, signals: Signals, lengths: Lengths): AddedMoment {
	const begin = heardNear(asked.begin, signals);
	const end = Math.min(signals.durationMs, heardNear(asked.end, signals));
	const quality = (at: number) => (isPaused(at, signals) ? QUALITY.paused : QUALITY.spoken);
	const candidate = { begin, end, startQuality: quality(begin), endQuality: quality(end) };
	return { ...score(candidate, signals, lengths), asked };
}

/** The nearest moment of a pause that is heard, for an edge on a whole second; else the edge itself. */
function heardNear(at: number, { gaps, hasSound }: Signals): number {
	if (!hasSound || at % SECOND_MS !== 0) return at;
	const near = touching(gaps, { begin: Math.max(0, at - REACH_MS), end: at + REACH_MS })
		.filter(({ begin, end }) => end - begin >= SURE_GAP_MS)
		.map((gap) => nearestIn(gap, at))
		.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
	return near.find((each) => Math.abs(each - at) <= REACH_MS) ?? at;
}

function nearestIn({ begin, end }: Span, at: number): number {
	const inside = Math.min(INSIDE_MS, Math.floor((end - begin) / 2));
	return Math.min(Math.max(at, begin + inside), end - inside);
}

function isPaused(at: number, { gaps, hasSound, durationMs }: Signals): boolean {
	if (!hasSound || at === 0 || at === durationMs) return true;
	return touching(gaps, { begin: at, end: at + 1 }).length > 0;
}

/** Shared time as a share (0 to 1) of the shorter span. */
function sharedPart(a: Span, b: Span): number {
	return shared(a, b) / Math.max(1, Math.min(a.end - a.begin, b.end - b.begin));
}

function rangeOf({ begin, end }: Span): string {
	return rangeText({ from: begin, to: end });
}

function seconds(ms: number): string {
	return `${(ms / SECOND_MS).toFixed(2)} s`;
}
