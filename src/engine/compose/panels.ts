import type { Subject } from "../see/subjects.ts";
import { areaOf, type Box, centreOf, clamp, insideOf, largestIn, sharedArea, WHOLE } from "./boxes.ts";
import { coreOf, filled, followSubject, HEAD_HIGH } from "./layouts.ts";
import { personCrop } from "./person-crop.ts";
import { panelCells, relativeAspect } from "./pixel-boxes.ts";
import type { LayoutInput, PanelCrop, SceneLayout } from "./scene-layout.ts";

/** Share of the time that somebody stays in their own part of the picture. */
const STAYS = 0.9;
/** Faces whose middles are so many heights apart are in different rows. */
const ROW = 1.1;
/**
 * In a panel, a part is at most so many faces high; but not less than this share of the picture, which would
 * be blurred.
 */
const CLOSE_UP = 4.5;
const LEAST_HIGH = 0.35;
/** Boxes around faces are rough: so much of one is all of it. */
const WHOLE_FACE = 0.95;

/**
 * One panel for each of so many subjects, without a gap: 2 halves, 1 and 2, or 2 by 2, so that nobody is cut
 * or shown twice where that can be. Undefined where there are too few.
 */
export function panels(stage: LayoutInput, count: 2 | 3 | 4): SceneLayout | undefined {
	const largest = [...stage.subjects].sort((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, count);
	if (largest.length < count) return undefined;
	const chosen = inRows(stage.subjects.filter((subject) => largest.includes(subject)));
	const drawn = panelCells(stage.output, count).map((places) =>
		filled(
			places,
			places.flatMap((place, at) => {
				const subject = chosen[at];
				return subject ? [partFor(subject, relativeAspect(place, stage.picture), stage.subjects)] : [];
			}),
		),
	);
	return drawn.reduce((best, each) => (countFaces(each, stage) < countFaces(best, stage) ? each : best));
}

function partFor(subject: Subject, shape: number, all: readonly Subject[]): PanelCrop {
	const bounds = withHead(cropBoundsOf(subject, all), subject, shape);
	return followSubject(subject, { bounds, shape, ...closeUp(subject) });
}

/** How many faces panels show, those that they cut twice: each panel needs but its own. */
function countFaces({ panels: drawn }: SceneLayout, { subjects }: LayoutInput): number {
	const counted = (from: Box, face: Box) => {
		const shown = sharedArea(from, face) / areaOf(face);
		return shown < 1 - WHOLE_FACE ? 0 : shown < WHOLE_FACE ? 2 : 1;
	};
	return drawn.reduce(
		(sum, { from }) => subjects.reduce((all, { face }) => all + (face ? counted(from, face.box) : 0), sum),
		0,
	);
}

/** As one reads: rows from above, each from the left. */
function inRows(subjects: readonly Subject[]): readonly Subject[] {
	const faceOf = ({ face, box }: Subject) => face?.box ?? box;
	const middle = (subject: Subject) => centreOf(faceOf(subject)).y;
	const rows: Subject[][] = [];
	for (const subject of [...subjects].sort((a, b) => middle(a) - middle(b))) {
		const [first] = rows.at(-1) ?? [];
		if (first && middle(subject) < middle(first) + ROW * faceOf(first).height) rows.at(-1)?.push(subject);
		else rows.push([subject]);
	}
	return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x));
}

/** What a panel may show of somebody without showing half of somebody else. */
function cropBoundsOf(subject: Subject, all: readonly Subject[]): Box {
	if (subject.window) return insideOf(subject.window);
	const crop =
		subject.crop ?? personCrop(coreOf(subject), all.filter((each) => each !== subject).map(coreOf));
	const inside = (subject.face?.path ?? []).filter(
		({ x, y }) => x >= crop.x && x <= crop.x + crop.width && y >= crop.y && y <= crop.y + crop.height,
	);
	// Whoever walks over to the other's place is followed there.
	return inside.length >= STAYS * (subject.face?.path.length ?? 0) ? crop : WHOLE;
}

/** A place that holds a part of a shape with the whole head: rather an edge of somebody else than no hair. */
function withHead(place: Box, { face, window }: Subject, shape: number): Box {
	const high = Math.min(1, HEAD_HIGH * (face?.box.height ?? 0), 1 / shape);
	if (window || largestIn(place, shape, centreOf(place)).height >= high) return place;
	const [width, height] = [Math.max(place.width, high * shape), Math.max(place.height, high)];
	const { x, y } = centreOf(place);
	return { x: clamp(x - width / 2, 0, 1 - width), y: clamp(y - height / 2, 0, 1 - height), width, height };
}

/** In a panel of its own a face is not lost. */
function closeUp({ face }: Subject): { readonly highest?: number } {
	return face ? { highest: Math.max(CLOSE_UP * face.box.height, LEAST_HIGH) } : {};
}
