import type { Place } from "./place.ts";
import type { RuleId } from "./rules.ts";

/** `error` stops the command; `warning` is shown and goes on. */
export type Severity = "error" | "warning";

/** A message for a person about something they wrote. Returned, never thrown, and all of them at once. */
export interface Diagnostic {
	readonly severity: Severity;
	/** Stable name of the rule, for example `unknown-key`. */
	readonly rule: RuleId;
	/** One fixed sentence without names, for example "Unknown key". */
	readonly summary: string;
	/** Full sentences that name names. */
	readonly detail: string;
	/** What to do, in words that can be copied. */
	readonly hint?: string;
	readonly place?: Place;
	/** The source line `place` points into, and how many columns the mark spans. */
	readonly excerpt?: { readonly text: string; readonly length: number };
}

/** Either a value, or the diagnostics that say why there is none. Warnings may come with a value. */
export type Checked<Value> =
	| { readonly ok: true; readonly value: Value; readonly diagnostics: readonly Diagnostic[] }
	| { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Whether any of the diagnostics stops the command. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
	return diagnostics.some((each) => each.severity === "error");
}
