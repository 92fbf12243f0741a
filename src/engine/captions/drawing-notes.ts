import type { FoundClip, LeftOut, RenderRequest } from "../port.ts";
import { writtenHook } from "./hook-text.ts";

interface Wishes extends Pick<RenderRequest, "caption" | "hook" | "target"> {
	readonly clip?: Pick<FoundClip, "hook" | "captions">;
}

const NO_LANGUAGE = "No target language was given: the captions are in the original language only.";
const UNTRANSLATED =
	"There is no translation of what is said: the captions are in the original language only.";

/** How captions are drawn otherwise than asked, in sentences. */
export function captionNotes({ caption, target, clip }: Wishes): readonly string[] {
	const isTranslated = target !== undefined && clip?.captions?.language === target;
	if (!caption || caption.display === "original" || isTranslated) return [];
	return [target === undefined ? NO_LANGUAGE : UNTRANSLATED];
}

/** How the hook text is drawn otherwise than asked, in sentences. */
export function hookNotes(request: Wishes): readonly string[] {
	if (!request.hook || writtenHook(request) !== undefined) return [];
	return [
		"The hook text is a sentence from the clip itself: " +
			`no language model wrote one in the tone "${request.hook.style}".`,
	];
}

/** The hook text is left out, and why, as a sentence. */
export function hookLeftOut(note: string): LeftOut {
	return { what: "hook", note };
}

/** Nothing is drawn, and why. */
export function withoutWords(
	{ caption, hook }: Wishes,
	why: string,
): { readonly notes: readonly string[]; readonly leftOut: readonly LeftOut[] } {
	const both = caption && hook ? "captions and hook text are" : undefined;
	const note = `${why}: ${both ?? (caption ? "captions are" : "the hook text is")} left out.`;
	const leftOut: LeftOut[] = [
		...(caption ? [{ what: "captions", note } as const] : []),
		...(hook ? [hookLeftOut(note)] : []),
	];
	return { notes: [note], leftOut };
}
