import type { PixelBox } from "../compose/pixel-boxes.ts";

/** A picture in a graph: where it goes, and the label it has. */
export interface Labelled {
	readonly at: PixelBox;
	readonly label: string;
}

/**
 * Filters that put pictures beside and above each other where they fill a place without gap or overlap; what
 * the last one gives has no label. Each picture is copied once; laying one over another copies all of them.
 * Undefined where they do not fill it so.
 */
export function stackOf(pictures: readonly Labelled[], place: PixelBox): readonly string[] | undefined {
	const halves = halvesOf(pictures, place, "y") ?? halvesOf(pictures, place, "x");
	if (!halves) return undefined;
	const chains: string[] = [];
	const labels = halves.parts.map(({ inside, room }) => {
		const [only] = inside;
		if (only && inside.length === 1) return isSame(only.at, room) ? only.label : undefined;
		const inner = stackOf(inside, room);
		if (!inner) return undefined;
		const label = `${inside[0]?.label}s`;
		chains.push(...inner.slice(0, -1), `${inner.at(-1)}[${label}]`);
		return label;
	});
	if (labels.includes(undefined)) return undefined;
	return [...chains, `${labels.map((label) => `[${label}]`).join("")}${halves.filter}`];
}

interface Halves {
	readonly filter: "vstack" | "hstack";
	readonly parts: readonly { readonly inside: readonly Labelled[]; readonly room: PixelBox }[];
}

/** The pictures on both sides of the first line that cuts none of them. */
function halvesOf(pictures: readonly Labelled[], place: PixelBox, way: "x" | "y"): Halves | undefined {
	const side = way === "x" ? "width" : "height";
	const starts = pictures.map(({ at }) => at[way]).filter((start) => start > place[way]);
	const line = [...starts]
		.sort((a, b) => a - b)
		.find((start) => pictures.every(({ at }) => at[way] >= start || at[way] + at[side] <= start));
	if (line === undefined) return undefined;
	const before = { ...place, [side]: line - place[way] };
	const after = { ...place, [way]: line, [side]: place[way] + place[side] - line };
	return {
		filter: way === "x" ? "hstack" : "vstack",
		parts: [
			{ inside: pictures.filter(({ at }) => at[way] < line), room: before },
			{ inside: pictures.filter(({ at }) => at[way] >= line), room: after },
		],
	};
}

function isSame(a: PixelBox, b: PixelBox): boolean {
	return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
