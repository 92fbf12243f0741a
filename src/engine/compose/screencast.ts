import type { Subject } from "../see/subjects.ts";
import {
	areaOf,
	type Box,
	centreOf,
	clamp,
	insideOf,
	largestIn,
	outsideOf,
	restOf,
	sharedArea,
	WHOLE,
} from "./boxes.ts";
import { followSubject, headOf, lowerBy } from "./layouts.ts";
import { even, fitOf, type Size } from "./output-size.ts";
import { centredIn, type PixelBox, relativeAspect } from "./pixel-boxes.ts";
import type { LayoutInput, Panel, SceneLayout } from "./scene-layout.ts";

/** A speaker in a window of the picture, and what else the picture shows. */
export interface Screencast {
	readonly speaker: Subject & { readonly window: Box };
	readonly screen: Box;
}

const LARGEST_WINDOW = 0.4;
const LEAST_REST = 0.45;
const INSET_FRAME = 1 / 180;
/**
 * Over the shoulder, the speaker is shown this much of the window, and this much of the width away from the
 * middle.
 */
const CLOSER = 0.78;
const ASIDE = 0.2;
/** A head with air above and below, in heights of its face. */
const HEAD_ROOM = 1.75;
/** A face is not cut by the edge it is moved to: so many of its widths stay. */
const FACE_AIR = 1.7;
/** The speaker's window and the rest of a screen recording; undefined where there is no such window. */
export function screencastIn(subjects: readonly Subject[]): Screencast | undefined {
	const windows = subjects.flatMap(({ window, ...subject }) =>
		window && areaOf(window) <= LARGEST_WINDOW ? [{ ...subject, window }] : [],
	);
	if (windows.length === 0) return undefined;
	const speaker = windows.reduce((best, each) => (areaOf(each.box) > areaOf(best.box) ? each : best));
	const rest = restOf(outsideOf(speaker.window));
	return { speaker, screen: areaOf(rest) >= LEAST_REST ? rest : WHOLE };
}

/** The screen large, the speaker small: below it where the output is tall, beside it where it is wide. */
export function screenFirst(stage: LayoutInput, cast: Screencast): SceneLayout {
	const { width, height } = stage.output;
	if (width > height) {
		const left = even(width * 0.68);
		return joined([
			screenIn(stage, cast, { x: 0, y: 0, width: left, height }),
			speakerIn(stage, cast, { x: left, y: 0, width: width - left, height }),
		]);
	}
	const own = width / pixelShape(cast.screen, stage.picture);
	const most = height - headHeight(stage, cast, width);
	const top = even(clamp(Math.min(own, most), (own > most ? 0.5 : 0.42) * height, 0.62 * height));
	return joined([
		screenIn(stage, cast, { x: 0, y: 0, width, height: top }),
		speakerIn(stage, cast, { x: 0, y: top, width, height: height - top }),
	]);
}

/** The screen whole, the speaker in a small window over its lower right. */
export function pictureInPicture(stage: LayoutInput, cast: Screencast): SceneLayout {
	const { width, height } = stage.output;
	const tall = width < height;
	const screen = screenIn(stage, cast, { x: 0, y: 0, width, height: even(height * (tall ? 0.8 : 1)) });
	const size = windowSize(stage, cast, width * (tall ? 0.44 : 0.28));
	const below = even(screen.at.y + screen.at.height - size.height / 4);
	const margin = even(width * 0.04);
	const y = tall ? Math.min(below, even(height * 0.76) - size.height) : height - size.height - margin;
	const corners = [Math.max(0, y), margin].flatMap((top) =>
		[width - size.width - margin, margin].map((x) => ({ x, y: top, ...size })),
	);
	return joined([screen, inset(stage, cast, freest(corners, facesOn(screen, stage.subjects)))]);
}

/** The first of places that covers least of what must be seen. */
function freest(places: readonly PixelBox[], seen: readonly PixelBox[]): PixelBox {
	const covered = (place: PixelBox) => seen.reduce((sum, each) => sum + sharedArea(place, each), 0);
	const rated = places.map((place) => ({ place, covered: covered(place) }));
	return rated.reduce((best, each) => (each.covered < best.covered ? each : best)).place;
}

/** Where faces are that a panel shows. */
function facesOn({ from, at }: Panel, subjects: readonly Subject[]): readonly PixelBox[] {
	return subjects.flatMap(({ face }) => {
		if (!face) return [];
		const across = (x: number) => clamp(at.x + ((x - from.x) / from.width) * at.width, at.x, at.x + at.width);
		const down = (y: number) =>
			clamp(at.y + ((y - from.y) / from.height) * at.height, at.y, at.y + at.height);
		const [left, top] = [across(face.box.x), down(face.box.y)];
		return [
			{
				x: left,
				y: top,
				width: across(face.box.x + face.box.width) - left,
				height: down(face.box.y + face.box.height) - top,
			},
		];
	});
}

/** The speaker large and to one side, the screen in a window over the shoulder. */
export function overTheShoulder(stage: LayoutInput, cast: Screencast): SceneLayout {
	const { width, height } = stage.output;
	const room = insideOf(cast.speaker.window);
	const head = headOf(cast.speaker);
	const isRight = head.x > centreOf(room).x;
	const { face } = cast.speaker;
	const widest = largestIn(room, relativeAspect(stage.output, stage.picture), head);
	const share = clamp((HEAD_ROOM * (face?.box.height ?? 0)) / widest.height, CLOSER, 1);
	const closer = { ...room, width: widest.width * share, height: widest.height * share };
	const size = largestIn(closer, relativeAspect(stage.output, stage.picture), head);
	const most = face ? Math.max(0, (size.width - FACE_AIR * face.box.width) / 2) : closer.width * ASIDE;
	const shift = Math.min(closer.width * ASIDE, most) * (isRight ? -1 : 1);
	const from = {
		...size,
		x: clamp(head.x + shift - size.width / 2, room.x, room.x + room.width - size.width),
		y: clamp(
			head.y + (face ? lowerBy(face.box, size) : 0) - size.height / 2,
			room.y,
			room.y + room.height - size.height,
		),
	};
	const margin = even(width * 0.04);
	// Where the output is tall there is room over the head, not beside it.
	const place = { width: even(width * 0.38), height: even(height * (width < height ? 0.16 : 0.6)) };
	const screen = screenIn(stage, cast, {
		x: isRight ? margin : width - place.width - margin,
		y: margin,
		...place,
	});
	return joined([
		{ from, at: { x: 0, y: 0, width, height } },
		{ ...screen, frame: frameOf(stage) },
	]);
}

/** `A`: the speaker above, the game below. `B`: the game everywhere, the speaker in a window at the top. */
export function gameplay(stage: LayoutInput, cast: Screencast, kind: "A" | "B"): SceneLayout {
	const { width, height } = stage.output;
	const game = (at: PixelBox): Panel => ({
		from: largestIn(cast.screen, relativeAspect(at, stage.picture), centreOf(cast.screen)),
		at,
	});
	if (kind === "A") {
		const top = even(
			clamp(width / pixelShape(cast.speaker.window, stage.picture), 0.3 * height, 0.45 * height),
		);
		return joined([
			speakerIn(stage, cast, { x: 0, y: 0, width, height: top }),
			game({ x: 0, y: top, width, height: height - top }),
		]);
	}
	const size = windowSize(stage, cast, width * 0.5);
	return joined([
		game({ x: 0, y: 0, width, height }),
		inset(stage, cast, { x: even((width - size.width) / 2), y: even(height * 0.1), ...size }),
	]);
}

/** How high a panel must be that shows the speaker's whole window across and their head. */
function headHeight({ picture }: LayoutInput, { speaker }: Screencast, width: number): number {
	const high = HEAD_ROOM * (speaker.face?.box.height ?? 0) * picture.height;
	return (width * high) / (speaker.window.width * picture.width);
}

function speakerIn({ picture }: LayoutInput, { speaker }: Screencast, at: PixelBox): Panel {
	return {
		...followSubject(speaker, { bounds: insideOf(speaker.window), shape: relativeAspect(at, picture) }),
		at,
	};
}

function screenIn({ picture }: LayoutInput, { screen }: Screencast, room: PixelBox): Panel {
	return {
		from: screen,
		at: centredIn(
			fitOf({ width: screen.width * picture.width, height: screen.height * picture.height }, room),
			room,
		),
	};
}

function inset(stage: LayoutInput, cast: Screencast, at: PixelBox): Panel {
	return { ...speakerIn(stage, cast, at), frame: frameOf(stage) };
}

/** The speaker's window at a width; neither a slit nor a tower. */
function windowSize({ picture }: LayoutInput, { speaker }: Screencast, width: number): Size {
	return { width: even(width), height: even(width / clamp(pixelShape(speaker.window, picture), 0.75, 1.8)) };
}

function frameOf({ output }: LayoutInput): number {
	return Math.max(2, even(Math.min(output.width, output.height) * INSET_FRAME));
}

/** What is not covered shows the blurred picture. */
function joined(all: readonly Panel[]): SceneLayout {
	return { panels: all, behind: true };
}

function pixelShape(box: Box, picture: Size): number {
	return (box.width * picture.width) / (box.height * picture.height);
}
