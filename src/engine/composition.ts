import { areaOf } from "./boxes.ts";
import { type Composition, fit, full, headsFit, heldByOne, panels, type Stage } from "./layouts.ts";
import type { Size } from "./output-size.ts";
import { shareShape } from "./pixel-boxes.ts";
import type { Scene } from "./scenes.ts";
import { gameplay, overTheShoulder, pictureInPicture, screencastIn, screenFirst } from "./screencast.ts";
import type { Span } from "./spans.ts";
import type { Subject } from "./subjects.ts";
import { type Seat, seatsIn } from "./text-positions.ts";

/** A stretch of the output and how it is put together. */
export interface Staged extends Span {
	readonly composition: Composition;
	/** Who is where in it. Absent: nobody looked. */
	readonly seats?: readonly Seat[];
}

export interface Scenery {
	/** Without a gap; neighbours differ. */
	readonly scenes: readonly Staged[];
	readonly notes: readonly string[];
}

export interface SceneryRequest {
	readonly picture: Size;
	readonly output: Size;
	readonly ratio: string;
	readonly layout: string;
	readonly scenes: readonly Scene[];
	/** Whether somebody looked, and for what. Absent: nothing had to be looked for. */
	readonly looked?: "for faces" | "for movement";
	/** Black bars of the source were cut off: the picture is what is between them. */
	readonly barred?: boolean;
}

/** Cutting off more than this share of the picture would lose what it shows (slides, a second speaker). */
const MOST_CUT = 0.25;
/** What moves and is less tall than this is no speaker to cut a picture down to. */
const TALL = 0.35;
const LARGE = 0.04;
const TALL_FACE = 0.1;
/** A subject that is this much wider than the cut-out is followed by nothing: the whole picture is shown. */
const OVERHANG = 1.1;

/** How each scene of a clip is shown in a layout. Where a scene lacks what the layout shows, Auto decides, and a note says so. */
export function sceneryFor(request: SceneryRequest): Scenery {
	const drawn = request.scenes.map((scene) => {
		const stage = stageOf(request, scene);
		const asked = isAuto(request.layout) ? automatic(stage, request.ratio) : asAsked(stage, request.layout);
		const composition = asked ?? automatic(stage, request.ratio);
		return {
			begin: scene.begin,
			end: scene.end,
			lacking: asked === undefined,
			composition,
			seats: seatsIn(composition, scene.subjects),
		};
	});
	const lacking = drawn.filter((each) => each.lacking).length;
	const scenes = drawn.map(({ begin, end, composition, seats }) => ({ begin, end, composition, seats }));
	return {
		scenes: merged(scenes),
		notes: [
			...(lacking === 0 ? [] : [fallbackNote(request, lacking)]),
			...faceNotes(request),
			...barNotes(request),
		],
	};
}

/** Whether a layout is drawn from what is in the picture, so that somebody has to look. */
export function needsALook(layout: string, picture: Size, output: Size): boolean {
	return isOneOfPanels(layout) || cutShare(picture, output) > 0.005;
}

function isAuto(layout: string): boolean {
	return layout === "Auto" || layout === "";
}

function stageOf({ picture, output, layout, scenes }: SceneryRequest, { subjects, filmed }: Scene): Stage {
	// Where every scene is Fit, all of them are of one size.
	const asOne = layout !== "Fit" || scenes.every((each) => each.filmed === true);
	return { picture, output, subjects, filmed: filmed === true && asOne };
}

/** Undefined where the picture does not hold what the layout shows. */
function asAsked(stage: Stage, layout: string): Composition | undefined {
	if (layout === "Full") return full(stage);
	if (layout === "Fit") return fit(stage);
	if (layout === "Split 2") return panels(stage, 2);
	if (layout === "Trio") return panels(stage, 3);
	if (layout === "Grid 4") return panels(stage, 4);
	const cast = screencastIn(stage.subjects);
	if (!cast) return undefined;
	if (layout === "PiP") return pictureInPicture(stage, cast);
	if (layout === "OTS") return overTheShoulder(stage, cast);
	if (layout === "Screen First") return screenFirst(stage, cast);
	if (layout === "Gameplay A") return gameplay(stage, cast, "A");
	return layout === "Gameplay B" ? gameplay(stage, cast, "B") : undefined;
}

/** Little lost: cut. A screen with one speaker: both. One speaker: cut to them. Two: one above the other. Three or four: a panel each. Else the whole picture. */
function automatic(stage: Stage, ratio: string): Composition {
	const lost = cutShare(stage.picture, stage.output);
	const wholeHeads = headsFit(stage.subjects, shareShape(stage.output, stage.picture));
	if (lost <= MOST_CUT) return wholeHeads ? full(stage) : fit(stage);
	const talking = stage.subjects.filter((subject) => subject.face && isSpeaker(subject));
	const cast = talking.length > 1 ? undefined : screencastIn(stage.subjects);
	if (cast) return ratio === "1:1" ? fit(stage) : screenFirst(stage, cast);
	const speakers = stage.subjects.filter(isSpeaker);
	if (speakers.length !== stage.subjects.length) return fit(stage);
	const [only] = speakers;
	if (
		speakers.length > 1 &&
		speakers.every(({ face }) => face) &&
		heldByOne(speakers, shareShape(stage.output, stage.picture))
	)
		return full(stage);
	if (only?.face && speakers.length === 1) return wholeHeads ? full(stage) : fit(stage);
	if (only && speakers.length === 1)
		return only.box.width <= OVERHANG * (1 - lost) ? full(stage) : fit(stage);
	if (speakers.length === 2 && ratio !== "1:1") return panels(stage, 2) ?? fit(stage);
	return inPanels(stage, speakers) ?? fit(stage);
}

/** Three or four who talk to each other: whole, they would be small. */
function inPanels(stage: Stage, speakers: readonly Subject[]): Composition | undefined {
	const { length } = speakers;
	return (length === 3 || length === 4) && speakers.every(({ face }) => face)
		? panels(stage, length)
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

function fallbackNote({ layout, scenes, looked }: SceneryRequest, lacking: number): string {
	const need = NEEDS[layout];
	if (need === undefined) return `The layout "${layout}" is not known to this engine: Auto is used instead.`;
	const where = lacking === scenes.length ? "in this clip" : "in some scenes";
	const how = looked === "for faces" ? "looking for faces, and for what moves," : "looking for what moves";
	return `The layout "${layout}" shows ${need}, and ${how} found too few ${where}: Auto is used there instead.`;
}

/** Whether faces were used. */
function faceNotes({ looked, scenes }: SceneryRequest): readonly string[] {
	if (looked === undefined) return [];
	if (looked === "for movement")
		return [
			"Layout and cut follow what moves: the model that finds faces is not there (showrun models pull faces).",
		];
	const found = scenes.some(({ subjects }) => subjects.some(({ face }) => face));
	// The same words for every clip: results tell each note once.
	return [
		found
			? "Where faces were found, layout and cut follow them."
			: "In some clips no face was found: there layout and cut follow what moves.",
	];
}

function barNotes({ barred }: SceneryRequest): readonly string[] {
	return barred === true ? ["Black bars that are a part of the source's picture were cut off."] : [];
}

function merged(scenes: readonly Staged[]): readonly Staged[] {
	const apart: Staged[] = [];
	for (const scene of scenes) {
		const last = apart.at(-1);
		if (last && !moves(scene) && JSON.stringify(last.composition) === JSON.stringify(scene.composition))
			apart.splice(-1, 1, {
				...last,
				end: scene.end,
				seats: [...(last.seats ?? []), ...(scene.seats ?? [])],
			});
		else apart.push(scene);
	}
	return apart;
}

/** A camera's moves are timed from the begin of their own scene. */
function moves({ composition }: Staged): boolean {
	return composition.panels.some((panel) => panel.moves);
}
