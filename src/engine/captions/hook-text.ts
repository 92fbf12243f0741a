import { hookFor } from "../pick/clip-texts.ts";
import { tokensOf } from "../pick/tokens.ts";
import type { FoundClip, RenderRequest } from "../port.ts";
import type { Span } from "../spans.ts";
import type { Transcript, Word } from "../transcript/transcript.ts";
import { hookTime } from "./captions.ts";

interface HookRequest {
	readonly request: Pick<RenderRequest, "hook"> & { readonly clip?: Pick<FoundClip, "hook"> };
	readonly span: Span;
	readonly transcript: Transcript;
	/** The words that captions show, with times in the clip. */
	readonly captioned: readonly Word[];
}

/** A hook text with more than this share of its words in the captions repeats them. */
const REPEATS = 0.7;

const REPEATED = "The hook text is left out: it would repeat the captions that are shown at the same time.";
const UNSURE = "No whole sentence of this clip is sure enough to be quoted: the hook text is left out.";

/**
 * The hook text: the one that was written, else the strongest sentence; never one that captions show at the
 * same time. Empty: there is none.
 */
export function hookTextFor({ request, span, transcript, captioned }: HookRequest): string {
	const when = hookTime(span.end - span.begin, request.hook?.position === "end");
	const onScreen = captioned.filter(({ begin, end }) => begin < when.end && end > when.begin);
	const own = writtenHook(request);
	if (own !== undefined && !repeats(own, onScreen)) return own;
	const [first, last] = [onScreen[0], onScreen.at(-1)];
	const others = transcript.sentences.filter(
		({ begin, end }) => !first || !last || end <= span.begin + first.begin || begin >= span.begin + last.end,
	);
	return hookFor(span, { ...transcript, sentences: others }) ?? "";
}

/** Whether most words of a text are among some others. */
function repeats(text: string, words: readonly Word[]): boolean {
	const shown = new Set(words.flatMap((word) => tokensOf(word.text)));
	const own = tokensOf(text);
	return own.length > 0 && own.filter((token) => shown.has(token)).length > REPEATS * own.length;
}

/** Why a clip has no hook text, as a sentence. */
export function whyNoHook(span: Span, transcript: Transcript): string {
	return hookFor(span, transcript) === undefined ? UNSURE : REPEATED;
}

/** The hook text that was written for the clip, where it has the tone that is asked for. */
export function writtenHook({ clip, hook }: HookRequest["request"]): string | undefined {
	return clip?.hook && clip.hook.tone === hook?.style ? clip.hook.text : undefined;
}
