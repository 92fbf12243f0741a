import { Context, Liquid, type Template, toValueSync, Value } from "liquidjs";
import { addFilters, TEXT_LIMIT, type TextLimit } from "./filters.ts";
import { textOf } from "./text-values.ts";

/** What templates can see: plain data only, by these names. */
export type Scope = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A template that cannot be used, in words for the person who wrote it. */
export interface TemplateProblem {
	readonly message: string;
	/** A variable the template names that does not exist, for example `clip.titel`. */
	readonly unknown?: string;
}

/** Longest template and longest text it may make, in UTF-16 units. */
const LONGEST = 50_000;
const LONGEST_TEXT = 200_000;

/** No files, no code, own properties only, and bounded work: templates come from strangers' pull requests. */
const engine = new Liquid({
	templates: {},
	// Texts must not differ between machines; and asking the system for its locale takes longer than all else
	// here.
	locale: "en-US",
	strictVariables: true,
	strictFilters: true,
	ownPropertyOnly: true,
	outputEscape: (value: unknown) => bounded(textOf(value)),
	parseLimit: LONGEST,
	// By the clock, so only for what memory does not bound: loops in loops around nothing.
	renderLimit: 2000,
	memoryLimit: 500_000,
});
for (const tag of ["include", "render", "layout", "block"]) delete engine.tags[tag];
addFilters(engine);

/**
 * Fills a template in. A template that is one expression alone keeps the expression's type; everything else
 * becomes text, lists joined with spaces. `limit`: how the field is counted, for `fit`. Throws.
 */
export function fill(template: string, scope: Scope, limit?: TextLimit): unknown {
	if (isLiteral(template)) return template;
	const plain = filledIn(template, scope);
	if (plain !== undefined) return plain;
	const context = new Context(
		scope,
		engine.options,
		limit === undefined ? {} : { globals: { [TEXT_LIMIT]: limit } },
	);
	const parsed = parse(template);
	return parsed instanceof Value
		? toValueSync(parsed.value(context))
		: bounded(String(engine.renderSync([...parsed], context)));
}

/** Names between words, as in most templates; longer ones are left to the engine, which has limits. */
const PLAIN = /^[^{}]{0,1000}(?:\{\{ [a-z]+\.[a-z_]+ \}\}[^{}]{0,1000}){1,10}$/;
const NAME = /\{\{ ([a-z]+)\.([a-z_]+) \}\}/g;
/** What a name stands for is short as well. */
const SHORT = 10_000;

/** What the engine would make of names between words. Undefined: it is asked itself. */
function filledIn(template: string, scope: Scope): unknown {
	if (!PLAIN.test(template)) return undefined;
	const whole = template.trim();
	let isKnown = true;
	let alone: unknown;
	const text = template.replace(NAME, (all, of: string, name: string) => {
		const value = Object.hasOwn(scope, of) ? ownValue(scope[of], name) : undefined;
		if (value === undefined) isKnown = false;
		if (all === whole) alone = value;
		return textOf(value);
	});
	return isKnown && text.length <= SHORT ? (alone ?? text) : undefined;
}

function ownValue(values: Scope[string] | undefined, name: string): unknown {
	const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
	const isText = (each: unknown) => typeof each === "string" || typeof each === "number";
	return isText(value) || (Array.isArray(value) && value.every(isText)) ? value : undefined;
}

/** Whether a template says the same whatever it is filled in with. */
export function isLiteral(template: string): boolean {
	return !template.includes("{{") && !template.includes("{%");
}

/**
 * Finds what is wrong with a template before any clip is known: syntax, unknown filters, variables that are
 * not in `known` (`clip.title`, …).
 */
export function checkTemplate(
	template: string,
	known: readonly string[],
	also?: RegExp,
): TemplateProblem | undefined {
	try {
		const unknown = variablesOf(template).find((name) => !known.includes(name) && !also?.test(name));
		return unknown === undefined ? undefined : { message: `There is no variable "${unknown}".`, unknown };
	} catch (error) {
		return { message: failure(error) };
	}
}

/** What went wrong while a template was read or filled in, in words. */
export function failure(error: unknown): string {
	const text = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
	if (/call stack|string length/.test(text)) return "It is nested too deeply, or grows without end.";
	const [limit] = Object.keys(LIMITS).filter((each) => text.includes(each));
	return limit === undefined ? inWords(text.replace(/, line:\d+, col:\d+$/, "")) : (LIMITS[limit] ?? text);
}

/** The engine's own messages, in ours. */
function inWords(text: string): string {
	const found = WORDS.find(([theirs]) => theirs.test(text));
	return found === undefined ? text : text.replace(...found);
}

const WORDS: readonly (readonly [theirs: RegExp, ours: string])[] = [
	[/^undefined filter: (.+)$/, "There is no filter `$1`."],
	[/^tag "(.+)" not found$/, "There is no tag `$1`."],
	[/^output "(.+)" not closed$/, "`$1` is never closed."],
	[/^tag (.+) not closed$/, "`$1` is never closed."],
];

const LIMITS: Readonly<Record<string, string>> = {
	"memory alloc limit exceeded": "It needs too much memory: it repeats or joins too much (limit exceeded).",
	"template render limit exceeded": "It takes too long: loops stand in loops (limit exceeded).",
	"parse length limit exceeded": `A template may have ${LONGEST} characters (limit exceeded).`,
};

/**
 * The variables a template names: `clip.title`, also for `clip.tags[0]` and `clip.tags.first`. Throws
 * liquidjs errors.
 */
function variablesOf(template: string): readonly string[] {
	if (isLiteral(template)) return [];
	if (template.length > LONGEST) throw new Error(`A template may have ${LONGEST} characters.`);
	const outputs = outputsOf(template);
	const known = named.get(outputs);
	if (known !== undefined) return known;
	const fresh = engine
		.globalFullVariablesSync(outputs)
		.map((name) => name.replace(/(\[\d+\]|\.(first|last|size))$/, ""));
	remember(named, outputs, fresh);
	return fresh;
}

const OUTPUT = /\{\{[^{}'"]*\}\}/g;

/** A template without the words around its outputs, which name nothing; itself where it has tags. */
function outputsOf(template: string): string {
	const isPlain = !/[{}]/.test(template.replace(OUTPUT, ""));
	return isPlain ? (template.match(OUTPUT) ?? []).join("") : template;
}

/** Text of any length can be made by captures of captures; it must not be looked at before. */
function bounded(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	throw new Error(`It makes more than ${LONGEST_TEXT} characters (limit exceeded).`);
}

const ALONE = /^\s*\{\{-?((?:(?!\}\}|\{\{).)*?)-?\}\}\s*$/s;

/** Most campaigns repeat a few templates in thousands of posts. */
const parsed = new Map<string, Value | readonly Template[]>();
const named = new Map<string, readonly string[]>();
const MOST_KEPT = 500;

function parse(template: string): Value | readonly Template[] {
	const known = parsed.get(template);
	if (known !== undefined) return known;
	if (template.length > LONGEST) throw new Error(`A template may have ${LONGEST} characters.`);
	const alone = ALONE.exec(template)?.[1];
	const fresh = alone === undefined ? engine.parse(template) : new Value(alone.trim(), engine);
	remember(parsed, template, fresh);
	return fresh;
}

function remember<Kept>(all: Map<string, Kept>, template: string, kept: Kept): void {
	if (all.size >= MOST_KEPT) all.clear();
	all.set(template, kept);
}
