import { areaOf, type Box, restOf } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import { isPlain } from "../compose/window.ts";
import { tracksIn } from "./face-tracks.ts";
import { bodyAround } from "./people.ts";
import type { Frames, Subject } from "./subjects.ts";

/** Somebody who is away for so many seconds has left; a screen that is empty for as long is none. */
const GONE = 2.5;
/** Levels by which a pixel changes where something moves, and the share of such pixels where somebody is. */
const CHANGED = 8;
const MOVES = 0.01;

/**
 * The frames of a stretch without a cut at which somebody has gone for good or first comes, or at which a
 * screen beside a window is emptied or filled: a panel of before shows nothing then.
 */
export function presenceChanges(frames: Frames, subjects: readonly Subject[]): readonly number[] {
	const least = Math.round(GONE * frames.perSecond);
	const changes = [...comings(frames, least), ...emptyings(frames, subjects, least)].sort((a, b) => a - b);
	const kept: number[] = [];
	for (const at of changes)
		if (at - (kept.at(-1) ?? 0) >= least && frames.frames.length - at >= least) kept.push(at);
	return kept;
}

/** A face that is not found any more may be turned away: where somebody was, nothing moves any more. */
function comings({ frames, size, faces = [], perSecond }: Frames, least: number): readonly number[] {
	return tracksIn(faces, perSecond).flatMap((track) => {
		const [first, last] = [track[0], track.at(-1)];
		if (!first || !last) return [];
		const isStill = (at: number, box: Box) => shareMoved([frames[at - 1], frames[at]], box, size) < MOVES;
		const [here, there] = [bodyAround(first.box), bodyAround(last.box)];
		let came = first.frame;
		while (came > 0 && !isStill(came, here)) came -= 1;
		let left = last.frame + 1;
		while (left < frames.length && !isStill(left, there)) left += 1;
		const before = Array.from({ length: came }, (_, at) => at).slice(1);
		const after = Array.from({ length: Math.max(0, frames.length - left) }, (_, at) => left + at);
		return [
			...(came >= least && before.every((at) => isStill(at, here)) ? [came] : []),
			...(after.length >= least && after.every((at) => isStill(at, there)) ? [left] : []),
		];
	});
}

function shareMoved(
	[before, after]: readonly (Uint8Array | undefined)[],
	box: Box,
	{ width, height }: Size,
): number {
	if (!before || !after) return 0;
	let [moved, count] = [0, 0];
	for (let y = Math.floor(box.y * height); y < (box.y + box.height) * height; y += 1) {
		for (let x = Math.floor(box.x * width); x < (box.x + box.width) * width; x += 1) {
			const at = y * width + x;
			count += 1;
			if (Math.abs((after[at] ?? 0) - (before[at] ?? 0)) >= CHANGED) moved += 1;
		}
	}
	return moved / Math.max(1, count);
}

/** Where the rest of the picture beside a window becomes plain, or is so no more, each for long enough. */
function emptyings({ frames, size }: Frames, subjects: readonly Subject[], least: number): readonly number[] {
	const windows = subjects.flatMap(({ window }) => (window ? [window] : []));
	if (windows.length === 0) return [];
	const screen = windows.map(restOf).reduce((best, each) => (areaOf(each) > areaOf(best) ? each : best));
	const plain = frames.map((frame) => isPlain(screen, Float32Array.from(frame), size));
	return plain.flatMap((now, at) => {
		const [before, after] = [plain.slice(Math.max(0, at - least), at), plain.slice(at, at + least)];
		const isLong = before.length === least && after.length === least;
		return isLong && before.every((each) => each !== now) && after.every((each) => each === now) ? [at] : [];
	});
}
