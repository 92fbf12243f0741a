import type { FoundClip, LeftOut, RenderRequest } from "../port.ts";
import { writtenHook } from "./hook-text.ts";

interface Wishes extends Pick<RenderRequest, "caption" | "hook" | "target"> {
	readonly clip?: Pick<FoundClip, "hook" | "captions">;
}

const UNTRANSLATED =
	"There is no translation of what is said: the captions are in the original language only.";

/** What is drawn otherwise than asked, in sentences. */
export function wishNotes(request: Wishes): readonly string[] {
	const { caption, hook, target, clip } = request;
	const untranslated =
		caption &&
		caption.display !== "original" &&
		(target === undefined || clip?.captions?.language !== target);
	return [
		...(untranslated
			? [
					target === undefined
						? "No target language was given: the captions are in the original language only."
						: UNTRANSLATED,
				]
			: []),
		...(hook && writtenHook(request) === undefined
			? [
					"The hook text is a sentence from the clip itself: " +
						`no language model wrote one in the tone "${hook.style}".`,
				]
			: []),
	];
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
		...(hook ? [{ what: "hook", note } as const] : []),
	];
	return { notes: [note], leftOut };
}
