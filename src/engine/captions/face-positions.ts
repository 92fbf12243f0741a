import { areaOf, around, type Box, clamp, clipped } from "../compose/boxes.ts";
import { headBox } from "../compose/person-crop.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Panel, SceneLayout } from "../compose/scene-layout.ts";
import type { Subject } from "../see/subjects.ts";

/** Somebody in the output, in pixels: where their face is over a scene, and the head around it. */
export interface FacePosition {
	readonly face: PixelBox;
	readonly head: PixelBox;
}

/** Where a face or head is for less than this share of the time may be covered then. */
const RARE = { face: 0.03, head: 0.1 } as const;
/** Of a head that is cut off by its panel, so much counts as being there. */
const LEAST = 0.2;

/** Who is where in a composition, as long as it lasts. */
export function facePositionsIn(
	{ panels }: SceneLayout,
	subjects: readonly Subject[],
): readonly FacePosition[] {
	return panels.flatMap((panel) =>
		subjects.flatMap((subject) => {
			const face = subject.face && visibleBox(panel, subject.face, { grown: (box) => box, rare: RARE.face });
			const head = subject.face && visibleBox(panel, subject.face, { grown: headBox, rare: RARE.head });
			return face && head && areaOf(face) > 0 ? [{ face, head }] : [];
		}),
	);
}

/** Where parts of the picture are in the output, in pixels, as far as panels show them. */
export function boxesInPanels({ panels }: SceneLayout, parts: readonly Box[]): readonly PixelBox[] {
	return panels.flatMap((panel) =>
		parts.map((part) => clipped(boxInOutput(panel, part, 0), panel.at)).filter((shown) => areaOf(shown) > 0),
	);
}

/**
 * Where a face, or what a box of it becomes, is in a panel over time; undefined where hardly anything of it
 * is shown.
 */
function visibleBox(
	panel: Panel,
	face: NonNullable<Subject["face"]>,
	{ grown, rare }: { readonly grown: (box: Box) => Box; readonly rare: number },
): PixelBox | undefined {
	const { width, height } = face.box;
	const places = face.path.map(({ atMs, x, y }) =>
		boxInOutput(panel, grown({ x: x - width / 2, y: y - height / 2, width, height }), atMs),
	);
	const shown = places
		.filter((place) => areaOf(clipped(place, panel.at)) >= LEAST * areaOf(place))
		.map((place) => clipped(place, panel.at));
	return shown.length === 0 ? undefined : around(quantileBox(shown, rare), quantileBox(shown, 1 - rare));
}

/** A place as far to the right and down as such a share of them is at most. */
function quantileBox(places: readonly PixelBox[], share: number): PixelBox {
	const at = (value: (place: PixelBox) => number) =>
		places.map(value).sort((a, b) => a - b)[Math.round(share * (places.length - 1))] ?? 0;
	return {
		x: at(({ x }) => x),
		y: at(({ y }) => y),
		width: at(({ width }) => width),
		height: at(({ height }) => height),
	};
}

function boxInOutput(panel: Panel, box: Box, atMs: number): PixelBox {
	const { at, from } = panel;
	const { x, y } = cornerAt(panel, atMs);
	const [across, down] = [at.width / from.width, at.height / from.height];
	return {
		x: at.x + (box.x - x) * across,
		y: at.y + (box.y - y) * down,
		width: box.width * across,
		height: box.height * down,
	};
}

/**
 * The left upper corner of what a panel shows at a time: its camera goes gently from one place to the next.
 */
function cornerAt({ from, moves = [] }: Panel, atMs: number): { readonly x: number; readonly y: number } {
	return moves.reduce<{ readonly x: number; readonly y: number }>((here, move) => {
		const share = clamp((atMs - move.atMs) / move.overMs, 0, 1);
		const gone = share * share * (3 - 2 * share);
		return { x: here.x + (move.x - here.x) * gone, y: here.y + (move.y - here.y) * gone };
	}, from);
}
