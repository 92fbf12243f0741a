import { wordsIn } from "../../../src/engine/transcript/read-transcript.ts";
import type { Word } from "../../../src/engine/transcript/transcript.ts";
import type { PlantedTalk } from "./planted-talk.ts";
import { srtOf } from "./timeline.ts";
import type { TimedWord } from "./voice.ts";

const LINE_WORDS = 7;
const EARLY_MS = 300;

/**
 * What video sites write by themselves: lines of some words without marks or capitals, each shown until the
 * next comes, all of them 0.3 s early.
 */
export function automaticCaptions({ timeline }: PlantedTalk): readonly Word[] {
	const words = timeline.sentences.flat();
	const lines = Array.from({ length: Math.ceil(words.length / LINE_WORDS) }, (_, at) =>
		words.slice(at * LINE_WORDS, (at + 1) * LINE_WORDS),
	);
	const shown = lines.map((line, at): readonly TimedWord[] => {
		const text = line.map((word) => word.text.toLowerCase().replace(/[^\p{L}\p{N}' ]/gu, "")).join(" ");
		const next = lines[at + 1]?.[0]?.begin ?? timeline.durationMs;
		return [{ text, begin: line[0]?.begin ?? 0, end: next }];
	});
	return wordsIn(
		srtOf(shown, () => -EARLY_MS),
		timeline.durationMs,
	);
}

/** A clean transcript: sentences with their times, as people write them. */
export function cleanSubtitles({ timeline }: PlantedTalk): readonly Word[] {
	return wordsIn(srtOf(timeline.sentences), timeline.durationMs);
}
