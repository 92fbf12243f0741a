import { canHighlight, orderedRow, type RowOptions } from "./bidi.ts";
import type { Line } from "./lines.ts";
import type { Size } from "./output-size.ts";
import type { Span } from "./spans.ts";
import type { CaptionStyle } from "./styles.ts";
import type { TextPosition } from "./text-positions.ts";

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
export interface StyledLine extends Line {
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
	/** Where texts stand, where that is not at the edges of the safe area. */
	readonly positions?: readonly TextPosition[];
}

const BLACK = "000000";
/** Edges of letters, of the word in a box, and of plates, as parts of the font size. */
const EDGE = 1 / 14;
const HEAVY = 1 / 10;
const BOX = 1 / 12;
const PLATE = 1 / 7;
/** Texts of one layer push each other away. */
const LAYERS = { Caption: 0, Below: 1, Hook: 2 } as const;
const NEW_ROW = "\\N";
/** Room for a translation of two rows, in its own font sizes. */
const ROWS_BELOW = 2.2;

/** Captions and hook text as an .ass script. Nothing that was said can act as an override. */
export function scriptOf(script: Script): string {
	const { output, captions, translation, hook } = script;
	const styles = [
		...(captions ? [captionStyle(script, captions)] : []),
		...(captions?.style.emphasis === "box" ? [litStyle(script, captions)] : []),
		...(translation ? [translationStyle(script, translation)] : []),
		...(hook ? [hookStyle(script, hook)] : []),
	];
	const events = [
		...(captions
			? captions.lines.flatMap((line) =>
					eventsOf(line, captions, { family: script.family, vertical: captionsAt(script, line) }),
				)
			: []),
		...(translation
			? translation.lines.map((line) =>
					stillOf(line, translation, {
						family: script.family,
						vertical: positionAt(script, line)?.captions ?? 0,
					}),
				)
			: []),
		...(hook
			? [
					event(
						{ style: "Hook", when: hook.when, vertical: positionAt(script, hook.when)?.hook ?? 0 },
						fontOverride(hook, { family: script.family, size: hook.size }) +
							hook.rows.map((row) => orderedRow([escaped(row)], hook)).join(NEW_ROW),
					),
				]
			: []),
	];
	return [
		"[Script Info]\nScriptType: v4.00+\nWrapStyle: 0\nScaledBorderAndShadow: yes\nYCbCr Matrix: TV.709",
		`PlayResX: ${output.width}\nPlayResY: ${output.height}\n`,
		"[V4+ Styles]",
		"Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding",
		...styles,
		"\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
		...events,
		"",
	].join("\n");
}

/** Text that libass shows as it is: braces would open an override, a backslash a command. */
export function escaped(text: string): string {
	return text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replaceAll("\\", "/")
		.replaceAll("{", "(")
		.replaceAll("}", ")");
}

/** One event for each word: the line is the same in all of them, only the word being said stands out, so nothing moves. */
function eventsOf(
	line: StyledLine,
	captions: Captions,
	{ family, vertical }: LinePlacement,
): readonly string[] {
	const { style, size, fromRight } = captions;
	const texts = line.words.map((word) => escaped(word.text));
	const override = fontOverride(line.font, { family, size });
	if (style.emphasis === "none" || !canHighlight(texts, captions))
		return [event({ style: "Caption", when: line, vertical }, override + joinRows(line, texts, captions))];
	const lit = { ...captions, override };
	return line.words.map((word, at) => {
		const when = { begin: at === 0 ? line.begin : word.begin, end: line.words[at + 1]?.begin ?? line.end };
		return event(
			{ style: "Caption", when, vertical },
			override +
				joinRows(line, texts, {
					fromRight,
					decorate: (text, other) => (other === at ? emphasised(text, lit) : text),
				}),
		);
	});
}

function stillOf(
	line: StyledLine,
	{ size, fromRight }: Captions,
	{ family, vertical }: LinePlacement,
): string {
	const texts = line.words.map((word) => escaped(word.text));
	return event(
		{ style: "Below", when: line, vertical },
		fontOverride(line.font, { family, size }) + joinRows(line, texts, { fromRight }),
	);
}

/** The words of a line, row by row. */
function joinRows(
	{ rows }: StyledLine,
	texts: readonly string[],
	{ fromRight, decorate }: RowOptions,
): string {
	let first = 0;
	const parts = rows.map((count) => {
		const start = first;
		first += count;
		return orderedRow(texts.slice(start, first), {
			fromRight,
			...(decorate && { decorate: (text, at) => decorate(text, start + at) }),
		});
	});
	return parts.join(NEW_ROW);
}

/** The override that changes the style's font to the one a text needs. */
function fontOverride({ family, size }: FontStyle, style: FontStyle): string {
	const changes = [
		...(family === style.family ? [] : [`\\fn${family}`]),
		...(size === style.size ? [] : [`\\fs${size}`]),
	];
	return changes.length === 0 ? "" : `{${changes.join("")}}`;
}

/** Only colours, boxes and underlines: another size or weight would move the words beside it. */
function emphasised(
	text: string,
	{ style, override }: Pick<Captions, "style"> & { readonly override: string },
): string {
	if (style.emphasis === "underline") return `{\\u1}${text}{\\u0}`;
	if (style.emphasis === "box") return `{\\rLit}${override}${text}{\\r}${override}`;
	return `{\\1c${colour(style.highlight)}}${text}{\\1c${colour(style.text)}}`;
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
	const border = { kind: 3, width: edge, edge: colour("FFFFFF") };
	return styleLine("Hook", script, { size, text: "101216", border, alignment: 8, vertical: script.safe.top });
}

interface StyleLook {
	readonly size: number;
	readonly text: string;
	readonly border: { readonly kind: number; readonly width: number; readonly edge: string };
	readonly alignment: number;
	readonly vertical: number;
}

function styleLine(name: string, { family, safe }: Script, look: StyleLook): string {
	const colours = [colour(look.text), colour(look.text), look.border.edge, colour(BLACK, "80")];
	const fixed = "0,0,0,0,100,100,0,0";
	return `Style: ${[name, family, look.size, ...colours, fixed, look.border.kind, look.border.width.toFixed(1), 0, look.alignment, safe.sides, safe.sides, look.vertical, 1].join(",")}`;
}

/** Where somebody's words stand. `vertical`: pixels from the edge; 0: as the style says. */
interface LinePlacement {
	readonly family: string;
	readonly vertical: number;
}

/** How high the captions, with a translation below them, and the hook text are at most, in pixels. */
export function heightsOf({ captions, translation, hook, ...script }: Script): {
	readonly captions: number;
	readonly hook: number;
} {
	const rows = Math.max(0, ...(captions?.lines ?? []).map((line) => line.rows.length * line.font.size));
	const raised = raisedBy({ ...script, ...(captions && { captions }), ...(translation && { translation }) });
	return {
		captions: Math.round(rows) + raised,
		hook: hook ? Math.round((hook.rows.length + 2 * PLATE) * hook.size) : 0,
	};
}

/** How far captions stand above a translation, in pixels. */
function raisedBy({ captions, translation }: Script): number {
	if (!translation) return 0;
	const plate = captions?.style.plate ? PLATE * captions.size : 0;
	return Math.round(ROWS_BELOW * Math.max(...translation.lines.map(({ font }) => font.size)) + plate);
}

function captionsAt(script: Script, when: Span): number {
	const position = positionAt(script, when);
	return position ? position.captions + raisedBy(script) : 0;
}

/** Of several stretches that something is shown in, the one it is shown in longest. */
function positionAt({ positions = [] }: Script, { begin, end }: Span): TextPosition | undefined {
	const within = (position: TextPosition) => Math.min(end, position.end) - Math.max(begin, position.begin);
	return positions.reduce<TextPosition | undefined>(
		(most, position) => (within(position) > (most ? within(most) : 0) ? position : most),
		undefined,
	);
}

function event(
	{
		style,
		when,
		vertical,
	}: { readonly style: keyof typeof LAYERS; readonly when: Span; readonly vertical: number },
	text: string,
): string {
	return `Dialogue: ${LAYERS[style]},${time(when.begin)},${time(when.end)},${style},,0,0,${vertical},,${text}`;
}

/** `h:mm:ss.cc`: the format counts in hundredths. */
function time(ms: number): string {
	const hundredths = Math.round(ms / 10);
	const pad = (value: number) => String(value).padStart(2, "0");
	return `${Math.floor(hundredths / 360_000)}:${pad(Math.floor(hundredths / 6_000) % 60)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

/** RRGGBB as &HAABBGGRR&. */
function colour(rgb: string, alpha = "00"): string {
	return `&H${alpha}${rgb.slice(4, 6)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}&`;
}
