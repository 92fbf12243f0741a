import { copyFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { defined } from "../../model/defined.ts";
import { spreadWords } from "../../transcripts/cues.ts";
import { FRAME_RATE, type Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import { spokenWithin } from "../pick/spoken.ts";
import type { FoundClip, LeftOut, RenderRequest } from "../port.ts";
import type { Span } from "../spans.ts";
import { readTranscript } from "../transcript/read-transcript.ts";
import type { Transcript, Word } from "../transcript/transcript.ts";
import { scriptOf } from "./ass.ts";
import { type CaptionText, captionsOf, hookOf, safeArea, translationOf } from "./captions.ts";
import { captionNotes, hookLeftOut, hookNotes, withoutWords } from "./drawing-notes.ts";
import { type ChosenFonts, type Fonts, missingLetterNotes } from "./font-choice.ts";
import type { Font } from "./fonts.ts";
import { hookTextFor, whyNoHook } from "./hook-text.ts";
import { type Picture, placedScript, type TextScales } from "./placed-script.ts";
import { needsShaping, normalised } from "./scripts.ts";
import { type CaptionStyle, hookColoursOf, inColours, styleOf } from "./styles.ts";
import type { Script } from "./subtitle-script.ts";
import type { SceneFaces } from "./text-positions.ts";

/** What is drawn over a clip: an .ass script and the fonts it needs, and where a logo is. */
export interface Drawing {
	readonly script?: { readonly text: string; readonly fonts: readonly Font[] };
	/** Present where a logo is asked for. */
	readonly logo?: PixelBox;
	readonly notes: readonly string[];
	readonly leftOut?: readonly LeftOut[];
}

export interface DrawingRequest {
	readonly request: Pick<
		RenderRequest,
		"transcript" | "language" | "caption" | "hook" | "target" | "brand"
	> & { readonly clip?: Pick<FoundClip, "hook" | "captions"> };
	readonly span: Span;
	readonly output: Size;
	/** Size of the logo that is asked for, in its own pixels. Absent: none is. */
	readonly logo?: Size;
	/** Who is where in the picture: texts keep away from faces. Absent: unknown. */
	readonly scenes?: readonly SceneFaces[];
	/** Of the source. */
	readonly durationMs: number;
	readonly fonts: Fonts;
	/** Whether the renderer joins letters where a script needs it. */
	readonly shapes: () => Promise<boolean>;
	readonly signal: AbortSignal;
}

/** Name of the script in the working folder: plain, because the filter graph has its own rules for signs. */
export const SCRIPT_NAME = "words.ass";

/** Captions, hook text and logo of a clip, as far as a transcript allows. Notes say what was left out. */
export async function drawingFor(given: DrawingRequest): Promise<Drawing> {
	const { layOut, fonts = [], hook, ...words } = await wordsFor(given);
	const { script, logo, isHookHidden } = placedScript(pictureOf(given), layOut);
	const why = isHookHidden ? HIDING : hook?.why;
	const leftOut = [...(words.leftOut ?? []), ...(why === undefined ? [] : [hookLeftOut(why)])];
	return {
		...defined({ script: script && { text: scriptOf(script), fonts }, logo }),
		notes: [...words.notes, ...(why === undefined ? (hook?.notes ?? []) : [why])],
		...(leftOut.length > 0 && { leftOut }),
	};
}

function pictureOf({ output, span, scenes = [], logo, request: { brand } }: DrawingRequest): Picture {
	return {
		output,
		length: span.end - span.begin,
		scenes,
		...(logo && brand && { logo: { size: logo, corners: brand.place } }),
	};
}

/** What is written, before it has its place. */
interface Written extends Pick<Drawing, "notes" | "leftOut"> {
	/** Lays it out, in letters of such sizes. */
	readonly layOut?: (scales: TextScales) => Script;
	readonly fonts?: readonly Font[];
	/** What there is to say of the hook text, or why there is none. */
	readonly hook?: { readonly notes: readonly string[]; readonly why?: string };
}

async function wordsFor(given: DrawingRequest): Promise<Written> {
	const { request, span } = given;
	if (!request.caption && !request.hook) return { notes: [] };
	const { transcript, why } = await readTranscript(request.transcript, given.durationMs);
	if (!transcript) return withoutWords(request, why ?? "No transcript");
	if (spokenWithin(transcript, span).length === 0)
		return withoutWords(request, "Nothing is said in this clip");
	const texts = textsOf(given, transcript);
	const chosen = await fontsForTexts(given, texts);
	const { style, notes: unknown } = styleOf(request.caption?.style ?? "");
	const all = Object.values(chosen);
	const fonts = new Map(all.flatMap((each) => each.fonts).map((font) => [font.file, font]));
	const coloured = inColours(style, request.brand?.colours);
	return {
		layOut: (scales) => scriptFor(given, texts, { chosen, scales, style: coloured }),
		fonts: [...fonts.values()],
		notes: [
			...(request.caption ? unknown : []),
			...captionNotes(request),
			...missingLetterNotes(all),
			...(await unshaped(given, texts)),
		],
		hook: {
			notes: [...hookNotes(request), ...(isMixed(texts.title, chosen.title) ? [MIXED] : [])],
			...(request.hook && texts.title === "" && { why: whyNoHook(span, transcript) }),
		},
	};
}

/** The captions, translation and hook text that are asked for, laid out. */
function scriptFor(
	{ request, span, output, scenes = [] }: DrawingRequest,
	{ upper, lower, title }: Texts,
	{ chosen, style, scales }: TextStyle,
): Script {
	const canvas = { output, length: span.end - span.begin, cuts: cutsBetween(scenes) };
	const captioned = { scale: scales.captions };
	const hook = {
		text: title,
		fonts: chosen.title.fallback,
		language: request.language,
		atEnd: request.hook?.position === "end",
		scale: scales.hook,
	};
	return {
		output,
		safe: safeArea(output),
		family: chosen.upper.fonts[0].family,
		...defined({
			hookColours: hookColoursOf(request.brand?.colours),
			captions:
				request.caption &&
				captionsOf(canvas, { ...upper, ...captioned, fonts: chosen.upper.fallback }, style),
			translation:
				lower.words.length > 0
					? translationOf(canvas, { ...lower, ...captioned, fonts: chosen.lower.fallback })
					: undefined,
			hook: title === "" ? undefined : hookOf(canvas, hook),
		}),
	};
}

/** When other pictures begin: at the frames that show them first, in whole hundredths of a second. */
function cutsBetween(scenes: readonly SceneFaces[]): readonly number[] {
	return scenes
		.slice(1)
		.map(({ begin }) => 10 * Math.floor((100 * Math.round((begin * FRAME_RATE) / 1000)) / FRAME_RATE));
}

/** What is written where, with the language of each as far as it is known. */
interface Texts {
	readonly upper: Omit<CaptionText, "fonts" | "scale">;
	readonly lower: Omit<CaptionText, "fonts" | "scale">;
	/** The hook text; empty: none. */
	readonly title: string;
}

type FontsOfTexts = Readonly<Record<keyof Texts, ChosenFonts>>;

interface TextStyle {
	readonly chosen: FontsOfTexts;
	readonly style: CaptionStyle;
	readonly scales: TextScales;
}

function textsOf({ request, span }: DrawingRequest, transcript: Transcript): Texts {
	const own = { words: request.caption ? spokenWithin(transcript, span) : [], language: request.language };
	const other = { words: translated(request, span), language: request.target };
	const alone = request.caption?.display === "translation" && other.words.length > 0;
	const title = request.hook
		? hookTextFor({ request, span, transcript, captioned: alone ? [] : own.words })
		: "";
	return { upper: alone ? other : own, lower: alone ? { ...other, words: [] } : other, title };
}

/** Whether letters are left out that another font would have drawn. */
function isMixed(text: string, { fallback, undrawn }: ChosenFonts): boolean {
	const drawn = [...normalised(text)].filter((letter) => !undrawn.includes(letter)).join("");
	return !fallback.isOne(drawn);
}

async function unshaped(
	{ shapes }: DrawingRequest,
	{ upper, lower, title }: Texts,
): Promise<readonly string[]> {
	const text = [...upper.words, ...lower.words].map((word) => word.text).join(" ") + title;
	return needsShaping(text) && !(await shapes()) ? [UNSHAPED] : [];
}

async function fontsForTexts(
	{ fonts, signal, request }: DrawingRequest,
	{ upper, lower, title }: Texts,
): Promise<FontsOfTexts> {
	const wish = { signal, ...defined({ font: request.brand?.font }) };
	const chosenFor = ({ words, language }: Omit<CaptionText, "fonts" | "scale">) =>
		fonts.choose({ text: normalised(words.map(({ text }) => text).join(" ")), language, ...wish });
	return {
		upper: await chosenFor(upper),
		lower: await chosenFor(lower),
		title: await fonts.choose({ text: normalised(title), language: request.language, ...wish }),
	};
}

/** Puts the script and its fonts into a folder; nothing where there is no script. */
export async function putDrawing({ script }: Drawing, folder: string): Promise<void> {
	if (!script) return;
	await writeFile(join(folder, SCRIPT_NAME), script.text);
	for (const { file } of script.fonts) await copyFile(file, join(folder, basename(file)));
}

const UNSHAPED =
	"This ffmpeg was built without HarfBuzz: letters and marks of this script stand beside or over each " +
	"other instead of joining. Use a current ffmpeg for it.";
const HIDING =
	"Wherever the hook text stood beside the captions, it would cover somebody's eyes or mouth: " +
	"the hook text is left out.";
const MIXED = "No one font draws all of the hook text: letters of its rarer scripts are left out.";

/**
 * The words of the translated captions that are asked for, with times relative to the clip; none where there
 * is no such translation.
 */
function translated({ clip, caption, target }: DrawingRequest["request"], span: Span): readonly Word[] {
	if (
		!caption ||
		caption.display === "original" ||
		target === undefined ||
		clip?.captions?.language !== target
	)
		return [];
	return clip.captions.lines.flatMap(({ begin, end, text }) => {
		const times = { begin: Math.max(0, begin - span.begin), end: Math.min(span.end, end) - span.begin };
		return times.end > times.begin ? spreadWords(text, times) : [];
	});
}
