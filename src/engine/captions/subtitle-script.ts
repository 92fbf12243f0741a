import { defined } from "../../model/defined.ts";
import type { Size } from "../compose/output-size.ts";
import type { Span } from "../spans.ts";
import type { CaptionLine } from "./lines.ts";
import type { CaptionStyle } from "./styles.ts";
import type { TextBlocks, TextPosition } from "./text-positions.ts";

/** Where texts may stand, in pixels of the output. */
export interface SafeArea {
	readonly sides: number;
	readonly top: number;
	readonly bottom: number;
}

/** The font a text needs. */
export interface FontStyle {
	readonly family: string;
	readonly size: number;
}

/** A line as it is drawn. */
export interface StyledLine extends CaptionLine {
	readonly font: FontStyle;
	/** How many words stand in each of its rows. */
	readonly rows: readonly number[];
}

/** Lines to show, and how. `size`: of most of them. */
export interface Captions {
	readonly lines: readonly StyledLine[];
	readonly style: CaptionStyle;
	readonly size: number;
	/** Whether they are read from right to left. */
	readonly fromRight: boolean;
}

/** Everything a script needs. Font sizes are as libass counts them. */
export interface Script {
	readonly output: Size;
	readonly safe: SafeArea;
	readonly family: string;
	readonly captions?: Captions;
	/** A translation, below the captions and smaller, each line of at most two rows. */
	readonly translation?: Captions;
	/** `edge`: of its plate around the letters, in pixels. */
	readonly hook?: FontStyle & {
		readonly edge?: number;
		readonly rows: readonly string[];
		readonly when: Span;
		readonly fromRight: boolean;
	};
	/** Colours of the hook text and its plate. Absent: those it has as a rule. */
	readonly hookColours?: { readonly text: string; readonly plate: string };
	/** Where texts stand, where that is not at the edges of the safe area. */
	readonly positions?: readonly TextPosition[];
}

/** Air of a plate around the letters, as a share of the font size. */
export const PLATE = 1 / 7;
/** Air between captions and a translation, in font sizes of that. */
const AIR_ABOVE = 0.2;

/**
 * How high the captions, with a translation below them, and the hook text are at most, and how far their
 * plates reach beyond them, in pixels.
 */
export function heightsOf({
	captions,
	translation,
	hook,
}: Script): Pick<TextBlocks, "captions" | "hook" | "plates"> {
	const rows = Math.max(0, ...(captions?.lines ?? []).map((line) => line.rows.length * line.font.size));
	const raised = raisedBy(defined({ captions, translation }));
	return {
		captions: Math.round(rows) + raised,
		hook: hook ? Math.round((hook.rows.length + 2 * PLATE) * hook.size) : 0,
		plates: { captions: plateOf(captions), hook: hook ? (hook.edge ?? PLATE * hook.size) : 0 },
	};
}

/** How far captions stand above a translation, in pixels. */
export function raisedBy({ captions, translation }: Pick<Script, "captions" | "translation">): number {
	if (!translation) return 0;
	const rows = translation.lines.map(({ font, rows }) => (rows.length + AIR_ABOVE) * font.size);
	return Math.round(Math.max(...rows) + plateOf(captions));
}

function plateOf(captions: Captions | undefined): number {
	return captions?.style.plate ? PLATE * captions.size : 0;
}
