import type { Span } from "../spans.ts";
import { colour, STYLE_FIELDS, stylesOf } from "./ass-styles.ts";
import { canHighlight, orderedRow, type RowOptions } from "./bidi.ts";
import { type Captions, type FontStyle, raisedBy, type Script, type StyledLine } from "./subtitle-script.ts";
import type { TextPosition } from "./text-positions.ts";

/** Texts of one layer push each other away. */
const LAYERS = { Caption: 0, Below: 1, Hook: 2 } as const;
const NEW_ROW = "\\N";

/** Captions and hook text as an .ass script. Nothing that was said can act as an override. */
export function scriptOf(script: Script): string {
	const { output } = script;
	return [
		"[Script Info]\nScriptType: v4.00+\nWrapStyle: 0\nScaledBorderAndShadow: yes\nYCbCr Matrix: TV.709",
		`PlayResX: ${output.width}\nPlayResY: ${output.height}\n`,
		"[V4+ Styles]",
		`Format: ${STYLE_FIELDS.join(", ")}`,
		...stylesOf(script),
		"\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
		...eventsOf(script),
		"",
	].join("\n");
}

function eventsOf(script: Script): readonly string[] {
	const { family, captions, translation, hook } = script;
	const captioned = captions?.lines.flatMap((line) =>
		captionEvents(line, captions, { family, vertical: captionsAt(script, line) }),
	);
	const translated = translation?.lines.map((line) =>
		translationEvent(line, translation, { family, vertical: positionAt(script, line)?.captions ?? 0 }),
	);
	const hooked = hook && hookEvent(hook, { family, vertical: positionAt(script, hook.when)?.hook ?? 0 });
	return [...(captioned ?? []), ...(translated ?? []), ...(hooked === undefined ? [] : [hooked])];
}

function hookEvent(hook: NonNullable<Script["hook"]>, { family, vertical }: LinePlacement): string {
	return event(
		{ style: "Hook", when: hook.when, vertical },
		fontOverride(hook, { family, size: hook.size }) +
			hook.rows.map((row) => orderedRow([escaped(row)], hook)).join(NEW_ROW),
	);
}

/** Text that libass shows as it is: braces would open an override, a backslash a command. */
export function escaped(text: string): string {
	return text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replaceAll("\\", "/")
		.replaceAll("{", "(")
		.replaceAll("}", ")");
}

/** The font of the style and the place of a line. `vertical`: pixels from the edge; 0: as the style says. */
interface LinePlacement {
	readonly family: string;
	readonly vertical: number;
}

/**
 * One event for each word: the line is the same in all of them, only the word being said stands out, so
 * nothing moves.
 */
function captionEvents(
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

function translationEvent(
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
