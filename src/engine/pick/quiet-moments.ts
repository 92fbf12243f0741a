import { STEP_MS } from "../hear/audio.ts";
import { lastFrom } from "../spans.ts";
import type { Signals } from "./signals.ts";

/**
 * With a transcript the nearest moment between two words; else the quietest step nearby; without sound the
 * calmest second.
 */
export function quietest({ sound, transcript, pictures }: Signals, around: number, reachMs: number): number {
	const word = transcript && lastFrom(transcript.words, around);
	if (word && around < word.end) return word.end;
	const from = Math.floor((around - reachMs) / STEP_MS);
	const near = sound?.levels.slice(from, from + (2 * reachMs) / STEP_MS) ?? [];
	if (near.length === 0) return calmest(pictures.motion, around, reachMs);
	return (from + near.indexOf(Math.min(...near))) * STEP_MS;
}

function calmest(motion: readonly number[], around: number, reachMs: number): number {
	const from = Math.floor((around - reachMs) / 1000);
	const near = motion.slice(from, from + (2 * reachMs) / 1000);
	return near.length === 0 ? around : (from + near.indexOf(Math.min(...near))) * 1000;
}
