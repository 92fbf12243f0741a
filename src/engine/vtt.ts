import { sentencesOf } from "./sentences.ts";
import type { Word } from "./transcript.ts";

/**
 * Words as a WebVTT file that keeps the time of each: what a transcript made from it holds is what was put
 * in.
 */
export function vttOf(words: readonly Word[]): string {
	const cues: { text: string; words: Word[] }[] = [];
	for (const sentence of sentencesOf(words)) {
		const last = cues.at(-1);
		// A cue that repeats the one before would be read as rolling captions.
		if (last?.text === sentence.text) last.words.push(...sentence.words);
		else cues.push({ text: sentence.text, words: [...sentence.words] });
	}
	return `WEBVTT\n\n${cues.map((cue) => `${cueOf(cue.words)}\n`).join("\n")}`;
}

function cueOf(words: readonly Word[]): string {
	const timed = words.map(({ begin, end, text }) => `<${stamp(begin)}>${escaped(text)}<${stamp(end)}>`);
	return `${stamp(words[0]?.begin ?? 0)} --> ${stamp(words.at(-1)?.end ?? 0)}\n${timed.join(" ")}`;
}

function stamp(ms: number): string {
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}

function escaped(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
