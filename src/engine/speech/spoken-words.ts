import { defined } from "../../model/defined.ts";
import { isSameLanguage } from "../../model/same-language.ts";
import { vttOf } from "../../transcripts/vtt.ts";
import { listen } from "../hear/audio.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import { part, type Tool } from "../io/tool.ts";
import { type Heard, heardFrom } from "../pick/signals.ts";
import { languageOf } from "../pick/stop-words.ts";
import type { SpeechRequest, Spoken } from "../port.ts";
import { mediaOf, type Source } from "../probe/source.ts";
import { type FoundTranscript, findTranscript } from "../transcript/find-transcript.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** What is heard of a source whose words are known. */
export interface SpokenWords extends Pick<Heard, "rated"> {
	readonly transcript: Transcript;
	/** What is found of where the words come from. */
	readonly found: Omit<Spoken, "sentences">;
}

const LISTENING = 0.2;

/** Listens to a source: all of the work but `rest`, a share. Throws `MediaFault` where no word is known. */
export async function hearWords(
	source: Source,
	request: SpeechRequest,
	{ tool, rest }: { readonly tool: Tool; readonly rest: number },
): Promise<SpokenWords> {
	const sound = await listen(source, part(tool, 0, LISTENING));
	const said = await findTranscript(source, { ...request, sound }, part(tool, LISTENING, 1 - rest));
	const { transcript, isTimed, rated } = heardFrom({
		sound,
		transcript: said.transcript,
		durationMs: source.durationMs,
	});
	if (!transcript) throw unknownWords(source, said);
	const { origin, notes } = said;
	const file = isTimed ? said.file : vttOf(transcript.sentences, origin);
	return { transcript, rated, found: defined({ media: mediaOf(source), notes, origin, transcript: file }) };
}

/** Nobody knows what is said in a source: nothing can be found of it. */
export function unknownWords(source: Source, { missing }: Pick<FoundTranscript, "missing">): MediaFault {
	const why = missing === undefined ? "" : ` ${missing}.`;
	return new MediaFault(`Nobody knows what is said in ${displayName(source.file)}.${why}`, {
		remedy:
			"Upload the video with a transcript (.srt, .vtt or .json), or have the service recognise speech: " +
			"showrun models pull speech, or embedded.transcription in its settings.",
	});
}

/**
 * Whether another language is wanted than the one that is spoken. Throws `MediaFault` where it is, or may be,
 * and no language model was set up.
 */
export function mustTranslate(
	{ language, target }: Pick<SpeechRequest, "language" | "target">,
	{ sentences }: Transcript,
	isAble: boolean,
): boolean {
	const spoken = language ?? languageOf(sentences.map(({ text }) => text));
	if (target === undefined || isSameLanguage(target, spoken)) return false;
	if (isAble) return true;
	throw new MediaFault(
		`To write in the language ${JSON.stringify(target)} needs a language model: what is said is ` +
			`${spoken === undefined ? "in a language that was not recognised" : `in ${JSON.stringify(spoken)}`}.`,
		{
			remedy:
				"Set up embedded.chat in the settings of the service, or leave target_lang out; where that language is " +
				"spoken, say so by source_lang.",
		},
	);
}
