import type { Language } from "../../language/port.ts";
import { defined } from "../../model/defined.ts";
import type { Tool } from "../io/tool.ts";
import type { SpeechRequest, Spoken } from "../port.ts";
import type { Source } from "../probe/source.ts";
import { hearWords, mustTranslate } from "./spoken-words.ts";
import { translateAll } from "./translate-all.ts";

const TRANSLATING = 0.3;

/** What is said, by sentence, in the language that is wanted. Throws `MediaFault`, `EndpointFault`. */
export async function transcribe(
	source: Source,
	request: SpeechRequest,
	{ tool, translate }: { readonly tool: Tool; readonly translate: Language["translate"] },
): Promise<Spoken> {
	const { target, language } = request;
	const rest = target === undefined ? 0 : TRANSLATING;
	const { transcript, found } = await hearWords(source, request, { tool, rest });
	const said = transcript.sentences.map(({ begin, end, text }) => ({ begin, end, text }));
	const isOther = mustTranslate(request, transcript, translate !== undefined);
	const sentences =
		isOther && translate && target !== undefined
			? await translateAll(said, { to: target, ...defined({ from: language }), translate }, tool.signal)
			: said;
	tool.progress(1);
	return { ...found, sentences };
}
