import { EndpointFault } from "../language/endpoint-fault.ts";
import type { Language, Written } from "../language/port.ts";
import { defined } from "../model/defined.ts";
import { sentencesInside, TEXT_LIMITS, truncated } from "./pick/clip-texts.ts";
import { isQuotable } from "./pick/sure-clauses.ts";
import type { RewriteRequest, RewrittenClip, TranslatedCaptions } from "./port.ts";
import { translateAll } from "./speech/translate-all.ts";
import { readTranscript } from "./transcript/read-transcript.ts";
import type { Sentence } from "./transcript/transcript.ts";

/**
 * The clip with better words, as far as a language model writes them; whatever fails leaves the words that
 * were found, and a note.
 */
export async function rewriteTexts(
	request: RewriteRequest,
	language: Language | undefined,
	signal: AbortSignal,
): Promise<RewrittenClip> {
	const { clip } = request;
	if (!language?.write || !language.translate) return { clip, notes: [] };
	const { transcript } = await readTranscript(request.transcript, Number.POSITIVE_INFINITY);
	const said = transcript ? sentencesInside(transcript, { begin: clip.beginMs, end: clip.endMs }) : [];
	// Nothing is made up about what nobody said.
	if (said.length === 0) return { clip, notes: [] };
	// What was hardly understood is not passed on: it would be written down as if it had been said.
	const quotable = said.filter(isQuotable);
	const asked = quotable.length > 0 && (request.texts === "improved" || request.tone !== undefined);
	const write = asked ? language.write(wishOf(request, quotable), signal) : Promise.resolve({});
	const written = await unlessFailed(write, (why) => `${why}: ${withoutWriting(request)}.`);
	const lines = await translated(request, { sentences: said, translate: language.translate, signal });
	const better = "value" in written ? bettered(request, written.value) : { clip, notes: [written.note] };
	return {
		clip: { ...better.clip, ...defined({ captions: lines.value }) },
		notes: [...better.notes, ...lines.notes],
	};
}

function wishOf({ clip, target, tone }: RewriteRequest, said: readonly Sentence[]) {
	const { title, description, tags } = clip;
	return {
		said: said.map(({ text }) => text).join(" "),
		title,
		description,
		tags,
		...defined({ language: target || undefined, tone: tone || undefined }),
	};
}

function bettered({ clip, tone, target, texts }: RewriteRequest, written: Written): RewrittenClip {
	const hook =
		tone !== undefined && written.hook
			? { text: truncated(written.hook, TEXT_LIMITS.hook), tone }
			: undefined;
	if (texts === "kept") return { clip: { ...clip, ...defined({ hook }) }, notes: [] };
	const title = written.title && truncated(written.title, TEXT_LIMITS.title);
	const description = written.description && truncated(written.description, TEXT_LIMITS.description);
	const tags = written.tags?.slice(0, TEXT_LIMITS.tags);
	const missing =
		target === undefined ? [] : [...(title ? [] : ["titles"]), ...(description ? [] : ["descriptions"])];
	const notes =
		missing.length === 0
			? []
			: [
					`The language model did not translate all ${missing.join(" and ")}: ` +
						"some stay in the language of the source.",
				];
	return {
		clip: {
			...clip,
			...defined({ title: title || undefined, description: description || undefined, tags, hook }),
		},
		notes,
	};
}

function withoutWriting({ target, tone, texts }: RewriteRequest): string {
	if (texts === "kept") return "the hook text is a sentence from the clip";
	const words =
		target === undefined
			? "titles and descriptions are taken from what is said"
			: `titles and descriptions are not translated to ${target}`;
	return tone === undefined ? words : `${words}, and the hook text is a sentence from the clip`;
}

interface Translation {
	readonly sentences: readonly Sentence[];
	readonly translate: NonNullable<Language["translate"]>;
	readonly signal: AbortSignal;
}

/** The captions in the other language, sentence by sentence: all of them or none. */
async function translated(
	{ captions = "original", language, target }: RewriteRequest,
	{ sentences: said, translate, signal }: Translation,
): Promise<{ readonly value?: TranslatedCaptions; readonly notes: readonly string[] }> {
	if (captions === "original" || target === undefined) return { notes: [] };
	const wish = defined({ to: target, from: language || undefined });
	const lines = await unlessFailed(
		translateAll(said, { ...wish, translate }, signal),
		(why) => `${why}: some captions are in the original language only.`,
	);
	return "note" in lines
		? { notes: [lines.note] }
		: { value: { language: target, lines: lines.value }, notes: [] };
}

async function unlessFailed<Value>(
	work: Promise<Value>,
	note: (why: string) => string,
): Promise<{ readonly value: Value } | { readonly note: string }> {
	try {
		return { value: await work };
	} catch (error) {
		if (error instanceof EndpointFault)
			return { note: note(error.message.charAt(0).toUpperCase() + error.message.slice(1)) };
		throw error;
	}
}
