import { EndpointFault } from "../../language/endpoint-fault.ts";
import type { Tool } from "../io/tool.ts";
import { momentsAbout, type Relevance, relevanceByPassages, relevanceByWords } from "../pick/about-query.ts";
import type { FoundMoments, RatedMoments } from "../pick/find-clips.ts";
import { termsOfQuery } from "../pick/query.ts";
import { type Section, sectionsOf } from "../pick/sections.ts";

/** So long is one of the passages that a language model is asked about, in milliseconds. */
const PASSAGE_MS = 30_000;
const MOST_PASSAGES = 240;
const AT_ONCE = 24;

/**
 * The moments that are about what is looked for, best first; all that stand out where the query asks for
 * nothing particular. A language model is asked where there is one, else words are compared.
 */
export async function lookFor(
	rated: RatedMoments,
	{ query, limit }: { readonly query: string; readonly limit: number | undefined },
	tool: Pick<Tool, "match" | "signal">,
): Promise<FoundMoments | "anything"> {
	const { signals } = rated;
	const terms = termsOfQuery(query, signals.transcript?.sentences ?? [], signals.rated);
	if (terms.length === 0) return "anything";
	const { relevance, notes } = await byModel(query, rated, tool);
	const scored = momentsAbout(rated, relevance ?? relevanceByWords(terms, rated), limit);
	return {
		scored,
		notes: scored.length > 0 ? notes : [...notes, nothingFound(query, relevance !== undefined)],
	};
}

function nothingFound(query: string, byMeaning: boolean): string {
	const wanted = JSON.stringify(query);
	return byMeaning
		? `Nothing that is said is about ${wanted}.`
		: `No words of ${wanted} are said in the video. A language model (embedded.chat) finds moments by what they mean.`;
}

async function byModel(
	query: string,
	rated: RatedMoments,
	{ match, signal }: Pick<Tool, "match" | "signal">,
): Promise<{ readonly relevance?: Relevance; readonly notes: readonly string[] }> {
	if (!match) return { notes: [] };
	const passages = sectionsOf(rated.signals.rated, { lengthMs: PASSAGE_MS, most: MOST_PASSAGES });
	try {
		const found: (Section & { readonly share: number })[] = [];
		for (let from = 0; from < passages.length; from += AT_ONCE) {
			const some = passages.slice(from, from + AT_ONCE);
			const asked = some.map((each) => ({ ...each, score: 0, text: textOf(each, rated) }));
			for (const { at, share } of await match({ query, passages: asked }, signal))
				found.push(...some.slice(at, at + 1).map((section) => ({ ...section, share })));
		}
		return { relevance: relevanceByPassages(found.sort((a, b) => a.begin - b.begin)), notes: [] };
	} catch (error) {
		if (!(error instanceof EndpointFault)) throw error;
		const why = error.message.charAt(0).toUpperCase() + error.message.slice(1);
		return { notes: [`${why}: moments are found by the words that are said.`] };
	}
}

function textOf({ sentences }: Section, { signals }: RatedMoments): string {
	return sentences.map(({ at }) => signals.transcript?.sentences[at]?.text ?? "").join(" ");
}
