import type { Subject } from "../see/subjects.ts";
import { areaOf, type Box, centreOf, clamp, insideOf, largestIn, WHOLE } from "./boxes.ts";
import { coreOf, filled, followSubject, HEAD_HIGH } from "./layouts.ts";
import { personCrop } from "./person-crop.ts";
import { panelCells, relativeAspect } from "./pixel-boxes.ts";
import type { LayoutInput, SceneLayout } from "./scene-layout.ts";

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

/**
 * One panel for each of so many subjects, without a gap: 2 halves, 1 and 2, or 2 by 2. Undefined where there
 * are too few.
 */
export function panels(stage: LayoutInput, count: 2 | 3 | 4): SceneLayout | undefined {
	const largest = [...stage.subjects].sort((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, count);
	if (largest.length < count) return undefined;
	const chosen = inRows(stage.subjects.filter((subject) => largest.includes(subject)));
	const places = panelCells(stage.output, count);
	const parts = chosen.map((subject, at) => {
		const shape = relativeAspect(places[at] ?? stage.output, stage.picture);
		return followSubject(subject, {
			bounds: withHead(cropBoundsOf(subject, stage.subjects), subject, shape),
			shape,
			...closeUp(subject),
		});
	});
	return filled(places, parts);
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
