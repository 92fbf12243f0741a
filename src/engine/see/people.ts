import { defined } from "../../model/defined.ts";
import { areaOf, type Box, centreOf, clamp, insideOf, median, near, restOf } from "../compose/boxes.ts";
import { type FindDivider, headBox, personCrop } from "../compose/person-crop.ts";
import { findDividers, isPlain, straightened, windowAround } from "../compose/window.ts";
import { overlapOf } from "./blazeface.ts";
import { movingRegionAround } from "./camera-motion.ts";
import { type Track, tracksIn } from "./face-tracks.ts";
import { type Frames, meanOf, type Subject } from "./subjects.ts";

/** Who is there in at least this share of the frames is in the scene; else only who is there most. */
const PRESENT = 0.5;
const MOST_PEOPLE = 8;
/** A person, in sizes of their face: shoulders at the sides, hair above, the chest below. */
const PERSON = { aside: 0.75, above: 0.45, below: 2.6 } as const;
const LARGEST_WINDOW = 0.4;
const STAYS = 0.9;
const SAME_PLACE = 0.75;
/**
 * What windows are looked for around: shoulders first, then only the head, where its chin is near the lower
 * edge.
 */
const BUSTS = [
	{ aside: 0.5, above: 0.45, below: 0.8 },
	{ aside: 0.5, above: 0.45, below: 0.2 },
] as const;
/** This much of a head may be beyond the edge of its window. */
const CUT_HAIR = 0.15;
/** Somebody else reaches so far into a window who is in it too; share of the picture. */
const SHARED = 0.03;
/** A face that is taller than this share of the picture is in no window of it. */
const TALLEST_IN_WINDOW = 0.3;

/** The people of a stretch of video whose faces were found, from left to right. */
export function peopleIn({ size, frames, perSecond, faces = [] }: Frames): readonly Subject[] {
	const tracks = [...tracksIn(faces, perSecond)].sort((a, b) => b.length - a.length);
	const present = tracks.filter((track) => track.length >= PRESENT * faces.length).slice(0, MOST_PEOPLE);
	const chosen = present.length > 0 ? present : tracks.slice(0, 1);
	if (chosen.length === 0) return [];
	const still = meanOf(frames);
	const heads = chosen.map((track) => headBox(typical(track)));
	return chosen
		.map((track, at) => {
			const face = typical(track);
			const window = windowAt(track, {
				frames,
				size,
				still,
				others: heads.filter((_, other) => other !== at),
			});
			const path = track.map(({ frame, box }) => ({
				atMs: Math.round((frame * 1000) / perSecond),
				...centreOf(box),
			}));
			const crop = cropAmong(heads, at, findDividers(still, size));
			return {
				box: grown(face, PERSON),
				face: { box: face, path },
				...defined({ window, crop }),
			};
		})
		.sort((a, b) => a.box.x - b.box.x);
}

/** The window that somebody stays in alone, and that shows their head whole. */
function windowAt(
	track: Track,
	{ others, ...pictures }: Pictures & { readonly others: readonly Box[] },
): Box | undefined {
	const face = typical(track);
	if (face.height > TALLEST_IN_WINDOW) return undefined;
	const isOwn = (window: Box) =>
		staysIn(window, track) &&
		showsHead(window, headBox(face)) &&
		!others.some((head) => near(head, window, -SHARED));
	// Beside a window there is a screen: before a plain wall it is a picture on it, and nothing is lost with
	// the wall.
	const fits = (window: Box | undefined) =>
		window !== undefined && isOwn(window) && !isPlain(restOf(window), pictures.still, pictures.size);
	return BUSTS.map((bust) => windowOf(grown(face, bust), pictures)).find(fits);
}

function showsHead(window: Box, head: Box): boolean {
	const [right, bottom] = [window.x + window.width, window.y + window.height];
	const [aside, above] = [CUT_HAIR * head.width, CUT_HAIR * head.height];
	return (
		window.x <= head.x + aside &&
		right >= head.x + head.width - aside &&
		window.y <= head.y + above &&
		bottom >= head.y + head.height - above
	);
}

/**
 * What is somebody's own of a picture that straight lines divide, as in a video call; undefined where none
 * does.
 */
function cropAmong(heads: readonly Box[], at: number, divide: FindDivider): Box | undefined {
	const [head, others] = [heads[at], heads.filter((_, other) => other !== at)];
	if (!head) return undefined;
	let divided = false;
	const crop = personCrop(head, others, (...line) => {
		const divider = divide(...line);
		divided ||= divider !== undefined;
		return divider;
	});
	return divided ? insideOf(crop) : undefined;
}

interface Pictures extends Pick<Frames, "frames" | "size"> {
	readonly still: Float32Array;
}

/**
 * The window that somebody is in: what lives around them between straight edges; where everything lives,
 * straight edges alone tell.
 */
function windowOf(bust: Box, { frames, size, still }: Pictures): Box | undefined {
	const alive = movingRegionAround(bust, { frames, size });
	const isPlace = areaOf(alive) <= LARGEST_WINDOW && alwaysMoving(alive, { bust, frames, size });
	return (isPlace ? straightened(alive, still, size) : undefined) ?? windowAround(bust, still, size);
}

/** A window lives everywhere at any time; where somebody walks along, life goes with them. */
function alwaysMoving(
	alive: Box,
	{ bust, frames, size }: Omit<Pictures, "still"> & { readonly bust: Box },
): boolean {
	const half = Math.ceil(frames.length / 2);
	return [frames.slice(0, half), frames.slice(-half)].every(
		(part) => overlapOf(alive, movingRegionAround(bust, { frames: part, size })) >= SAME_PLACE,
	);
}

/** Whoever walks out of it is in no window. */
function staysIn(window: Box, track: Track): boolean {
	const inside = track
		.map(({ box }) => centreOf(box))
		.filter(
			({ x, y }) =>
				x > window.x && x < window.x + window.width && y > window.y && y < window.y + window.height,
		);
	return inside.length >= STAYS * track.length;
}

/** The middle of everything a track's boxes say. */
function typical(track: Track): Box {
	const middle = (value: (box: Box) => number) => median(track.map(({ box }) => value(box)));
	const [width, height] = [middle((box) => box.width), middle((box) => box.height)];
	return {
		x: middle((box) => centreOf(box).x) - width / 2,
		y: middle((box) => centreOf(box).y) - height / 2,
		width,
		height,
	};
}

/** Somebody, told by their face. */
export function bodyAround(face: Box): Box {
	return grown(face, PERSON);
}

/** A box and so much around it, in sizes of its own, as far as the picture goes. */
function grown(
	{ x, y, width, height }: Box,
	by: { readonly aside: number; readonly above: number; readonly below: number },
): Box {
	const [left, right] = [x - by.aside * width, x + (1 + by.aside) * width].map((edge) => clamp(edge, 0, 1));
	const [top, bottom] = [y - by.above * height, y + (1 + by.below) * height].map((edge) => clamp(edge, 0, 1));
	return { x: left ?? 0, y: top ?? 0, width: (right ?? 1) - (left ?? 0), height: (bottom ?? 1) - (top ?? 0) };
}
