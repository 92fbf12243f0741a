import { EndpointFault } from "../../language/endpoint-fault.ts";
import type { Language, WrittenSection, WrittenSummary } from "../../language/port.ts";
import { defined } from "../../model/defined.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import type { Tool } from "../io/tool.ts";
import { truncated } from "../pick/clip-texts.ts";
import { type Section, sectionsOf } from "../pick/sections.ts";
import { type ExtractedSummary, type Highlight, summaryOf } from "../pick/summary.ts";
import { isQuotable } from "../pick/sure-clauses.ts";
import type { SpeechRequest, Summary } from "../port.ts";
import type { Source } from "../probe/source.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { hearWords, mustTranslate } from "./spoken-words.ts";

/** A part of a talk that has a highlight of its own, in milliseconds; a long talk has longer ones. */
const SECTION_MS = 60_000;
const MOST_SECTIONS = 24;
const WRITING = 0.3;
/** So much is asked about at once, in characters. */
const AT_ONCE = 16_000;
const LONGEST = 6_000;

type Summarize = NonNullable<Language["summarize"]>;

/**
 * What a source is about and what is found where: by a language model where there is one, else in sentences
 * that are said. Throws `MediaFault`, and `EndpointFault` where another language is wanted and that fails.
 */
export async function summarize(
	source: Source,
	request: SpeechRequest,
	{ tool, write }: { readonly tool: Tool; readonly write: Language["summarize"] },
): Promise<Summary> {
	const { transcript, rated, found } = await hearWords(source, request, { tool, rest: write ? WRITING : 0 });
	const isOther = mustTranslate(request, transcript, write !== undefined);
	const sections = sectionsOf(rated, { lengthMs: SECTION_MS, most: MOST_SECTIONS });
	const taken = summaryOf(sections, transcript, request.title);
	if (taken.highlights.length === 0)
		throw new MediaFault(
			`Too little of what is said in ${displayName(source.file)} was understood to sum it up.`,
		);
	const { notes } = found;
	if (!write) return { ...found, ...taken };
	try {
		const wish = { write, ...defined({ language: request.target }) };
		return { ...found, ...taken, ...(await written(sections, transcript, { ...wish, signal: tool.signal })) };
	} catch (error) {
		if (!(error instanceof EndpointFault) || isOther) throw error;
		const why = error.message.charAt(0).toUpperCase() + error.message.slice(1);
		return {
			...found,
			...taken,
			notes: [...notes, `${why}: the summary is made of sentences that are said.`],
		};
	}
}

interface Writing {
	readonly write: Summarize;
	readonly language?: string;
	readonly signal: AbortSignal;
}

/** As a model writes it; a long talk is asked about in parts, whose overviews are summed up again. */
async function written(
	sections: readonly Section[],
	transcript: Transcript,
	{ write, signal, ...language }: Writing,
): Promise<Pick<ExtractedSummary, "summary" | "highlights">> {
	const parts: { readonly answer: WrittenSummary; readonly asked: readonly SureSection[] }[] = [];
	for (const asked of together(sections.map((section) => sureIn(section, transcript)))) {
		const said = asked.map(({ sentences }) => sentences.map(({ text }) => text));
		parts.push({ answer: await write({ sections: said, ...language }, signal), asked });
	}
	const overviews = parts.map(({ answer }) => answer.summary);
	const whole =
		overviews.length > 1 ? await write({ sections: [overviews], ...language }, signal) : undefined;
	return {
		summary: whole?.summary ?? overviews.join(" "),
		highlights: parts.flatMap(({ answer, asked }) =>
			answer.sections.flatMap((each) => highlightOf(each, asked)),
		),
	};
}

/** A section with the sentences of it that are sure: what was hardly understood is not passed on. */
interface SureSection {
	readonly section: Section;
	readonly sentences: readonly Sentence[];
}

function sureIn(section: Section, { sentences: all }: Transcript): SureSection {
	let left = LONGEST;
	const sentences = section.sentences.flatMap(({ at, housekeeping }) => {
		const sentence = all[at];
		if (!sentence || housekeeping || !isQuotable(sentence) || left < 0) return [];
		left -= sentence.text.length;
		return [{ ...sentence, text: truncated(sentence.text, LONGEST) }];
	});
	return { section, sentences };
}

/** Sections in groups that are small enough to be asked about. */
function together(found: readonly SureSection[]): readonly (readonly SureSection[])[] {
	const groups: SureSection[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for (const each of found.filter(({ sentences }) => sentences.length > 0)) {
		const own = each.sentences.reduce((sum, { text }) => sum + text.length, 0);
		if (size + own > AT_ONCE) {
			groups.push([]);
			size = 0;
		}
		groups.at(-1)?.push(each);
		size += own;
	}
	return groups;
}

function highlightOf(
	{ at, title, points }: WrittenSection,
	asked: readonly SureSection[],
): readonly Highlight[] {
	const found = asked[at];
	if (!found) return [];
	const { begin, end } = found.section;
	const events = points.map(({ sentence, text }) => ({
		at: found.sentences[sentence]?.begin ?? begin,
		text,
	}));
	return [{ begin, end, title, events }];
}
