import { defined } from "../../model/defined.ts";
import { baseLanguage, knowsLanguage, type OwnRecogniser } from "../../model/own-recogniser.ts";
import { problemOfOwn } from "../../models/own-files.ts";
import { cachedJson } from "../../speech/json-cache.ts";
import type { OwnModel } from "../../speech/protocol.ts";
import { openSpeechModel, recognisePieces, whyUnavailable } from "../../speech/recogniser.ts";
import { heardTextsFrom } from "../../speech/sherpa-config.ts";
import type { Sound } from "./audio.ts";
import { ownWords } from "./own-words.ts";
import {
	cacheKeyOf,
	orWhyNot,
	quotedLanguage,
	type Recognised,
	type RecognitionInput,
	soundInput,
} from "./recognise.ts";
import { shortPieces } from "./sound-pieces.ts";
import { speechIn } from "./speech.ts";

/** What the recogniser of the settings hears; or why it cannot be used, as the rest of a sentence. */
export async function recogniseByOwn(
	input: RecognitionInput,
	own: OwnRecogniser,
	{ language, sound }: { readonly language: string | undefined; readonly sound: Sound | undefined },
): Promise<Recognised> {
	const { source, tool, recognition } = input;
	const { recogniser, cache } = recognition;
	if (language !== undefined && !knowsLanguage(own, language))
		return { why: `the recogniser of the settings does not know ${quotedLanguage(language)}` };
	const library = await openSpeechModel(recogniser, "recogniser", tool.signal);
	const why = library
		? await problemOfOwn(own, tool.signal)
		: `because ${whyUnavailable(recogniser, "recogniser")}`;
	if (!library || why !== undefined)
		return { why: `the recogniser of the settings cannot be used${library ? ":" : ","} ${why}` };
	const { durationMs } = source;
	const whole = { pauses: [], spoken: [{ begin: 0, end: durationMs }] };
	const pieces = shortPieces(durationMs, sound ? speechIn(sound, durationMs) : whole);
	const model = modelOf(own, language);
	const heard = await orWhyNot(async () =>
		cachedJson({
			folder: cache,
			key: [...(await cacheKeyOf(input, "own", library.made)), pieces, identityOf(own, model)],
			read: heardTextsFrom,
			make: () =>
				recognisePieces(recogniser, library, {
					sound: soundInput(input),
					own: model,
					pieces,
					signal: tool.signal,
					progress: tool.progress,
				}),
		}),
	);
	if ("why" in heard) return { why: `the recogniser of the settings cannot be used: ${heard.why}` };
	const words = ownWords(pieces, { heard: heard.heard, durationMs });
	return words.length > 0 ? { words } : { why: "the recogniser of the settings heard no words" };
}

function modelOf({ kind, files, languages = [] }: OwnRecogniser, language: string | undefined): OwnModel {
	const [only] = languages.length === 1 ? languages : [];
	const known = language === undefined ? only : baseLanguage(language);
	const paths = Object.fromEntries(Object.entries(files).map(([part, { path }]) => [part, path]));
	return { kind, files: paths, ...defined({ language: known }) };
}

/** What is heard depends on what files hold, not on where they are. */
function identityOf({ kind, files }: OwnRecogniser, { language = "" }: OwnModel): readonly unknown[] {
	return [kind, language, Object.entries(files).map(([part, { sha256 }]) => [part, sha256])];
}
