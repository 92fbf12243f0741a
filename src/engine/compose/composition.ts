import { boxesInPanels, facePositionsIn } from "../captions/face-positions.ts";
import type { SceneFaces } from "../captions/text-positions.ts";
import type { Scene } from "../see/scenes.ts";
import type { Subject } from "../see/subjects.ts";
import type { Span } from "../spans.ts";
import { areaOf } from "./boxes.ts";
import { fit, full, headsFit, heldByOne } from "./layouts.ts";
import type { Size } from "./output-size.ts";
import { panels } from "./panels.ts";
import { relativeAspect } from "./pixel-boxes.ts";
import type { LayoutInput, SceneLayout } from "./scene-layout.ts";
import { gameplay, overTheShoulder, pictureInPicture, screencastIn, screenFirst } from "./screencast.ts";

/** A stretch of the output and how it is put together. */
export interface ComposedScene extends Span {
	readonly layout: SceneLayout;
}

export interface Composition {
	/** Without a gap; neighbours differ. */
	readonly scenes: readonly ComposedScene[];
	/** What texts go by, from cut to cut, also where neighbours are put together alike. */
	readonly shots: readonly SceneFaces[];
	readonly notes: readonly string[];
}

export interface CompositionRequest {
	readonly picture: Size;
	readonly output: Size;
	readonly ratio: string;
	readonly layout: string;
	readonly scenes: readonly Scene[];
	/** Whether somebody looked, and for what. Absent: nothing had to be looked for. */
	readonly lookedFor?: "for faces" | "for movement";
	/** Black bars of the source were cut off: the picture is what is between them. */
	readonly barsRemoved?: boolean;
}

/** Cutting off more than this share of the picture would lose what it shows (slides, a second speaker). */
const MOST_CUT = 0.25;
/** What moves and is less tall than this is no speaker to cut a picture down to. */
const TALL = 0.35;
const LARGE = 0.04;
const TALL_FACE = 0.1;
/** A subject that is this much wider than the cut-out is followed by nothing: the whole picture is shown. */
const OVERHANG = 1.1;

/**
 * How each scene of a clip is shown in a layout. Where a scene lacks what the layout shows, Auto decides, and
 * a note says so.
 */
export function composeScenes(request: CompositionRequest): Composition {
	const drawn = request.scenes.map((scene) => {
		const input = layoutInputFor(request, scene);
		const requested = isAuto(request.layout)
			? automatic(input, request.ratio)
			: requestedLayout(input, request.layout);
		const layout = requested ?? automatic(input, request.ratio);
		return {
			begin: scene.begin,
			end: scene.end,
			lacking: requested === undefined,
			layout,
			shot: shotOf(layout, scene),
		};
	});
	const lacking = drawn.filter((each) => each.lacking).length;
	return {
		scenes: merged(drawn.map(({ begin, end, layout }) => ({ begin, end, layout }))),
		shots: drawn.map(({ shot }) => shot),
		notes: [
			...(lacking === 0 ? [] : [fallbackNote(request, lacking)]),
			...faceNotes(request),
			...barNotes(request),
		],
	};
}

/** What texts go by in a scene that is put together so. */
export function shotOf(layout: SceneLayout, { begin, end, subjects, slideText = [] }: Scene): SceneFaces {
	return {
		begin,
		end,
		faces: facePositionsIn(layout, subjects),
		slideText: boxesInPanels(layout, slideText),
	};
}

/** Whether a layout is drawn from what is in the picture, so that somebody has to look. */
export function needsAnalysis(layout: string, picture: Size, output: Size): boolean {
	return isOneOfPanels(layout) || cutShare(picture, output) > 0.005;
}

function isAuto(layout: string): boolean {
	return layout === "Auto" || layout === "";
}

function layoutInputFor(
	{ picture, output, layout, scenes }: CompositionRequest,
	{ subjects, filmed }: Scene,
): LayoutInput {
	// Where every scene is Fit, all of them are of one size.
	const asOne = layout !== "Fit" || scenes.every((each) => each.filmed === true);
	return { picture, output, subjects, filmed: filmed === true && asOne };
}

/** Undefined where the picture does not hold what the layout shows. */
function requestedLayout(input: LayoutInput, layout: string): SceneLayout | undefined {
	if (layout === "Full") return full(input);
	if (layout === "Fit") return fit(input);
	if (layout === "Split 2") return panels(input, 2);
	if (layout === "Trio") return panels(input, 3);
	if (layout === "Grid 4") return panels(input, 4);
	const cast = screencastIn(input.subjects);
	if (!cast) return undefined;
	if (layout === "PiP") return pictureInPicture(input, cast);
	if (layout === "OTS") return overTheShoulder(input, cast);
	if (layout === "Screen First") return screenFirst(input, cast);
	if (layout === "Gameplay A") return gameplay(input, cast, "A");
	return layout === "Gameplay B" ? gameplay(input, cast, "B") : undefined;
}

/**
 * Little lost: cut. A screen with one speaker: both. One speaker: cut to them. Two: one above the other.
 * Three or four: a panel each. Else the whole picture.
 */
function automatic(input: LayoutInput, ratio: string): SceneLayout {
	const lost = cutShare(input.picture, input.output);
	const wholeHeads = headsFit(input.subjects, relativeAspect(input.output, input.picture));
	if (lost <= MOST_CUT) return wholeHeads ? full(input) : fit(input);
	const talking = input.subjects.filter((subject) => subject.face && isSpeaker(subject));
	const cast = talking.length > 1 ? undefined : screencastIn(input.subjects);
	if (cast) return ratio === "1:1" ? fit(input) : screenFirst(input, cast);
	const speakers = input.subjects.filter(isSpeaker);
	if (speakers.length !== input.subjects.length) return fit(input);
	const [only] = speakers;
	if (
		speakers.length > 1 &&
		speakers.every(({ face }) => face) &&
		heldByOne(speakers, relativeAspect(input.output, input.picture))
	)
		return full(input);
	if (only?.face && speakers.length === 1) return wholeHeads ? full(input) : fit(input);
	if (only && speakers.length === 1)
		return only.crop || only.box.width <= OVERHANG * (1 - lost) ? full(input) : fit(input);
	if (speakers.length === 2 && ratio !== "1:1") return panels(input, 2) ?? fit(input);
	return inPanels(input, speakers) ?? fit(input);
}

/** Three or four who talk to each other: whole, they would be small. */
function inPanels(input: LayoutInput, speakers: readonly Subject[]): SceneLayout | undefined {
	const { length } = speakers;
	return (length === 3 || length === 4) && speakers.every(({ face }) => face)
		? panels(input, length)
		: undefined;
}

/** Somebody large enough to cut a picture down to. */
function isSpeaker({ box, face }: Subject): boolean {
	return face ? face.box.height >= TALL_FACE : box.height >= TALL && areaOf(box) >= LARGE;
}

/** Share of the picture's area that is lost when it is cut to the output's shape. */
function cutShare(picture: Size, output: Size): number {
	const [own, ratio] = [picture.width / picture.height, output.width / output.height];
	return 1 - Math.min(own, ratio) / Math.max(own, ratio);
}

const NEEDS: Readonly<Record<string, string>> = {
	"Split 2": "two people",
	Trio: "three people",
	"Grid 4": "four people",
	PiP: "a speaker in a window of their own",
	OTS: "a speaker in a window of their own",
	"Screen First": "a speaker in a window of their own",
	"Gameplay A": "a player in a window of their own",
	"Gameplay B": "a player in a window of their own",
};

function isOneOfPanels(layout: string): boolean {
	return Object.hasOwn(NEEDS, layout);
}

function fallbackNote({ layout, scenes, lookedFor }: CompositionRequest, lacking: number): string {
	const need = NEEDS[layout];
	if (need === undefined) return `The layout "${layout}" is not known to this engine: Auto is used instead.`;
	const where = lacking === scenes.length ? "in this clip" : "in some scenes";
	const how = lookedFor === "for faces" ? "looking for faces, and for what moves," : "looking for what moves";
	return `The layout "${layout}" shows ${need}, and ${how} found too few ${where}: Auto is used there instead.`;
}

/** Whether faces were used. */
function faceNotes({ lookedFor, scenes }: CompositionRequest): readonly string[] {
	if (lookedFor === undefined) return [];
	if (lookedFor === "for movement")
		return ["Layout and crop follow motion: the face model was not pulled (showrun models pull faces)."];
	const found = scenes.some(({ subjects }) => subjects.some(({ face }) => face));
	// The same words for every clip: results tell each note once.
	return [
		found
			? "Where faces were found, layout and crop follow them."
			: "Some clips show no face: there layout and crop follow motion.",
	];
}

function barNotes({ barsRemoved }: CompositionRequest): readonly string[] {
	return barsRemoved === true ? ["Black bars that are a part of the source's picture were cut off."] : [];
}

function merged(scenes: readonly ComposedScene[]): readonly ComposedScene[] {
	const apart: ComposedScene[] = [];
	for (const scene of scenes) {
		const last = apart.at(-1);
		if (last && !moves(scene) && JSON.stringify(last.layout) === JSON.stringify(scene.layout))
			apart.splice(-1, 1, { ...last, end: scene.end });
		else apart.push(scene);
	}
	return apart;
}

/** A camera's moves are timed from the begin of their own scene. */
function moves({ layout }: ComposedScene): boolean {
	return layout.panels.some((panel) => panel.moves);
}
