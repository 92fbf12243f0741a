import { copyFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { defined } from "../../model/defined.ts";
import { spreadWords } from "../../transcripts/cues.ts";
import type { Size } from "../compose/output-size.ts";
import { hookFor } from "../pick/clip-texts.ts";
import type { FoundClip, LeftOut, RenderRequest } from "../port.ts";
import type { Span } from "../spans.ts";
import { readTranscript } from "../transcript/read-transcript.ts";
import { type Transcript, type Word, wordsWithin } from "../transcript/transcript.ts";
import { scriptOf } from "./ass.ts";
import { type CaptionText, captionsOf, hookOf, safeArea, translationOf } from "./captions.ts";
import { type ChosenFonts, type Fonts, missingLetterNotes } from "./font-choice.ts";
import type { Font } from "./fonts.ts";
import { needsShaping, normalised } from "./scripts.ts";
import { type CaptionStyle, styleOf } from "./styles.ts";
import { heightsOf, type Script } from "./subtitle-script.ts";
import { type SceneFaces, textPositionsFor } from "./text-positions.ts";

/** What is drawn over a clip: an .ass script and the fonts it needs, or nothing. */
export interface Drawing {
	readonly script?: { readonly text: string; readonly fonts: readonly Font[] };
	readonly notes: readonly string[];
	readonly leftOut?: readonly LeftOut[];
}

export interface DrawingRequest {
	readonly request: Pick<RenderRequest, "transcript" | "language" | "caption" | "hook" | "target"> & {
		readonly clip?: Pick<FoundClip, "hook" | "captions">;
	};
	readonly span: Span;
	readonly output: Size;
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

/** Captions and hook text of a clip, as far as a transcript allows. Notes say what was left out. */
export async function drawingFor(given: DrawingRequest): Promise<Drawing> {
	const { request, span } = given;
	if (!request.caption && !request.hook) return { notes: [] };
	const { transcript, why } = await readTranscript(request.transcript, given.durationMs);
	if (!transcript) return withoutWords(request, why ?? "No transcript");
	if (wordsWithin(transcript, span).length === 0)
		return withoutWords(request, "Nothing is said in this clip");
	const texts = textsOf(given, transcript);
	const chosen = await fontsForTexts(given, texts);
	const { style, notes: unknown } = styleOf(request.caption?.style ?? "");
	const all = Object.values(chosen);
	const unsure = request.hook !== undefined && texts.title === "" ? [UNSURE] : [];
	const fonts = new Map(all.flatMap((each) => each.fonts).map((font) => [font.file, font]));
	return {
		script: {
			text: scriptOf(withTextPositions(given, scriptFor(given, texts, { chosen, style }))),
			fonts: [...fonts.values()],
		},
		notes: [
			...(request.caption ? unknown : []),
			...(unsure.length > 0 ? unsure : wishNotes(request)),
			...missingLetterNotes(all),
			...(isMixed(texts.title, chosen.title) ? [MIXED] : []),
			...(await unshaped(given, texts)),
		],
		...(unsure.length > 0 && { leftOut: unsure.map((note) => ({ what: "hook", note }) as const) }),
	};
}

/** The captions, translation and hook text that are asked for, laid out. */
function scriptFor(
	{ request, span, output }: DrawingRequest,
	{ upper, lower, title }: Texts,
	{ chosen, style }: { readonly chosen: FontsOfTexts; readonly style: CaptionStyle },
): Script {
	const canvas = { output, length: span.end - span.begin };
	const hook = {
		text: title,
		fonts: chosen.title.fallback,
		language: request.language,
		atEnd: request.hook?.position === "end",
	};
	return {
		output,
		safe: safeArea(output),
		family: chosen.upper.fonts[0].family,
		...defined({
			captions: request.caption && captionsOf(canvas, { ...upper, fonts: chosen.upper.fallback }, style),
			translation:
				lower.words.length > 0
					? translationOf(canvas, { ...lower, fonts: chosen.lower.fallback })
					: undefined,
			hook: title === "" ? undefined : hookOf(canvas, hook),
		}),
	};
}

/** A script whose texts keep away from faces. */
function withTextPositions({ scenes = [], output }: DrawingRequest, script: Script): Script {
	return {
		...script,
		positions: textPositionsFor(scenes, {
			output,
			safe: script.safe,
			...heightsOf(script),
			...defined({ when: script.hook?.when }),
		}),
	};
}

/** What is written where, with the language of each as far as it is known. */
interface Texts {
	readonly upper: Omit<CaptionText, "fonts">;
	readonly lower: Omit<CaptionText, "fonts">;
	/** The hook text; empty: none. */
	readonly title: string;
}

type FontsOfTexts = Readonly<Record<keyof Texts, ChosenFonts>>;

function textsOf({ request, span }: DrawingRequest, transcript: Transcript): Texts {
	const own = { words: request.caption ? wordsWithin(transcript, span) : [], language: request.language };
	const other = { words: translated(request, span), language: request.target };
	const title = request.hook ? (written(request) ?? hookFor(span, transcript) ?? "") : "";
	const alone = request.caption?.display === "translation" && other.words.length > 0;
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
	const chosenFor = ({ words, language }: Omit<CaptionText, "fonts">) =>
		fonts.choose({ text: normalised(words.map(({ text }) => text).join(" ")), language, signal });
	return {
		upper: await chosenFor(upper),
		lower: await chosenFor(lower),
		title: await fonts.choose({ text: normalised(title), language: request.language, signal }),
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
const MIXED = "No one font draws all of the hook text: letters of its rarer scripts are left out.";
const UNSURE = "No whole sentence of this clip is sure enough to be quoted: the hook text is left out.";
const UNTRANSLATED =
	"There is no translation of what is said: the captions are in the original language only.";

/** The hook text that was written for the clip, where it has the tone that is asked for. */
function written({ clip, hook }: DrawingRequest["request"]): string | undefined {
	return clip?.hook && clip.hook.tone === hook?.style ? clip.hook.text : undefined;
}

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

function wishNotes(request: DrawingRequest["request"]): readonly string[] {
	const { caption, hook, target, clip } = request;
	const untranslated =
		caption &&
		caption.display !== "original" &&
		(target === undefined || clip?.captions?.language !== target);
	return [
		...(untranslated
			? [
					target === undefined
						? "No target language was given: the captions are in the original language only."
						: UNTRANSLATED,
				]
			: []),
		...(hook && written(request) === undefined
			? [
					"The hook text is a sentence from the clip itself: " +
						`no language model wrote one in the tone "${hook.style}".`,
				]
			: []),
	];
}

function withoutWords({ caption, hook }: DrawingRequest["request"], why: string): Drawing {
	const both = caption && hook ? "captions and hook text are" : undefined;
	const note = `${why}: ${both ?? (caption ? "captions are" : "the hook text is")} left out.`;
	const leftOut: LeftOut[] = [
		...(caption ? [{ what: "captions", note } as const] : []),
		...(hook ? [{ what: "hook", note } as const] : []),
	];
	return { notes: [note], leftOut };
}
