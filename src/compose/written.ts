import type { TextField } from "../model/asked.ts";
import { TEXT_FIELDS } from "../model/asked.ts";
import type { Campaign, ClipSelection, PostTarget } from "../model/campaign.ts";
import type { ClipWords } from "../model/review.ts";
import { digestOf } from "./recipe.ts";

/**
 * What people wrote of each text of a post, as digests: the template, the inputs and hashtags it names, and
 * their edits of the clip's words. What was generated is not in them, so that they change only by an edit.
 */
export function writtenTexts(
	{ body }: PostTarget,
	{ inputs, hashtags }: Pick<Campaign, "inputs" | "hashtags">,
	edits: ClipWords = {},
): Readonly<Partial<Record<TextField, string>>> {
	const digests = TEXT_FIELDS.flatMap((field): [TextField, string][] => {
		const template = body[field];
		if (template === undefined) return [];
		const text = String(template);
		const named = [inputs, hashtags].map((values) =>
			Object.entries(values).filter(([name]) => text.includes(name)),
		);
		return [[field, digestOf([template, ...named, text.includes("clip") ? edits : {}])]];
	});
	return Object.fromEntries(digests);
}

const known = new WeakMap<ClipSelection, string>();

/** Which clips a post entry asks for, as a digest. Each of its posts asks for it. */
export function writtenClips(selection: ClipSelection): string {
	const before = known.get(selection);
	if (before !== undefined) return before;
	const made = digestOf(Object.entries(selection).sort(([a], [b]) => (a < b ? -1 : 1)));
	known.set(selection, made);
	return made;
}
