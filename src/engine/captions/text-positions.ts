import { areaOf, sharedArea } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Span } from "../spans.ts";
import type { FacePosition } from "./face-positions.ts";

/** A stretch of a clip without a cut: who is where in it, and where something is written in the picture. */
export interface SceneFaces extends Span {
	readonly faces?: readonly FacePosition[];
	readonly slideText?: readonly PixelBox[];
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
	/** How far their plates reach beyond them, above and below, in pixels. Absent: there are none. */
	readonly plates?: { readonly captions: number; readonly hook: number };
	/** When the hook text is shown. */
	readonly when?: Span;
	/** Where a logo is. */
	readonly logo?: PixelBox;
}

/** Texts are tried so far apart, in shares of the height. */
const STEP = 0.01;
/**
 * Where a text must be over somebody, chin and forehead may be covered rather than eyes and mouth: where
 * those are in a face, and how much the rest of a head counts.
 */
const EYES_TO_MOUTH = { from: -0.2, to: 0.8 } as const;
const HEAD = 0.8;
/** What nobody could do without: hook text is not shown rather than put over it. */
const EYES_AND_MOUTH = { from: 0, to: 0.8 } as const;
/** More than any way: no text is over a face where there is another place. */
export const OVER_FACE = 4;
/** Likewise of a logo. */
const OVER_LOGO = 3;
/**
 * A text that is moved by the whole height costs as much as one that hides so much of somebody, in shares of
 * the text: usual places are where one looks.
 */
export const FAR = 2;
/** Hook text may be anywhere: its way counts so much of that. */
const ANYWHERE = 0.3;
/** Hook text is soon gone. */
const SOON_GONE = 0.6;
/** What the whole of a text costs that is over something written: hook text is never put there. */
const OVER_WRITING = { captions: 0.8, hook: 6 } as const;
/** Share of the width that most lines leave free on either side. */
const USUALLY_FREE = 0.08;
/** Air between captions and hook text, and between texts and faces, in shares of the height. */
const AIR = 0.02;
const FACE_AIR = 0.008;
/** Where players put nothing over a picture that is not tall, captions may be this near to its lower edge. */
const LOWEST = 0.05;
const TALL = 0.9;

/** Where texts stand, and what the place of the hook text costs. */
export interface TextPlaces {
	readonly positions: readonly TextPosition[];
	/** Share of the time that captions are over a face; what of it they are over eyes or mouth counts twice. */
	readonly hiding: number;
	/** Absent: beside the captions there is no place for it that hides nobody. */
	readonly hookCost?: number;
}

/**
 * Where captions and hook text cover faces least and each other never: in their usual places, unless others
 * are clearly better. Captions stand over a face only where there is no other place; the hook text makes no
 * difference to that, and stays where it is, over cuts.
 */
export function textPlacesFor(scenes: readonly SceneFaces[], texts: TextBlocks): TextPlaces {
	const hooked = scenes.filter((scene) => hookShare(scene, texts) > 0);
	const hook = hooked.length > 0 ? hookFor(hooked, texts) : { y: texts.safe.top, cost: 0 };
	const placed = scenes.map((scene) => {
		const captions = captionCandidates(texts, scene);
		const kept = hooked.includes(scene) && hook ? besideHook(captions, hook, texts) : captions;
		return { scene, captions: cheapest(kept) };
	});
	const positions = placed.map(({ scene: { begin, end }, captions: { y } }) => ({
		begin,
		end,
		captions: texts.output.height - y - texts.captions,
		hook: hook?.y ?? texts.safe.top,
	}));
	const length = scenes.reduce((sum, { begin, end }) => sum + end - begin, 0);
	const hiding = placed.reduce((sum, { scene, captions: { isOverEyes, isOverFace } }) => {
		const share = (scene.end - scene.begin) / Math.max(1, length);
		return sum + share * (Number(isOverFace ?? false) + Number(isOverEyes ?? false));
	}, 0);
	return { positions, hiding, ...(hook && { hookCost: hook.cost }) };
}

/** A place of a text: its upper edge, in pixels, what it costs to be there, and whether it hides somebody. */
interface Candidate {
	readonly y: number;
	readonly cost: number;
	readonly isOverFace?: boolean;
	readonly isOverEyes?: boolean;
}

/** The place of the hook text that, with the captions of every scene it is shown in, costs least. */
function hookFor(scenes: readonly SceneFaces[], texts: TextBlocks): Candidate | undefined {
	const captions = scenes.map((scene) => captionCandidates(texts, scene));
	const shares = scenes.map((scene) => hookShare(scene, texts));
	const places = scenes.map((scene) => hookCandidates(texts, scene));
	const all = (places[0] ?? []).flatMap(({ y }, at) => {
		if (places.some((each) => each[at]?.isOverEyes)) return [];
		const cost = shares.reduce((sum, share, scene) => sum + share * (places[scene]?.[at]?.cost ?? 0), 0);
		const beside = captions.map((each) => besideHook(each, { y, cost }, texts));
		if (beside.some((each) => each.length === 0)) return [];
		const captioned = beside.reduce(
			(sum, each, scene) => sum + (shares[scene] ?? 0) * cheapest(each).cost,
			0,
		);
		return [{ y, cost: SOON_GONE * cost + captioned }];
	});
	return all.length > 0 ? cheapest(all) : undefined;
}

/** Share of the time of the hook text that is in a scene. */
function hookShare({ begin, end }: Span, { hook, when }: TextBlocks): number {
	if (hook === 0 || when === undefined) return 0;
	return (
		Math.max(0, Math.min(end, when.end) - Math.max(begin, when.begin)) / Math.max(1, when.end - when.begin)
	);
}

function besideHook(
	captions: readonly Candidate[],
	hook: Candidate,
	texts: TextBlocks,
): readonly Candidate[] {
	const air = AIR * texts.output.height;
	return captions.filter(
		({ y }) => texts.captions === 0 || hook.y + texts.hook + air <= y || y + texts.captions + air <= hook.y,
	);
}

function cheapest(all: readonly Candidate[]): Candidate {
	return all.reduce((least, each) => (each.cost < least.cost ? each : least));
}

/** From the usual place upwards, and a little downwards where that is free: what hides least of faces. */
function captionCandidates(texts: TextBlocks, scene: SceneFaces): readonly Candidate[] {
	const { output, safe, captions: height } = texts;
	const usual = output.height - safe.bottom - height;
	const down = output.width / output.height < TALL ? 0 : safe.bottom - Math.round(LOWEST * output.height);
	const all = [
		...steps(usual - safe.top, output).map((up) => ({ y: usual - up, moved: up })),
		...steps(down, output).map((by) => ({ y: usual + by, moved: by })),
	].map(({ y, moved }) => candidateAt({ y, moved, what: "captions" }, texts, scene));
	const clear = all.filter(({ isOverFace }) => !isOverFace);
	const seen = all.filter(({ isOverEyes }) => !isOverEyes);
	return [clear, seen, all].find((each) => each.length > 0) ?? all;
}

/** From the usual place downwards. */
function hookCandidates(texts: TextBlocks, scene: SceneFaces): readonly Candidate[] {
	const { output, safe, hook: height } = texts;
	return steps(output.height - safe.bottom - height - safe.top, output).map((down) =>
		candidateAt({ y: safe.top + down, moved: ANYWHERE * down, what: "hook" }, texts, scene),
	);
}

function steps(length: number, { height }: Size): readonly number[] {
	const step = Math.max(1, Math.round(STEP * height));
	return Array.from({ length: Math.max(1, Math.floor(length / step) + 1) }, (_, at) => at * step);
}

interface TriedText {
	readonly y: number;
	readonly moved: number;
	readonly what: "captions" | "hook";
}

function candidateAt(
	{ y, moved, what }: TriedText,
	texts: TextBlocks,
	{ faces = [], slideText = [] }: SceneFaces,
): Candidate {
	const { output, safe, logo, plates, [what]: high } = texts;
	if (high === 0) return { y, cost: 0 };
	const bandOf = (sides: number, air: number) => ({
		x: sides,
		y: y - air,
		width: output.width - 2 * sides,
		height: high + 2 * air,
	});
	// Few lines are as wide as there is room; but no face is covered by one that is.
	const band = bandOf(safe.sides + USUALLY_FREE * output.width, 0);
	const widest = bandOf(safe.sides, FACE_AIR * output.height + (plates?.[what] ?? 0));
	const isOverFace = faces.some(({ face }) => sharedArea(widest, face) > 0);
	const drawn = bandOf(safe.sides, plates?.[what] ?? 0);
	const isOverLogo = logo !== undefined && sharedArea(widest, logo) > 0;
	const written =
		slideText.reduce((sum, each) => sum + sharedArea(band, each), 0) / Math.max(1, areaOf(band));
	const way = (FAR * moved) / output.height;
	return {
		y,
		isOverFace,
		isOverEyes: faces.some((each) => sharedArea(drawn, partOf(each, EYES_AND_MOUTH)) > 0),
		cost:
			covered(band, faces) +
			(isOverFace ? OVER_FACE : 0) +
			(isOverLogo ? OVER_LOGO : 0) +
			OVER_WRITING[what] * Math.min(1, written) +
			way,
	};
}

/** How much of somebody a text hides, in shares of the text. */
function covered(band: PixelBox, faces: readonly FacePosition[]): number {
	const hidden = (each: FacePosition) =>
		sharedArea(band, partOf(each, EYES_TO_MOUTH)) + HEAD * sharedArea(band, each.head);
	return faces.reduce((sum, each) => sum + hidden(each), 0) / Math.max(1, areaOf(band));
}

/** A part of a face, between two shares of its height. */
function partOf(
	{ face }: FacePosition,
	{ from, to }: { readonly from: number; readonly to: number },
): PixelBox {
	return { ...face, y: face.y + from * face.height, height: (to - from) * face.height };
}
