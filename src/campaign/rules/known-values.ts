import { CAPTION_STYLES } from "../../model/caption-styles.ts";
import { LANGUAGES, OTHER_CODES } from "../../model/languages.ts";
import type { Path } from "../../yaml/plain-value.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { Inherited } from "../inherit.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** Languages the service is known to have; it may have learnt others since. */
export function languages(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const { language, target_language: target } = video.clipping ?? {};
		const renditions = Object.entries(video.renditions ?? {}).map(([each, raw]) => ({
			given: raw?.target_language,
			path: where(["renditions", each, "target_language"]),
		}));
		const all = [
			{ given: language, path: where(["clipping", "language"]) },
			{ given: target, path: where(["clipping", "target_language"]) },
			...renditions,
		];
		return all.flatMap(({ given, path }) =>
			typeof given === "string" && !LANGUAGES.includes(given) ? [unknownLanguage(given, path)] : [],
		);
	});
}

function unknownLanguage(given: string, path: Path): RuleFinding {
	const code = given.toLowerCase().replaceAll("_", "-");
	const others =
		OTHER_CODES[code] ??
		[code, code.split("-")[0] ?? ""].filter((each) => LANGUAGES.includes(each)).slice(0, 1);
	const hint =
		others.length > 0
			? `Did you mean ${others.map((each) => `\`${each}\``).join(" or ")}?`
			: didYouMean(given, LANGUAGES, "Languages");
	return {
		severity: "warning",
		rule: "unknown-language",
		summary: "Unknown language",
		detail: `\`${given}\` is not among the ${LANGUAGES.length} codes the service is known to take.`,
		hint,
		path,
	};
}

/** Caption styles the service is known to have. */
export function captionStyles(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const renditions = Object.entries(video.renditions ?? {}).map(([each, raw]) => ({
			given: raw?.caption?.style,
			path: where(["renditions", each, "caption", "style"]),
		}));
		const all: { readonly given: string | null | undefined; readonly path: Path }[] = [
			{ given: video.export?.caption?.style, path: where(["export", "caption", "style"]) },
			...renditions,
		];
		return all.flatMap(({ given, path }) =>
			typeof given === "string" && !CAPTION_STYLES.includes(given) ? [unknownStyle(given, path)] : [],
		);
	});
}

function unknownStyle(given: string, path: Path): RuleFinding {
	return {
		severity: "warning",
		rule: "unknown-caption-style",
		summary: "Unknown caption style",
		detail: `\`${given.slice(0, 100)}\` is not among the styles the service is known to have.`,
		hint: didYouMean(given, CAPTION_STYLES, "Styles"),
		path,
	};
}

/** export-ignored: a translation is shown of what is not translated. */
export function idleTranslation(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const display = video.export?.caption?.display;
		if (display !== "translation" || video.clipping?.target_language) return [];
		return [
			{
				severity: "warning",
				rule: "export-ignored",
				summary: "This has no effect",
				detail:
					"`display: translation` shows a translation, and there is no `clipping.target_language` to translate to.",
				hint: "Add `target_language` to `clipping`, or use `display: original`.",
				path: where(["export", "caption", "display"]),
			},
		];
	});
}

function everyVideo(context: RuleContext, rule: (video: Inherited) => readonly RuleFinding[]): RuleFinding[] {
	return [...context.videos.values()].flatMap(rule);
}
