import type { Endpoint } from "../model/endpoint.ts";
import { openAnswerCache } from "./answer-cache.ts";
import { ASK_LIMITS, type AskLimits } from "./ask.ts";
import { openChat } from "./chat.ts";
import { match } from "./match.ts";
import type { Language } from "./port.ts";
import { rank } from "./rank.ts";
import { summarize } from "./summarize.ts";
import { transcribe } from "./transcribe.ts";
import { translate, write } from "./write.ts";

export interface LanguageSettings {
	readonly chat?: Endpoint;
	readonly transcription?: Endpoint;
	/** Folder for answers. */
	readonly cache: string;
	/** Absent: those of every day. */
	readonly limits?: AskLimits;
}

/** What the endpoints of the settings can do. Nothing is asked before it is needed. */
export function openLanguage({
	chat,
	transcription,
	cache,
	limits = ASK_LIMITS,
}: LanguageSettings): Language {
	const answers = openAnswerCache(cache);
	const chatClient = chat && openChat(chat, answers, limits);
	const name = (endpoint: Endpoint | undefined) => (endpoint ? [endpoint.url, endpoint.model] : null);
	return {
		identity: JSON.stringify([name(chat), name(transcription)]),
		...(chatClient && {
			write: (request, signal) => write(chatClient, request, signal),
			rank: (request, signal) => rank(chatClient, request, signal),
			match: (request, signal) => match(chatClient, request, signal),
			summarize: (request, signal) => summarize(chatClient, request, signal),
			translate: (request, signal) => translate(chatClient, request, signal),
		}),
		...(transcription && {
			transcribe: (request, signal) =>
				transcribe({ endpoint: transcription, answers, limits }, request, signal),
		}),
	};
}
