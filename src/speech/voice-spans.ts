import { SAMPLE_RATE, VOICE_SAMPLES } from "./protocol.ts";

/** A stretch in which somebody speaks, in whole milliseconds. */
export interface Voice {
	readonly begin: number;
	readonly end: number;
}

const PIECE_MS = (VOICE_SAMPLES * 1000) / SAMPLE_RATE;
/** A voice begins where it is likely and ends where it has become unlikely. */
const LIKELY = 0.5;
const UNLIKELY = 0.35;
const SHORTEST_MS = 200;
const BREATH_MS = 250;
/** The model hears a voice a little late, and lets go of it early. */
const AROUND_MS = 40;

/**
 * Where somebody speaks, from how likely each piece of a sound is a voice. Too short to be a word is left
 * out, a breath does not end a voice.
 */
export function voicesIn(shares: readonly number[]): readonly Voice[] {
	const voices: { begin: number; end: number }[] = [];
	let open: number | undefined;
	for (let at = 0; at <= shares.length; at += 1) {
		const share = shares[at] ?? 0;
		if (open === undefined && share >= LIKELY) open = at;
		if (open === undefined || (share >= UNLIKELY && at < shares.length)) continue;
		add(voices, {
			begin: Math.max(0, Math.round(open * PIECE_MS) - AROUND_MS),
			end: Math.round(at * PIECE_MS) + AROUND_MS,
		});
		open = undefined;
	}
	return voices.filter(({ begin, end }) => end - begin >= SHORTEST_MS);
}

function add(voices: { begin: number; end: number }[], voice: Voice): void {
	const last = voices.at(-1);
	if (last && voice.begin - last.end < BREATH_MS) last.end = voice.end;
	else voices.push({ ...voice });
}
