import type { RE2JS } from "re2js";

/** Longest pattern that is compiled, in UTF-16 units. */
const LONGEST = 1000;
const compiled = new Map<string, RE2JS>();
let engine: typeof import("re2js") | undefined;

/**
 * Loads what understands patterns; everything else here needs it. Apart, because most campaigns have none and
 * it takes a while.
 */
export async function loadPatterns(): Promise<void> {
	engine ??= await import("re2js");
}

function loaded(): typeof import("re2js") {
	if (engine === undefined) throw new Error("`loadPatterns` comes before patterns.");
	return engine;
}

/**
 * Whether the pattern (RE2 syntax) is found in the text, without regard to case. Time grows with the text
 * alone, whatever the pattern: patterns come from strangers' pull requests. Throws for what `patternProblem`
 * finds.
 */
export function found(pattern: string, text: string): boolean {
	return compile(pattern).test(text);
}

/** Whether the pattern fits the whole text, case and all. Throws for what `patternProblem` finds. */
export function fits(pattern: string, text: string): boolean {
	return loaded().RE2JS.compile(pattern).matches(text);
}

/** What is wrong with a pattern, in words; undefined when it can be used. */
export function patternProblem(pattern: string): string | undefined {
	if (pattern.length > LONGEST) return `It is longer than ${LONGEST} characters.`;
	try {
		compile(pattern);
		return undefined;
	} catch (error) {
		if (!(error instanceof loaded().RE2JSException)) throw error;
		return `${error.message
			.replace(/^error parsing regexp: /, "")
			.replace("`(?i)", "`")
			.replace(/^./, (first) => first.toUpperCase())}.`;
	}
}

function compile(pattern: string): RE2JS {
	const known = compiled.get(pattern);
	if (known !== undefined) return known;
	const { RE2JS } = loaded();
	const fresh = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
	compiled.set(pattern, fresh);
	return fresh;
}
