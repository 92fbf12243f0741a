import { clockTime } from "../model/clock-time.ts";
import { defined } from "../model/defined.ts";
import { listen } from "./hear/audio.ts";
import { inParallel } from "./io/parallel.ts";
import { part, type Tool } from "./io/tool.ts";
import { candidatesIn, type Lengths, lengthsOf, SHORTEST_MS } from "./pick/candidates.ts";
import { choose } from "./pick/choose.ts";
import { clipTextsFor } from "./pick/clip-texts.ts";
import { reasonsFor } from "./pick/reasons.ts";
import { type Scored, score } from "./pick/score.ts";
import { type Signals, signalsFrom } from "./pick/signals.ts";
import type { Analysis, AnalyzeRequest, FoundClip, Media } from "./port.ts";
import type { Source } from "./probe/source.ts";
import { scanPictures } from "./see/scan.ts";
import { findTranscript } from "./transcript/find-transcript.ts";

const SHORT_SOURCE_MS = 45_000;
const LISTENING = 0.1;
const ENDS_EARLY_MS = 2_000;

/** Finds and ranks the clips of a source. Throws `MediaFault` when it cannot be decoded. */
export async function analyze(source: Source, request: AnalyzeRequest, tool: Tool): Promise<Analysis> {
	const sound = await listen(source, part(tool, 0, LISTENING));
	const watching = (given: Tool) => scanPictures(source, given);
	const [pictures, said] = await inParallel(part(tool, LISTENING, 1), watching, (given) =>
		findTranscript(source, { ...request, sound }, given),
	);
	const durationMs = usableLength(source, pictures.lastMs);
	const signals = signalsFrom({
		durationMs,
		sound,
		pictures,
		transcript: said.transcript,
		voices: said.voices,
	});
	const found = find(signals, request);
	tool.progress(1);
	const notes = [...said.notes, ...sourceNotes(source, signals), ...found.notes];
	const clips = found.scored.map((each) => clipFrom(each, signals, request.title));
	const { file: transcript, origin } = said;
	return defined({ media: mediaOf(source), clips, notes, transcript, origin });
}

/** What a source tells everyone. */
export function mediaOf({ durationMs, width, height, framesPerSecond, hasAudio }: Source): Media {
	return { durationMs, width, height, framesPerSecond, hasAudio };
}

/** A file may promise more than it holds: past the last picture there is nothing to show. */
function usableLength(source: Source, lastMs: number): number {
	const end = Math.ceil(lastMs + 1000 / source.framesPerSecond);
	return source.durationMs - end > ENDS_EARLY_MS ? end : source.durationMs;
}

interface Finding {
	readonly scored: readonly Scored[];
	readonly notes: readonly string[];
}

function find(signals: Signals, request: AnalyzeRequest): Finding {
	const lengths = lengthsOf(request.seconds);
	if (signals.durationMs < SHORTEST_MS)
		return { scored: [], notes: ["The video is shorter than 3 s: there is nothing to cut a clip from."] };
	if (signals.durationMs < lengths.min || signals.durationMs < 2 * SHORTEST_MS)
		return wholeOf(signals, lengths);
	const { candidates, calm } = candidatesIn(signals, lengths);
	const scored = candidates.map((candidate) => score(candidate, signals, lengths));
	const { durationMs } = signals;
	const { chosen, fillers } = choose(
		scored,
		defined({ durationMs, more: request.more, limit: request.limit }),
	);
	const notes = [
		...(calm
			? [
					"Too few pauses and cuts were found: " +
						`some clips begin and end at the ${signals.hasSound ? "quietest" : "calmest"} moments instead.`,
				]
			: []),
		...(fillers > 0 && chosen.length > 1
			? [
					`${fillers === 1 ? "One clip scored" : `${fillers} clips scored`} low and only ` +
						`fill${fillers === 1 ? "s" : ""} up the set.`,
				]
			: []),
	];
	return { scored: chosen, notes };
}

function wholeOf(signals: Signals, lengths: Lengths): Finding {
	const whole = { begin: 0, end: signals.durationMs, startQuality: 1, endQuality: 1 };
	const limits = { min: 0, max: Math.max(lengths.max, signals.durationMs) };
	return {
		scored: [score(whole, signals, limits)],
		notes: [`The video is only ${clockTime(signals.durationMs)} long: it is taken whole, as one clip.`],
	};
}

function sourceNotes(source: Source, signals: Signals): readonly string[] {
	const short = signals.durationMs >= SHORTEST_MS && signals.durationMs < SHORT_SOURCE_MS;
	return [
		...(short ? ["The video is shorter than 45 s: clips of such short sources are seldom good."] : []),
		...(source.hasAudio ? [] : ["The video has no sound: clips are found by cuts and motion alone."]),
		...(signals.durationMs < source.durationMs
			? [
					`The picture ends at ${clockTime(signals.durationMs)}, though the file says it is ` +
						`${clockTime(source.durationMs)} long.`,
				]
			: []),
		...(source.hdr
			? ["The video is HDR: its clips are made in standard colours, with the brightest places rolled off."]
			: []),
	];
}

function clipFrom(scored: Scored, signals: Signals, title: string): FoundClip {
	const words = clipTextsFor(scored, signals.transcript, title);
	return {
		beginMs: scored.begin,
		endMs: scored.end,
		...words,
		score: scored.score,
		parts: scored.parts,
		reasons: reasonsFor(scored, signals),
	};
}
