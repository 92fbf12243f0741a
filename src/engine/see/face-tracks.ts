import { type Box, centreOf } from "../compose/boxes.ts";
import type { Face } from "./blazeface.ts";

/** A face as it was found in one frame. */
export interface TrackedFace extends Face {
	/** Number of the frame. */
	readonly frame: number;
}

/** One face through a stretch without a cut, in order of time. */
export type Track = readonly TrackedFace[];

/** A face may be lost for so long and still be the same; in seconds. */
const LOST = 1.5;
/** In its own widths and heights, a face moves less than this from one look to the next. */
const STEP = 1;
/** A track that ends and one that begins soon after are one person, within so many widths and heights. */
const STITCH = 4;
const LARGER = 1.7;
/**
 * What a track must have of: the sureness of its best and its middle face, sightings, and share of the
 * frames.
 */
const SURE = { best: 0.78, middle: 0.68 } as const;
const SIGHTINGS = 3;
const OFTEN = 0.25;

/** The faces of a stretch, frame by frame, as persons who stay; what flickers up for a moment is none. */
export function tracksIn(frames: readonly (readonly Face[])[], perSecond: number): readonly Track[] {
	const lost = Math.max(1, LOST * perSecond);
	const tracks: TrackedFace[][] = [];
	for (const [frame, faces] of frames.entries()) {
		const open = tracks.filter((track) => frame - (track.at(-1)?.frame ?? 0) <= lost);
		const taken = new Set<Face>();
		for (const { track, face } of pairs(open, faces)) {
			if (taken.has(face) || track.at(-1)?.frame === frame) continue;
			taken.add(face);
			track.push({ ...face, frame });
		}
		for (const face of faces) if (!taken.has(face)) tracks.push([{ ...face, frame }]);
	}
	return stitched(tracks, lost).filter((track) => isSomebody(track, frames.length));
}

interface Pair {
	readonly track: TrackedFace[];
	readonly face: Face;
	readonly apart: number;
}

/** Tracks and faces near enough to be one, nearest first. */
function pairs(tracks: readonly TrackedFace[][], faces: readonly Face[]): readonly Pair[] {
	const all = tracks.flatMap((track) =>
		faces.map((face) => ({ track, face, apart: apartOf(track.at(-1)?.box ?? face.box, face.box) })),
	);
	return all.filter(({ apart }) => apart <= STEP).sort((a, b) => a.apart - b.apart);
}

/** Distance of two faces in widths and heights of the larger one; infinite where one is much larger. */
function apartOf(a: Box, b: Box): number {
	const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
	if (height > LARGER * Math.min(a.height, b.height)) return Number.POSITIVE_INFINITY;
	const [from, to] = [centreOf(a), centreOf(b)];
	return Math.hypot((to.x - from.x) / width, (to.y - from.y) / height);
}

/** Somebody who moved too fast between two looks begins a new track: it is joined to the one that ended. */
function stitched(tracks: readonly TrackedFace[][], lost: number): readonly Track[] {
	const whole: TrackedFace[][] = [];
	for (const track of tracks) {
		const [first] = track;
		const before = first && whole.find((each) => follows(each.at(-1), first, lost));
		if (before) before.push(...track);
		else whole.push([...track]);
	}
	return whole;
}

function follows(last: TrackedFace | undefined, first: TrackedFace, lost: number): boolean {
	return (
		last !== undefined &&
		last.frame < first.frame &&
		first.frame - last.frame <= lost &&
		apartOf(last.box, first.box) <= STITCH
	);
}

function isSomebody(track: Track, frames: number): boolean {
	const scores = track.map(({ score }) => score).sort((a, b) => b - a);
	const sure = (scores[0] ?? 0) >= SURE.best && (scores[Math.floor(scores.length / 2)] ?? 0) >= SURE.middle;
	return sure && track.length >= Math.min(SIGHTINGS, frames) && track.length >= OFTEN * frames;
}
