import { hookColoursOf } from "./styles.ts";
import { type Captions, PLATE, raisedBy, type Script } from "./subtitle-script.ts";

/** The fields of a style, in the order in which a style line gives them. */
export const STYLE_FIELDS = [
	...["Name", "Fontname", "Fontsize", "PrimaryColour", "SecondaryColour", "OutlineColour", "BackColour"],
	...["Bold", "Italic", "Underline", "StrikeOut", "ScaleX", "ScaleY", "Spacing", "Angle"],
	...["BorderStyle", "Outline", "Shadow", "Alignment", "MarginL", "MarginR", "MarginV", "Encoding"],
];

const BLACK = "000000";
/** Edges of letters, and of the word in a box, as shares of the font size. */
const EDGE = 1 / 14;
const HEAVY = 1 / 10;
const BOX = 1 / 12;

/** The style lines that the texts of a script need. */
export function stylesOf(script: Script): readonly string[] {
	const { captions, translation, hook } = script;
	return [
		...(captions ? [captionStyle(script, captions)] : []),
		...(captions?.style.emphasis === "box" ? [litStyle(script, captions)] : []),
		...(translation ? [translationStyle(script, translation)] : []),
		...(hook ? [hookStyle(script, hook)] : []),
	];
}

function captionStyle(script: Script, { style, size }: Captions): string {
	const edge = { kind: 1, width: size * (style.heavy ? HEAVY : EDGE), edge: colour(BLACK) };
	const border = style.plate ? { kind: 3, width: size * PLATE, edge: colour(style.plate) } : edge;
	return styleLine("Caption", script, {
		size,
		text: style.text,
		border,
		alignment: 2,
		vertical: script.safe.bottom + raisedBy(script),
	});
}

/** The same words with a box around them: only the word being said has it. */
function litStyle(script: Script, { style, size }: Captions): string {
	const border = { kind: 3, width: size * BOX, edge: colour(style.highlight) };
	return styleLine("Lit", script, {
		size,
		text: style.text,
		border,
		alignment: 2,
		vertical: script.safe.bottom + raisedBy(script),
	});
}

function translationStyle(script: Script, { size }: Captions): string {
	const border = { kind: 1, width: size * HEAVY, edge: colour(BLACK) };
	return styleLine("Below", script, {
		size,
		text: "FFFFFF",
		border,
		alignment: 2,
		vertical: script.safe.bottom,
	});
}

function hookStyle(script: Script, { size, edge = size * PLATE }: NonNullable<Script["hook"]>): string {
	const { text, plate } = script.hookColours ?? hookColoursOf();
	const border = { kind: 3, width: edge, edge: colour(plate) };
	return styleLine("Hook", script, { size, text, border, alignment: 8, vertical: script.safe.top });
}

interface StyleLook {
	readonly size: number;
	readonly text: string;
	readonly border: { readonly kind: number; readonly width: number; readonly edge: string };
	readonly alignment: number;
	readonly vertical: number;
}

function styleLine(name: string, { family, safe }: Script, look: StyleLook): string {
	const { border } = look;
	const colours = [colour(look.text), colour(look.text), border.edge, colour(BLACK, "80")];
	const fixed = "0,0,0,0,100,100,0,0";
	const edge = [border.kind, border.width.toFixed(1), 0];
	const place = [look.alignment, safe.sides, safe.sides, look.vertical, 1];
	return `Style: ${[name, family, look.size, ...colours, fixed, ...edge, ...place].join(",")}`;
}

/** RRGGBB as &HAABBGGRR&. */
export function colour(rgb: string, alpha = "00"): string {
	return `&H${alpha}${rgb.slice(4, 6)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}&`;
}
