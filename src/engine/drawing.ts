import { copyFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Captions, type SafeArea, type Script, scriptOf } from "./ass.ts";

import { spread } from "./cues.ts";
import { captionFont, type Font, systemFonts } from "./fonts.ts";
import { byScript, type Lettering, letteringWith } from "./lettering.ts";
import { linesOf } from "./lines.ts";
import type { FoundClip, RenderRequest } from "./port.ts";
import type { Size } from "./shape.ts";
import type { Span } from "./spans.ts";
import { styleOf } from "./styles.ts";
import { readTranscript, type Word, wordsWithin } from "./transcript.ts";
import { hookFor } from "./words.ts";

/** What is drawn over a clip: an .ass script and the fonts it needs, or nothing. */
export interface Drawing {
	readonly script?: { readonly text: string; readonly fonts: readonly Font[] };
	readonly notes: readonly string[];
}

export interface DrawingRequest {
	readonly request: Pick<RenderRequest, "transcript" | "caption" | "hook" | "target"> & { readonly clip?: Pick<FoundClip, "hook" | "captions"> };
	readonly span: Span;
	readonly output: Size;
	/** Of the source. */
	readonly durationMs: number;
	readonly signal: AbortSignal;
}

/** Name of the script in the working folder: plain, because the filter graph has its own rules for signs. */
export const SCRIPT_NAME = "words.ass";
const HOOK_MS = 3_000;
const SMALLEST = 0.4;
const HOOK_SHARE = 0.78;
const BELOW_SHARE = 0.6;
const WORDS_BELOW = 14;

/** Captions and hook text of a clip, as far as a transcript allows. Notes say what was left out. */
export async function drawingFor(given: DrawingRequest): Promise<Drawing> {
	const { request, span } = given;
	if (!request.caption && !request.hook) return { notes: [] };
	const { transcript, why } = await readTranscript(request.transcript, given.durationMs);
	if (!transcript) return { notes: [`${why}: ${leftOut(request)} left out.`] };
	if (wordsWithin(transcript, span).length === 0) return { notes: [`Nothing is said in this clip: ${leftOut(request)} left out.`] };
	const hook = request.hook ? (written(request) ?? hookFor(span, transcript)) : undefined;
	const words = request.caption ? wordsWithin(transcript, span) : [];
	const other = translated(request, span);
	const [upper, lower] = request.caption?.display === "translation" && other.length > 0 ? [other, []] : [words, other];
	const letters = [...upper, ...lower].map((word) => word.text);
	const { lettering, fonts, notes } = await letteringFor([...letters, hook ?? ""].join(" "), given.signal);
	const captions = request.caption ? captionsOf(given, { words: upper, lettering, style: request.caption.style }) : undefined;
	const title = hook === undefined ? undefined : hookOf(given, lettering.clean(hook).trim(), lettering);
	const base = { output: given.output, safe: safeArea(given.output), family: fonts[0].family };
	const below = lower.length > 0 ? { below: belowOf(given, lower, lettering) } : {};
	const script = { ...base, ...(captions && { captions: captions.drawn }), ...below, ...(title && { hook: title }) };
	return { script: { text: scriptOf(script), fonts }, notes: [...(captions?.notes ?? []), ...wishes(request), ...notes] };
}

/** Puts the script and its fonts into a folder; nothing where there is no script. */
export async function putDrawing({ script }: Drawing, folder: string): Promise<void> {
	if (!script) return;
	await writeFile(join(folder, SCRIPT_NAME), script.text);
	for (const { file } of script.fonts) await copyFile(file, join(folder, basename(file)));
}

const UNTRANSLATED = "There is no translation of what is said: the captions are in the original language only.";

/** Where platforms put no buttons and no text of their own. */
function safeArea({ width, height }: Size): SafeArea {
	const shape = width / height;
	const [top, bottom] = shape < 0.65 ? [0.14, 0.24] : shape < 0.9 ? [0.09, 0.16] : [0.08, 0.1];
	return { sides: Math.round(width * 0.1), top: Math.round(height * top), bottom: Math.round(height * bottom) };
}

/** Em height that reads well on a telephone, in pixels. */
function emOf({ width, height }: Size): number {
	return Math.round(Math.min(width * 0.07, height * 0.06));
}

/** Fonts for all letters of a text, as far as this machine has them, and a note on those it has none for. */
async function letteringFor(text: string, signal: AbortSignal) {
	const font = await captionFont();
	const others = await systemFonts(font.glyphs.missing(text), signal);
	const fonts: readonly [Font, ...Font[]] = [font, ...others];
	const missing = font.glyphs.missing(text).filter((letter) => others.every((other) => other.glyphs.missing(letter).length > 0));
	const groups = [...byScript(missing)].map(([script, letters]) => `${script} (${letters.slice(0, 3).join(" ")})`);
	const notes =
		groups.length === 0 ? [] : [`No font on this machine draws ${groups.join(", ")}: these letters are left out. Install one, Noto Sans for example.`];
	return { lettering: letteringWith(font, others), fonts, notes };
}

interface CaptionWish {
	readonly words: readonly Word[];
	readonly lettering: Lettering;
	readonly style: string;
}

function captionsOf(
	{ span, output }: DrawingRequest,
	{ words, lettering, style: id }: CaptionWish,
): { readonly drawn: NonNullable<Script["captions"]>; readonly notes: readonly string[] } {
	const { style, notes } = styleOf(id);
	const em = emOf(output);
	const usable = output.width - 2 * safeArea(output).sides;
	const width = (text: string) => em * lettering.fontFor(text).glyphs.width(style.capitals ? text.toLocaleUpperCase("en") : text);
	const rows = style.emphasis === "none" ? 1.8 : 1;
	const drawable = words.map((word) => ({ ...word, text: lettering.clean(word.text) })).filter((word) => word.text.trim() !== "");
	const lines = linesOf(drawable, { words: style.words, width, widest: usable * rows, length: span.end - span.begin });
	const size = (text: string) => Math.round(em * lettering.fontFor(text).glyphs.lineHeight);
	const dress = (text: string) => {
		// One word alone may be wider than the safe area.
		const share = breaks(text) ? 1 : Math.max(SMALLEST, Math.min(1, usable / Math.max(1, width(text))));
		return { family: lettering.fontFor(text).family, size: Math.round(size(text) * share) };
	};
	return { drawn: { lines, style, size: size("x"), dress }, notes };
}

/** The translation stands still, sentence by sentence in lines of two rows. */
function belowOf({ span, output }: DrawingRequest, words: readonly Word[], lettering: Lettering): Captions {
	const em = emOf(output) * BELOW_SHARE;
	const usable = output.width - 2 * safeArea(output).sides;
	const width = (text: string) => em * lettering.fontFor(text).glyphs.width(text);
	const drawable = words.map((word) => ({ ...word, text: lettering.clean(word.text) })).filter((word) => word.text.trim() !== "");
	const lines = linesOf(drawable, { words: WORDS_BELOW, width, widest: usable * 1.8, length: span.end - span.begin });
	const dress = (text: string) => ({ family: lettering.fontFor(text).family, size: Math.round(em * lettering.fontFor(text).glyphs.lineHeight) });
	return { lines, style: styleOf("temp-7").style, size: dress("x").size, dress };
}

function hookOf({ span, output, request }: DrawingRequest, text: string, lettering: Lettering): Script["hook"] {
	if (text === "") return undefined;
	const length = span.end - span.begin;
	const shown = Math.min(HOOK_MS, Math.floor(length / 2));
	const when = request.hook?.position === "end" ? { begin: length - shown, end: length } : { begin: 0, end: shown };
	const { family, glyphs } = lettering.fontFor(text);
	const em = emOf(output) * HOOK_SHARE;
	const usable = output.width - 2 * safeArea(output).sides;
	const widest = Math.max(...text.split(/\s+/).map((word) => em * glyphs.width(word)));
	return { text, when, family, size: Math.round(em * glyphs.lineHeight * Math.max(SMALLEST, Math.min(1, usable / widest))) };
}

function breaks(text: string): boolean {
	return /\s/.test(text);
}

/** The hook text that was written for the clip, where it has the tone that is asked for. */
function written({ clip, hook }: DrawingRequest["request"]): string | undefined {
	return clip?.hook && clip.hook.tone === hook?.style ? clip.hook.text : undefined;
}

/** The words of the translated captions that are asked for, with times relative to the clip; none where there is no such translation. */
function translated({ clip, caption, target }: DrawingRequest["request"], span: Span): readonly Word[] {
	if (!caption || caption.display === "original" || target === undefined || clip?.captions?.language !== target) return [];
	return clip.captions.lines.flatMap(({ begin, end, text }) => {
		const times = { begin: Math.max(0, begin - span.begin), end: Math.min(span.end, end) - span.begin };
		return times.end > times.begin ? spread(text, times) : [];
	});
}

function wishes(request: DrawingRequest["request"]): readonly string[] {
	const { caption, hook, target, clip } = request;
	const untranslated = caption && caption.display !== "original" && (target === undefined || clip?.captions?.language !== target);
	return [
		...(untranslated ? [target === undefined ? "No target language was given: the captions are in the original language only." : UNTRANSLATED] : []),
		...(hook && written(request) === undefined
			? [`The hook text is a sentence from the clip itself: no language model wrote one in the tone "${hook.style}".`]
			: []),
	];
}

function leftOut({ caption, hook }: DrawingRequest["request"]): string {
	if (caption && hook) return "captions and hook text are";
	return caption ? "captions are" : "the hook text is";
}
