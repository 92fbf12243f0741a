import type { Diagnostic } from "../model/diagnostic.ts";

/**
 * What several campaigns read is read for each of them; what is wrong with it is said once. Hints may name
 * what only one of the campaigns has.
 */
export function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	return firstOf(diagnostics, ({ severity, rule, detail, place }) => [severity, rule, detail, place]);
}

/** A file that cannot be read is named by many campaigns, each at a place of its own: the first is shown. */
export function onceNamed(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	return firstOf(diagnostics, ({ rule, detail }) => [rule, detail]);
}

function firstOf(
	diagnostics: readonly Diagnostic[],
	partsOf: (diagnostic: Diagnostic) => readonly unknown[],
): Diagnostic[] {
	const first = new Map<string, Diagnostic>();
	for (const each of diagnostics) {
		const key = JSON.stringify(partsOf(each));
		if (!first.has(key)) first.set(key, each);
	}
	return [...first.values()];
}
