import { defined } from "../../model/defined.ts";
import type { HeardText } from "../../speech/protocol.ts";
import { spreadWords } from "../../transcripts/cues.ts";
import { spokenInJson } from "../../transcripts/json.ts";
import { inOrder, type Word } from "../transcript/transcript.ts";
import { joinedPieces, type SoundPiece } from "./sound-pieces.ts";

/**
 * The words of what a model of the user's own heard in pieces, with times in the source. Those that it is
 * unsure of are marked; where it does not tell when each word is said, they share the time of their piece.
 */
export function ownWords(
	pieces: readonly SoundPiece[],
	{ heard, durationMs }: { readonly heard: readonly HeardText[]; readonly durationMs: number },
): readonly Word[] {
	const all = pieces.map((piece, at) => ({ piece, words: wordsIn(heard[at], piece.end - piece.begin) }));
	return inOrder(joinedPieces(all), durationMs);
}

function wordsIn(heard: HeardText | undefined, lengthMs: number): readonly Word[] {
	if (heard === undefined || heard.text.trim() === "") return [];
	const words = heard.tokens.map(({ text, begin, end, probability }) =>
		defined({ word: text, start: begin, end, probability }),
	);
	const segment = { start: 0, end: lengthMs / 1000, text: heard.text, words };
	return spokenInJson(JSON.stringify({ segments: [segment] })).flatMap(({ text, begin, end, unsure }) =>
		spreadWords(text, { begin, end }).map((word) => ({ ...word, ...(unsure && { unsure }) })),
	);
}
