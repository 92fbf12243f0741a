import { relative } from "node:path";
import { brandFiles as filesOf } from "../../model/own-brand.ts";
import { type RuleContext, says } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";
import { factProblem } from "./source.ts";

const KINDS = {
	logo: {
		ending: /\.png$/i,
		summary: "This is no logo that can be drawn",
		is: "is no whole, still PNG of at most 4 MB and 4 million pixels, 8 of them or more on each side",
		hint: "Save it as a PNG, for example: ffmpeg -i INPUT -frames:v 1 -vf scale=800:-1 logo.png",
	},
	font: {
		ending: /\.(ttf|otf)$/i,
		summary: "This is no font that can be used",
		is: "is no TrueType or OpenType font (.ttf, .otf) of at most 20 MB",
		hint: "Use the .ttf or .otf file of the font, or name a family that the machine has.",
	},
} as const;

/** A logo is a PNG and a font file a font, both inside of the workspace. */
export function brandParts(context: RuleContext): RuleFinding[] {
	const files = filesOf(context.brand ?? {});
	return (["logo", "font"] as const).flatMap((part): RuleFinding[] => {
		const at = files[part];
		return at === undefined ? [] : partProblem(context, part, at);
	});
}

function partProblem(context: RuleContext, part: keyof typeof KINDS, at: string): RuleFinding[] {
	const isOwn = says(context, ["brand", part]);
	const path = isOwn ? ["brand", part] : ["campaign"];
	const written = (isOwn ? context.draft.brand?.[part] : relative(context.root, at)) ?? at;
	const what = isOwn ? part : `${part} of the settings`;
	const { ending, summary, is, hint } = KINDS[part];
	if (!ending.test(at) || context.facts.get(at) === "foreign") {
		const detail = `The ${what}, \`${written.slice(0, 100)}\`, ${is}.`;
		return [{ rule: "unsupported-file", summary, detail, hint, path }];
	}
	return factProblem(context, { written, path, what, at }).map((found) => fromShared(found, context, path));
}

/** Paths in a shared file start at its own folder. */
function fromShared(found: RuleFinding, { homeOf }: RuleContext, path: RuleFinding["path"]): RuleFinding {
	if (homeOf?.(path) === undefined) return found;
	return {
		...found,
		detail: found.detail.replace("the folder of the campaign file", "the folder of this file"),
	};
}

const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** A font that is no file is the name of a family. */
export function brandFamily({ draft, brand }: RuleContext): RuleFinding[] {
	const { font } = brand ?? {};
	if (typeof draft.brand?.font !== "string" || !font || "file" in font || FAMILY.test(font.family)) return [];
	return [
		{
			rule: "unsupported-file",
			summary: "This is no name of a font",
			detail: "The name of a family has letters, digits, blanks, `.`, `-` and `_`.",
			hint: "Write the family as the machine lists it (`fc-list : family`), or the path of a .ttf or .otf file.",
			path: ["brand", "font"],
		},
	];
}
