import type { Box } from "../compose/boxes.ts";
import type { Span } from "../spans.ts";
import { isFilmed } from "./camera-motion.ts";
import { peopleIn } from "./people.ts";
import { presenceChanges } from "./presence.ts";
import type { Change } from "./scan.ts";
import { slideTextIn } from "./slide-text.ts";
import { type Frames, meanOf, type Subject, subjectsIn } from "./subjects.ts";

/** A stretch of a clip without a cut, in milliseconds from its begin, and who is in it. */
export interface Scene extends Span {
	readonly subjects: readonly Subject[];
	/** It lives everywhere: no screen, no slide. Absent: it stands still in parts, or nobody looked. */
	readonly filmed?: true;
	/** Where something is written, or drawn as finely, that stands still. Absent: nobody looked. */
	readonly slideText?: readonly Box[];
}

/** A cut changes this share of the picture by this much from one frame to the next. */
const CUT_STEP = 20;
const CUT_SHARE = 0.22;
/**
 * The same without a frame at which it changes at once: a dissolve changes more of it than whoever walks
 * through, or a camera that moves.
 */
const SLOW_SHARE = 0.4;
/** A change at once is so many times the mean of those around it. */
const AT_ONCE = 3;
/**
 * The least change of a frame that is a cut, 0 to 100: slow fades have none, and their times are told by the
 * small frames.
 */
const CUT_CHANGE = 4;
const SHORTEST_MS = 1_200;
/** With more cuts than this the picture is restless enough without a layout that changes too. */
const MOST_SCENES = 24;

/** The scenes of a clip, without a gap. */
export function scenesOf(frames: Frames, lengthMs: number): readonly Scene[] {
	const stretches = stretchesOf(frames).flatMap((stretch) => dividedByPresence(frames, stretch));
	const { length } = frames.frames;
	const scenes = stretches.length > MOST_SCENES ? [{ from: 0, until: length, to: length }] : stretches;
	const atMs = (frame: number) => cutAt(frames, frame);
	return scenes.map(({ from, until, to }, at) => {
		const part = framesFrom(frames, from, until);
		const own = part.frames;
		const subjects = subjectsOf(part);
		const filmed = isFilmed(own);
		return {
			begin: from === 0 ? 0 : Math.min(lengthMs, atMs(from)),
			end: at === scenes.length - 1 ? lengthMs : Math.min(lengthMs, atMs(to)),
			subjects,
			...(filmed
				? { filmed: true as const }
				: { slideText: slideTextIn(meanOf(own), frames.size, subjects) }),
		};
	});
}

function framesFrom(frames: Frames, from: number, until: number): Frames {
	return {
		...frames,
		frames: frames.frames.slice(from, until),
		...(frames.faces && { faces: frames.faces.slice(from, until) }),
	};
}

/** A stretch in as many as it takes for everybody in each to be there, and its screen not to be empty. */
function dividedByPresence(frames: Frames, { from, until, to }: Stretch): readonly Stretch[] {
	const part = framesFrom(frames, from, until);
	const starts = [0, ...presenceChanges(part, subjectsOf(part))].map((at) => from + at);
	return starts.map((start, at) => {
		const next = starts[at + 1];
		return { from: start, until: next ?? until, to: next ?? to };
	});
}

/**
 * When the cut before a frame is, to the frame of the source: where it changes most between that frame and
 * the one before.
 */
function cutAt({ perSecond, changes = [] }: Frames, frame: number): number {
	const step = 1000 / perSecond;
	const most = changesNear({ perSecond, changes }, frame).reduce(
		(best, each) => (each.change > best.change ? each : best),
		{
			atMs: frame * step,
			change: CUT_CHANGE,
		},
	);
	return Math.round(most.atMs);
}

/**
 * How the source changes between a small frame and the one before. A frame shows what is nearest to its time,
 * so it may be from half a step earlier or later.
 */
function changesNear(
	{ perSecond, changes = [] }: Pick<Frames, "perSecond" | "changes">,
	frame: number,
): readonly Change[] {
	const step = 1000 / perSecond;
	return changes.filter(({ atMs }) => atMs > (frame - 1.5) * step && atMs <= (frame + 0.5) * step);
}

/** Faces tell best; without any, what moves. */
function subjectsOf(frames: Frames): readonly Subject[] {
	const people = peopleIn(frames);
	return people.length > 0 ? people : subjectsIn(frames);
}

interface Stretch {
	readonly from: number;
	/** Where what it is looked at for ends: another scene, too short for a layout of its own, may follow. */
	readonly until: number;
	readonly to: number;
}

/** Frames between cuts; what is too short to be looked at belongs to the stretch before it. */
function stretchesOf(given: Frames): readonly Stretch[] {
	const { frames, perSecond } = given;
	const shortest = (SHORTEST_MS * perSecond) / 1000;
	const stretches: Stretch[] = [];
	let from = 0;
	for (let at = 1; at <= frames.length; at += 1) {
		if (at < frames.length && !isCut(given, at)) continue;
		const before = stretches.at(-1);
		if (before && at - from < shortest) stretches.splice(-1, 1, { ...before, to: at });
		else stretches.push({ from, until: at, to: at });
		from = at;
	}
	return stretches;
}

function isCut(given: Frames, at: number): boolean {
	const [before, frame] = [given.frames[at - 1], given.frames[at]];
	if (!before || !frame) return false;
	let changed = 0;
	frame.forEach((value, index) => {
		if (Math.abs(value - (before[index] ?? 0)) >= CUT_STEP) changed += 1;
	});
	const share = changed / frame.length;
	return (
		share > CUT_SHARE && (share > SLOW_SHARE || isAtOnce(changesNear(given, at).map(({ change }) => change)))
	);
}

/** Whether one of the changes stands out; unknown ones do. */
function isAtOnce(changes: readonly number[]): boolean {
	const most = Math.max(0, ...changes);
	const others = (changes.reduce((sum, change) => sum + change, 0) - most) / Math.max(1, changes.length - 1);
	return changes.length === 0 || (most >= CUT_CHANGE && most >= AT_ONCE * others);
}
