import type { Piece } from "./pieces.ts";

/** What a WebVTT file shows at once. */
interface Sentence {
	readonly text: string;
	readonly words: readonly Piece[];
}

/**
 * Sentences as a WebVTT file that keeps the time of each word: what a transcript made from it holds is what
 * was put in.
 */
export function vttOf(sentences: readonly Sentence[]): string {
	const cues: { text: string; words: Piece[] }[] = [];
	for (const sentence of sentences) {
		const last = cues.at(-1);
		// A cue that repeats the one before would be read as rolling captions.
		if (last?.text === sentence.text) last.words.push(...sentence.words);
		else cues.push({ text: sentence.text, words: [...sentence.words] });
	}
	return `WEBVTT\n\n${cues.map((cue) => `${cueOf(cue.words)}\n`).join("\n")}`;
}

function cueOf(words: readonly Piece[]): string {
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
