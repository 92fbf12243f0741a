import { heardFrom, type Signals, signalsFrom } from "../../src/engine/pick/signals.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import type { Transcript, Word } from "../../src/engine/transcript/transcript.ts";

/** A talk whose sentences are said one after the other, with a pause behind each. */
export function talkOf(lines: readonly string[], wordMs = 370, pauseMs = 500): Transcript {
	const words: Word[] = [];
	let at = 1_000;
	for (const line of lines) {
		for (const text of line.split(" ")) {
			words.push({ begin: at, end: at + wordMs - 30, text });
			at += wordMs;
		}
		at += pauseMs;
	}
	return { words, sentences: sentencesOf(words) };
}

/** What is known of a talk without sound and pictures. */
export function signalsOfTalk(transcript: Transcript): Signals {
	const durationMs = (transcript.words.at(-1)?.end ?? 0) + 1_000;
	return signalsFrom({
		durationMs,
		sound: undefined,
		pictures: { cuts: [], motion: [], lastMs: durationMs },
		transcript,
	});
}

/** What its sentences are worth. */
export function ratedOf(transcript: Transcript) {
	const durationMs = (transcript.words.at(-1)?.end ?? 0) + 1_000;
	return heardFrom({ sound: undefined, transcript, durationMs }).rated;
}
