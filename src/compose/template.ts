import { Liquid } from "liquidjs";

/** What templates can see: plain data only, by these names. */
export type Scope = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A template that cannot be used, in words for the person who wrote it. */
export interface TemplateProblem {
	readonly message: string;
	/** A variable the template names that does not exist, for example `clip.titel`. */
	readonly unknown?: string;
}

/** Longest slug, in characters; it ends with a whole word. */
const SLUG = 60;

/** No files, no code, own properties only, and bounded work: templates come from strangers' pull requests. */
const engine = new Liquid({
	templates: {},
	strictVariables: true,
	strictFilters: true,
	ownPropertyOnly: true,
	outputEscape: (value: unknown) => textOf(value),
	parseLimit: 100_000,
	renderLimit: 200,
	memoryLimit: 1_000_000,
});
for (const tag of ["include", "render", "layout", "block"]) delete engine.tags[tag];
engine.registerFilter("hashtags", (value: unknown) => listOf(value).map((tag) => `#${tag.replace(/^#/, "")}`));
engine.registerFilter("slug", slug);

const ALONE = /^\s*\{\{-?((?:(?!\}\}|\{\{).)*?)-?\}\}\s*$/s;

/** Fills a template in. A template that is one expression alone keeps the expression's type; everything else becomes text, lists joined with spaces. Throws liquidjs errors. */
export function fill(template: string, scope: Scope): unknown {
	const alone = ALONE.exec(template)?.[1];
	return alone === undefined ? engine.parseAndRenderSync(template, scope) : engine.evalValueSync(alone.trim(), scope);
}

/** Finds what is wrong with a template before any clip is known: syntax, unknown filters, variables that are not in `known` (`clip.title`, …). */
export function checkTemplate(template: string, known: readonly string[]): TemplateProblem | undefined {
	try {
		const unknown = engine.globalFullVariablesSync(template).find((name) => !known.includes(name.replace(/(\[\d+\]|\.(first|last|size))$/, "")));
		return unknown === undefined ? undefined : { message: `There is no variable "${unknown}".`, unknown };
	} catch (error) {
		return { message: firstLine(error) };
	}
}

/** The text form of a value: lists joined with spaces, nothing for nothing. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(" ");
	return value === undefined || value === null ? "" : String(value);
}

/** The list form of a value: a list stays one, text is split at spaces. */
export function listOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.map(textOf) : textOf(value).split(/\s+/);
	return parts.map((part) => part.trim()).filter(Boolean);
}

/** Text as one word for names of files: lower case, letters and digits of any script, hyphens between, at most 60 characters. */
function slug(value: unknown): string {
	const words = textOf(value).normalize("NFC").toLowerCase().replace(/['’]/g, "");
	const whole = words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-/, "");
	const kept = [...whole].slice(0, SLUG);
	const end = [...whole].length > SLUG ? kept.lastIndexOf("-") : -1;
	return (end > SLUG / 2 ? kept.slice(0, end) : kept).join("").replace(/-$/, "");
}

function firstLine(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return text.split("\n")[0] ?? text;
}
