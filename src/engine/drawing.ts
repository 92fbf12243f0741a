import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type SafeArea, type Script, scriptOf } from "./ass.ts";
import { captionFont, type Font } from "./fonts.ts";
import { linesOf } from "./lines.ts";
import type { RenderRequest } from "./port.ts";
import type { Size } from "./shape.ts";
import type { Span } from "./spans.ts";
import { styleOf } from "./styles.ts";
import { readTranscript, type Transcript, wordsWithin } from "./transcript.ts";
import { hookFor } from "./words.ts";

/** What is drawn over a clip: an .ass script and the font it needs, or nothing. */
export interface Drawing {
	readonly script?: { readonly text: string; readonly font: Font };
	readonly notes: readonly string[];
}

export interface DrawingRequest {
	readonly request: Pick<RenderRequest, "transcript" | "caption" | "hook">;
	readonly span: Span;
	readonly output: Size;
	/** Of the source. */
	readonly durationMs: number;
}

/** Name of the script in the working folder: plain, because the filter graph has its own rules for signs. */
export const SCRIPT_NAME = "words.ass";
const HOOK_MS = 3_000;
const SMALLEST = 0.5;

/** Captions and hook text of a clip, as far as a transcript allows. Notes say what was left out. */
export async function drawingFor(given: DrawingRequest): Promise<Drawing> {
	const { request, span } = given;
	if (!request.caption && !request.hook) return { notes: [] };
	const { transcript, why } = await readTranscript(request.transcript, given.durationMs);
	if (!transcript) return { notes: [`${why}: ${leftOut(request)} left out.`] };
	if (wordsWithin(transcript, span).length === 0) return { notes: [`Nothing is said in this clip: ${leftOut(request)} left out.`] };
	const font = await captionFont();
	const base = { output: given.output, safe: safeArea(given.output), family: font.family };
	const captions = request.caption ? captionsOf(given, { transcript, font, style: request.caption.style }) : undefined;
	const hook = request.hook ? hookOf(given, transcript, font) : undefined;
	const script = { ...base, ...(captions && { captions: captions.drawn }), ...(hook && { hook }) };
	return { script: { text: scriptOf(script), font }, notes: [...(captions?.notes ?? []), ...wishes(request), ...unreadable(script, font)] };
}

/** Runs work in a folder that holds the script and its font; the folder is gone afterwards. Without a script there is no folder. */
export async function withDrawing(drawing: Drawing, work: (folder: string | undefined) => Promise<void>): Promise<void> {
	if (!drawing.script) return work(undefined);
	const folder = await mkdtemp(join(tmpdir(), "showrun-words-"));
	try {
		await writeFile(join(folder, SCRIPT_NAME), drawing.script.text);
		await copyFile(drawing.script.font.file, join(folder, basename(drawing.script.font.file)));
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

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

interface CaptionWish {
	readonly transcript: Transcript;
	readonly font: Font;
	readonly style: string;
}

function captionsOf(
	{ span, output }: DrawingRequest,
	wish: CaptionWish,
): { readonly drawn: NonNullable<Script["captions"]>; readonly notes: readonly string[] } {
	const { glyphs } = wish.font;
	const { style, notes } = styleOf(wish.style);
	const em = emOf(output);
	const usable = output.width - 2 * safeArea(output).sides;
	const width = (text: string) => em * glyphs.width(style.capitals ? text.toLocaleUpperCase("en") : text);
	const rows = style.emphasis === "none" ? 1.8 : 1;
	const lines = linesOf(wordsWithin(wish.transcript, span), { words: style.words, width, widest: usable * rows, length: span.end - span.begin });
	const size = Math.round(em * glyphs.lineHeight);
	// One word alone may be wider than the safe area.
	const fit = (text: string) => (text.includes(" ") ? size : Math.round(size * Math.max(SMALLEST, Math.min(1, usable / Math.max(1, em * glyphs.width(text))))));
	return { drawn: { lines, style, size, fit }, notes };
}

function hookOf({ span, output, request }: DrawingRequest, transcript: Transcript, font: Font): Script["hook"] {
	const text = hookFor(span, transcript);
	if (text === undefined) return undefined;
	const length = span.end - span.begin;
	const shown = Math.min(HOOK_MS, Math.floor(length / 2));
	const when = request.hook?.position === "end" ? { begin: length - shown, end: length } : { begin: 0, end: shown };
	return { text, when, size: Math.round(emOf(output) * 0.72 * font.glyphs.lineHeight) };
}

function wishes(request: DrawingRequest["request"]): readonly string[] {
	const { caption, hook } = request;
	return [
		...(caption && caption.display !== "original" ? ["Translation is not set up: the captions are in the original language only."] : []),
		...(hook ? [`The hook text is a sentence from the clip itself: writing one in the tone "${hook.style}" needs a language model, which is not set up.`] : []),
	];
}

function unreadable({ captions, hook }: Script, { glyphs }: Font): readonly string[] {
	const text = [...(captions?.lines ?? []).flatMap((line) => line.words.map((word) => word.text)), hook?.text ?? ""].join("");
	const missing = glyphs.missing(text);
	return missing.length === 0 ? [] : [`The caption font lacks some letters of the transcript (${missing.slice(0, 5).join(" ")}): they may show as boxes.`];
}

function leftOut({ caption, hook }: DrawingRequest["request"]): string {
	if (caption && hook) return "captions and hook text are";
	return caption ? "captions are" : "the hook text is";
}
