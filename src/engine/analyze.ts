import { clockTime } from "../model/clock-time.ts";
import { defined } from "../model/defined.ts";
import { vttOf } from "../transcripts/vtt.ts";
import { listen } from "./hear/audio.ts";
import { inParallel } from "./io/parallel.ts";
import { part, type Tool } from "./io/tool.ts";
import { type AddedMoment, addedReasons } from "./pick/added-clips.ts";
import { SHORTEST_MS } from "./pick/candidates.ts";
import { clipTextsFor } from "./pick/clip-texts.ts";
import { type FoundMoments, pickClips, rateMoments } from "./pick/find-clips.ts";
import { reasonsFor } from "./pick/reasons.ts";
import type { Scored } from "./pick/score.ts";
import { type Signals, signalsFrom } from "./pick/signals.ts";
import { languageOf } from "./pick/stop-words.ts";
import type { Analysis, AnalyzeRequest, FoundClip } from "./port.ts";
import { mediaOf, type Source } from "./probe/source.ts";
import { withSecondOpinion } from "./second-opinion.ts";
import { scanPictures } from "./see/scan.ts";
import { lookFor } from "./speech/look-for.ts";
import { unknownWords } from "./speech/spoken-words.ts";
import { type FoundTranscript, findTranscript } from "./transcript/find-transcript.ts";

const SHORT_SOURCE_MS = 45_000;
/** Share of the time until words are listened to, where somebody can, and where nobody does. */
const BEFORE_WORDS = 0.3;
const ALONE = 0.95;
const ENDS_EARLY_MS = 2_000;

/** Finds and ranks the clips of a source. Throws `MediaFault` when it cannot be decoded. */
export async function analyze(source: Source, request: AnalyzeRequest, tool: Tool): Promise<Analysis> {
	const first = tool.recognition || tool.transcribe ? BEFORE_WORDS : ALONE;
	const [pictures, sound] = await inParallel(
		part(tool, 0, first),
		(given) => scanPictures(source, given),
		(given) => listen(source, given),
	);
	// Whoever hears words takes the most memory: it begins once the pictures are seen.
	const said = await findTranscript(source, { ...request, sound }, part(tool, first, 1));
	const durationMs = usableLength(source, pictures.lastMs);
	const signals = signalsFrom({
		durationMs,
		sound,
		pictures,
		transcript: said.transcript,
		voices: said.voices,
	});
	const found = await chosen(source, { request, signals, said }, tool);
	tool.progress(1);
	const notes = [...said.notes, ...sourceNotes(source, signals), ...found.notes];
	const clips = found.scored.map((each) => clipFrom(each, signals, request.title));
	const { origin } = said;
	// Captions are drawn by the times that clips are cut by.
	const transcript = signals.isTimed
		? said.file
		: signals.transcript && vttOf(signals.transcript.sentences, origin);
	const language = languageOf((signals.transcript?.sentences ?? []).map(({ text }) => text));
	return defined({ media: mediaOf(source), clips, notes, transcript, origin, language });
}

/** The moments that are clips, and what is to be said about the choice. */
async function chosen(
	source: Source,
	{
		request,
		signals,
		said,
	}: { readonly request: AnalyzeRequest; readonly signals: Signals; readonly said: FoundTranscript },
	tool: Tool,
): Promise<FoundMoments> {
	const moments = rateMoments(signals, request);
	const { query, limit } = request;
	if (query !== undefined) {
		if (!signals.transcript) throw unknownWords(source, said);
		const about = await lookFor(moments, { query, limit }, tool);
		if (about !== "anything") return about;
	}
	const { rated, notes: unheard } = await withSecondOpinion(moments, tool);
	const found = pickClips(rated, request);
	return { ...found, notes: [...unheard, ...found.notes] };
}

/** A file may promise more than it holds: past the last picture there is nothing to show. */
function usableLength(source: Source, lastMs: number): number {
	const end = Math.ceil(lastMs + 1000 / source.framesPerSecond);
	return source.durationMs - end > ENDS_EARLY_MS ? end : source.durationMs;
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

function clipFrom(scored: Scored | AddedMoment, signals: Signals, title: string): FoundClip {
	const isAdded = "asked" in scored;
	const words = clipTextsFor(scored, signals.transcript, title);
	return {
		beginMs: scored.begin,
		endMs: scored.end,
		...words,
		score: scored.score,
		parts: scored.parts,
		reasons: isAdded ? addedReasons(scored) : reasonsFor(scored, signals),
		...(isAdded && { added: true }),
	};
}
