import { areaOf, around, type Box, clamp, clipped, sharedArea } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import { headBox } from "../compose/person-crop.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Panel, SceneLayout } from "../compose/scene-layout.ts";
import type { Subject } from "../see/subjects.ts";
import type { Span } from "../spans.ts";

/** Somebody in the output, in pixels: where their face is over a scene, and the head around it. */
export interface FacePosition {
	readonly face: PixelBox;
	readonly head: PixelBox;
}

/** A stretch of a clip and who is where in it. */
export interface SceneFaces extends Span {
	readonly faces?: readonly FacePosition[];
}

/**
 * Where texts stand during a stretch: distance of the captions from the lower edge, and of the hook text from
 * the upper one, in pixels.
 */
export interface TextPosition extends Span {
	readonly captions: number;
	readonly hook: number;
}

export interface TextBlocks {
	readonly output: Size;
	readonly safe: { readonly sides: number; readonly top: number; readonly bottom: number };
	/** How high they are at most; 0: there is none. */
	readonly captions: number;
	readonly hook: number;
	/** When the hook text is shown. */
	readonly when?: Span;
}

/** Texts are tried so far apart, in shares of the height. */
const STEP = 0.02;
/**
 * Chin and forehead may be covered rather than eyes and mouth: where those are in a face, and how much the
 * rest of a head counts.
 */
const EYES_TO_MOUTH = { from: -0.2, to: 0.8 } as const;
const HEAD = 0.8;
/**
 * A text that is moved by the whole height costs as much as one that hides so much of somebody, in shares of
 * the text: usual places are where one looks.
 */
const FAR = 2;
/** Hook text may be anywhere: its way counts so much of that. */
const ANYWHERE = 0.3;
/** Hook text is soon gone. */
const SOON_GONE = 0.6;
/** Share of the width that most lines leave free on either side. */
const USUALLY_FREE = 0.08;
/** Air between captions and hook text, in shares of the height. */
const AIR = 0.02;
/** Where somebody is for less than this share of the time may be covered then. */
const RARE = 0.1;
/** Of a head that is cut off by its panel, so much counts as being there. */
const LEAST = 0.2;

/** Who is where in a composition, as long as it lasts. */
export function facePositionsIn(
	{ panels }: SceneLayout,
	subjects: readonly Subject[],
): readonly FacePosition[] {
	return panels.flatMap((panel) =>
		subjects.flatMap((subject) => {
			const face = subject.face && visibleBox(panel, subject.face, (box) => box);
			const head = subject.face && visibleBox(panel, subject.face, headBox);
			return face && head && areaOf(face) > 0 ? [{ face, head }] : [];
		}),
	);
}

/**
 * Where captions and hook text cover faces least and each other never: in their usual places, unless others
 * are clearly better.
 */
export function textPositionsFor(scenes: readonly SceneFaces[], texts: TextBlocks): readonly TextPosition[] {
	return scenes.map(({ begin, end, faces = [] }) => {
		const hooked =
			texts.hook > 0 && texts.when !== undefined && texts.when.begin < end && texts.when.end > begin;
		return {
			begin,
			end,
			...bestOf(captionCandidates(texts, faces), hooked ? hookCandidates(texts, faces) : [], texts),
		};
	});
}

/** A place of a text: its upper edge, in pixels, and what it costs to be there. */
interface Candidate {
	readonly y: number;
	readonly cost: number;
}

function bestOf(
	captions: readonly Candidate[],
	hooks: readonly Candidate[],
	texts: TextBlocks,
): { readonly captions: number; readonly hook: number } {
	const { output, safe } = texts;
	const air = AIR * output.height;
	const apart = (caption: Candidate, hook: Candidate) =>
		texts.captions === 0 ||
		hook.y + texts.hook + air <= caption.y ||
		caption.y + texts.captions + air <= hook.y;
	const pairs = captions.flatMap((caption) =>
		hooks
			.filter((hook) => apart(caption, hook))
			.map((hook) => ({ caption, hook, cost: caption.cost + SOON_GONE * hook.cost })),
	);
	const alone = captions.map((caption) => ({ caption, hook: { y: safe.top, cost: 0 }, cost: caption.cost }));
	const best = (pairs.length > 0 ? pairs : alone).reduce((least, each) =>
		each.cost < least.cost ? each : least,
	);
	return { captions: output.height - best.caption.y - texts.captions, hook: best.hook.y };
}

/** From the usual place upwards. */
function captionCandidates(texts: TextBlocks, faces: readonly FacePosition[]): readonly Candidate[] {
	const { output, safe, captions: height } = texts;
	const lowest = output.height - safe.bottom - height;
	return steps(lowest - safe.top, output).map((up) =>
		candidateAt({ y: lowest - up, height, moved: up }, texts, faces),
	);
}

/** From the usual place downwards. */
function hookCandidates(texts: TextBlocks, faces: readonly FacePosition[]): readonly Candidate[] {
	const { output, safe, hook: height } = texts;
	return steps(output.height - safe.bottom - height - safe.top, output).map((down) =>
		candidateAt({ y: safe.top + down, height, moved: ANYWHERE * down }, texts, faces),
	);
}

function steps(length: number, { height }: Size): readonly number[] {
	const step = Math.max(1, Math.round(STEP * height));
	return Array.from({ length: Math.max(1, Math.floor(length / step) + 1) }, (_, at) => at * step);
}

function candidateAt(
	text: { readonly y: number; readonly height: number; readonly moved: number },
	{ output, safe }: TextBlocks,
	faces: readonly FacePosition[],
): Candidate {
	// Few lines are as wide as there is room.
	const sides = safe.sides + USUALLY_FREE * output.width;
	const band = { x: sides, y: text.y, width: output.width - 2 * sides, height: text.height };
	return {
		y: text.y,
		cost: text.height === 0 ? 0 : covered(band, faces) + (FAR * text.moved) / output.height,
	};
}

/** How much of somebody a text hides, in shares of the text. */
function covered(band: PixelBox, faces: readonly FacePosition[]): number {
	const eyesToMouth = ({ face }: FacePosition) => ({
		...face,
		y: face.y + EYES_TO_MOUTH.from * face.height,
		height: (EYES_TO_MOUTH.to - EYES_TO_MOUTH.from) * face.height,
	});
	const hidden = (each: FacePosition) =>
		sharedArea(band, eyesToMouth(each)) + HEAD * sharedArea(band, each.head);
	return faces.reduce((sum, each) => sum + hidden(each), 0) / Math.max(1, areaOf(band));
}

/**
 * Where a face, or what a box of it becomes, is in a panel over time; undefined where hardly anything of it
 * is shown.
 */
function visibleBox(
	panel: Panel,
	face: NonNullable<Subject["face"]>,
	grown: (box: Box) => Box,
): PixelBox | undefined {
	const { width, height } = face.box;
	const places = face.path.map(({ atMs, x, y }) =>
		boxInOutput(panel, grown({ x: x - width / 2, y: y - height / 2, width, height }), atMs),
	);
	const shown = places
		.filter((place) => areaOf(clipped(place, panel.at)) >= LEAST * areaOf(place))
		.map((place) => clipped(place, panel.at));
	return shown.length === 0 ? undefined : around(quantileBox(shown, RARE), quantileBox(shown, 1 - RARE));
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
