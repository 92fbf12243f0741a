import { defined } from "../model/defined.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { sha256 } from "../system/files.ts";
import { isDoubted } from "../transcripts/doubts.ts";
import { doubtedLines, isWithin, piecesIn as spokenPieces } from "../transcripts/json-shapes.ts";
import { marked } from "../transcripts/pieces.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type AskLimits, sendToEndpoint } from "./ask.ts";
import { clean } from "./clean.ts";
import { EndpointFault } from "./endpoint-fault.ts";
import type { Heard, TranscribeRequest } from "./port.ts";

const VERSION = 1;
const LONGEST_WORD_MS = 5_000;
const MOST_WORDS = 200_000;
/** More of the words than this out of their place, and nobody can tell where the others belong. */
const MOST_LOST = 0.2;

/**
 * Sends a sound to a transcription endpoint (`verbose_json`, times of words). Throws `EndpointFault`, also
 * where the times make no sense.
 */
export async function transcribe(
	{
		endpoint,
		answers,
		limits,
	}: { readonly endpoint: Endpoint; readonly answers: AnswerCache; readonly limits: AskLimits },
	request: TranscribeRequest,
	signal: AbortSignal,
): Promise<Heard> {
	const { sound, name, language, durationMs } = request;
	const asked = ["transcription", VERSION, endpoint.url, endpoint.model, sha256(sound), language ?? null];
	return answers.get(
		asked,
		(text) => heardIn(text, request),
		async () => {
			const form = new FormData();
			form.set("model", endpoint.model);
			form.set("response_format", "verbose_json");
			form.append("timestamp_granularities[]", "word");
			form.append("timestamp_granularities[]", "segment");
			if (language !== undefined) form.set("language", language);
			form.set("file", new Blob([new Uint8Array(sound)]), name);
			const whole = new Response(form);
			const body = new Uint8Array(await whole.arrayBuffer());
			// Whoever listens on a machine of their own may take half as long as the sound lasts.
			const patience = {
				...limits,
				answerMs: limits.answerMs + Math.round(durationMs / 2),
				totalMs: limits.totalMs + durationMs,
			};
			return sendToEndpoint(
				{ endpoint, path: "/audio/transcriptions", type: whole.headers.get("content-type") ?? "", body },
				patience,
				signal,
			);
		},
	);
}

interface Piece {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
	readonly unsure?: true;
}

function heardIn(text: string, { durationMs }: TranscribeRequest): Heard {
	const answer = jsonIn(text);
	const doubted = doubtedLines(answer);
	const words = piecesIn(answer.words).map((word) =>
		defined({ ...word, unsure: word.unsure ?? isWithin(word, doubted) }),
	);
	const spoken =
		words.length > 0 ? marked(words, typeof answer.text === "string" ? answer.text : "") : inSegments(answer);
	const language =
		typeof answer.language === "string" && /^[\p{L}-]{2,40}$/u.test(answer.language)
			? { language: answer.language }
			: {};
	const inPlace = ordered(spoken, durationMs);
	if (inPlace.length < (1 - MOST_LOST) * spoken.length)
		throw new EndpointFault("the transcription endpoint gave words at impossible times");
	// An answer without any words is one: nothing may have been said. A text without times is not.
	if (spoken.length === 0 && typeof answer.text === "string" && clean(answer.text) !== "")
		throw new EndpointFault(
			"the transcription endpoint gave no times (it has to know response_format=verbose_json)",
		);
	return { words: inPlace, ...language };
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
	} catch {
		// Said below.
	}
	throw new EndpointFault("the transcription endpoint answered in an unexpected format");
}

function piecesIn(value: unknown): readonly Piece[] {
	const given: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_WORDS) : [];
	return given.flatMap((each): Piece[] => {
		if (typeof each !== "object" || each === null) return [];
		const { start, end, word: said } = each as Readonly<Record<string, unknown>>;
		const text = typeof said === "string" ? clean(said) : "";
		if (typeof start !== "number" || typeof end !== "number" || text === "") return [];
		const times = { begin: Math.round(start * 1000), end: Math.round(end * 1000) };
		return [{ ...times, text, ...(isDoubted({ ...each }) && { unsure: true }) }];
	});
}

/** Some endpoints give words within segments, some give segments alone. */
function inSegments({ segments }: Readonly<Record<string, unknown>>): readonly Piece[] {
	return spokenPieces({ segments }).flatMap(({ begin, end, text, ...doubt }) => {
		const said = clean(text);
		const piece = { begin: Math.round(begin), end: Math.round(end), text: said, ...doubt };
		return said === "" ? [] : spread(piece);
	});
}

/** Words of a segment without times of their own: longer ones take longer. */
function spread({ begin, end, text, ...doubt }: Piece): readonly Piece[] {
	const words = text.split(" ");
	const weight = (word: string) => word.length + 2;
	const whole = words.reduce((sum, word) => sum + weight(word), 0);
	let passed = 0;
	return words.map((word) => {
		const from = begin + Math.round(((end - begin) * passed) / whole);
		passed += weight(word);
		return { begin: from, end: begin + Math.round(((end - begin) * passed) / whole), text: word, ...doubt };
	});
}

/** Words that are where words can be: each after the one before, none past the end. */
function ordered(words: readonly Piece[], durationMs: number): readonly Piece[] {
	const placed: Piece[] = [];
	for (const { begin, end, ...word } of words) {
		const last = placed.at(-1)?.end ?? 0;
		const from = Math.max(begin, last);
		const to = Math.min(Math.max(end, from + 1), from + LONGEST_WORD_MS, durationMs);
		// A little overlap is how endpoints count; more is nonsense.
		if (begin >= 0 && end >= begin && last - begin <= 1_000 && to > from)
			placed.push({ ...word, begin: from, end: to });
	}
	return placed;
}
