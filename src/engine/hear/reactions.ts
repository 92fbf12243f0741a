import type { Span } from "../spans.ts";
import { SILENT_DB, type Sound, STEP_MS } from "./audio.ts";
import { silenceOf } from "./speech.ts";

/** Laughter or applause that is heard, and how sure it is, 0 to 1. */
export interface HeardReaction extends Span {
	/** Clapping has no voice in it at all. */
	readonly kind: "applause" | "laughter";
	readonly strength: number;
}

/**
 * Sign changes from which a sound is noise, by how much of it repeats at the pitch of a voice: a room that
 * laughs has some voice in it.
 */
const NOISY = [
	{ rate: 0.16, voice: 0.42 },
	{ rate: 0.24, voice: 0.62 },
	{ rate: 0.32, voice: 0.85 },
] as const;
const LEAST_NOISE = 0.4;
const MOST_VOICE = 0.2;
const CLAPPING = 0.32;
const AUDIBLE_DB = 8;
/** Hissing consonants are shorter; a room that reacts is longer. */
const SHORTEST_MS = 700;
const SURE_MS = 1_600;
/** People stop for breath while they laugh. */
const BREATH_MS = 300;
/** More of a source than this is no reaction but what it sounds like: rain, a machine, a crowd. */
const MOST_SHARE = 0.2;

/** Where a room reacts: noise that is no voice, too long for a consonant. In order. */
export function reactionsIn(sound: Sound | undefined): readonly HeardReaction[] {
	if (!sound) return [];
	const { levels, crossings = [], voiced } = sound;
	const audible = silenceOf(levels) + AUDIBLE_DB;
	const heard = levels.map((level, at): Heard => {
		const [rate = 0, voice = 0] = [crossings[at], voiced?.[at]];
		if ((level ?? SILENT_DB) < audible) return "silence";
		if (NOISY.some((each) => rate >= each.rate && voice < each.voice)) return "noise";
		return "voice";
	});
	const spans = noiseIn(heard).filter(({ begin, end }) => end - begin >= SHORTEST_MS);
	const total = spans.reduce((sum, { begin, end }) => sum + end - begin, 0);
	if (total > MOST_SHARE * levels.length * STEP_MS) return [];
	return spans.map((span) => {
		const voices = voiced?.slice(span.begin / STEP_MS, span.end / STEP_MS) ?? [];
		const voice = voices.reduce((sum, each) => sum + each, 0) / Math.max(1, voices.length);
		const kind = voice < CLAPPING ? "applause" : "laughter";
		return { ...span, kind, strength: Math.min(1, (span.end - span.begin) / SURE_MS) };
	});
}

type Heard = "noise" | "silence" | "voice";

/** Stretches that are mostly noise, with breaths in them, but hardly a voice. */
function noiseIn(heard: readonly Heard[]): readonly Span[] {
	const runs: { begin: number; end: number; noise: number }[] = [];
	heard.forEach((each, step) => {
		if (each !== "noise") return;
		const last = runs.at(-1);
		if (last && (step - last.end) * STEP_MS <= BREATH_MS) {
			last.end = step + 1;
			last.noise += 1;
		} else runs.push({ begin: step, end: step + 1, noise: 1 });
	});
	return runs
		.filter(({ begin, end, noise }) => {
			const voice = heard.slice(begin, end).filter((each) => each === "voice").length;
			return noise >= LEAST_NOISE * (end - begin) && voice <= MOST_VOICE * (end - begin);
		})
		.map(({ begin, end }) => ({ begin: begin * STEP_MS, end: end * STEP_MS }));
}
