import type { Piece } from "./pieces.ts";
import { UNSPACED } from "./unspaced.ts";

/** What a WebVTT file shows at once. */
interface Sentence {
	readonly text: string;
	readonly words: readonly Piece[];
}

/**
 * What a transcript says of itself that was recognised and corrected by nobody; without it, people vouch for
 * the words.
 */
const RECOGNISED = "NOTE Recognised by a machine, not corrected.";
const HELP = `Words in <c.unsure>...</c> were recognised with little confidence: no title, hook or tag uses them.
Correct them, take the marks away, and delete this note once all is right.`;

/** Whether a WebVTT text says that it was recognised and corrected by nobody. */
export function isRecognised(text: string): boolean {
	return text.slice(0, 2_000).includes(RECOGNISED);
}

/**
 * Sentences as a WebVTT file that keeps the time of each word: what a transcript made from it holds is what
 * was put in. `origin`: who vouches for the words.
 */
export function vttOf(sentences: readonly Sentence[], origin: "known" | "recognised" = "known"): string {
	const cues: { text: string; words: Piece[] }[] = [];
	for (const sentence of sentences) {
		const last = cues.at(-1);
		// A cue that repeats the one before would be read as rolling captions.
		if (last?.text === sentence.text) last.words.push(...sentence.words);
		else cues.push({ text: sentence.text, words: [...sentence.words] });
	}
	const note = origin === "recognised" ? `${RECOGNISED}\n${HELP}\n\n` : "";
	return `WEBVTT\n\n${note}${cues.map((cue) => `${cueOf(cue.words)}\n`).join("\n")}`;
}

/**
 * A WebVTT text as people correct it: without the time of each word, which is heard anew, and with one mark
 * around unsure words that follow each other.
 */
export function correctable(text: string): string {
	return text
		.replace(/<(?:\d{1,3}:)?\d{1,2}:\d{1,2}\.\d{1,3}>/g, "")
		.replace(/<\/c>(\s*)<c\.unsure>/g, "$1")
		.replace(new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, "gu"), "");
}

function cueOf(words: readonly Piece[]): string {
	const timed = words.map(
		({ begin, end, text, unsure }) =>
			`<${stamp(begin)}>${unsure ? `<c.unsure>${escaped(text)}</c>` : escaped(text)}<${stamp(end)}>`,
	);
	return `${stamp(words[0]?.begin ?? 0)} --> ${stamp(words.at(-1)?.end ?? 0)}\n${timed.join(" ")}`;
}

function stamp(ms: number): string {
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}

function escaped(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
