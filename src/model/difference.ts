import { defined } from "./defined.ts";
import { same } from "./same.ts";

/** One field whose value is not the one it was. A side that is absent had, or has, no value. */
export interface Difference {
	/** Dotted, in the words of the model: `export.caption.style`. */
	readonly field: string;
	readonly before?: unknown;
	readonly after?: unknown;
}

/**
 * Where two pieces of plain data differ, field by field, in the order of their keys. Lists are compared as
 * wholes. `name` goes in front of the fields.
 */
export function differencesOf(before: unknown, after: unknown, name = ""): Difference[] {
	if (same(before, after)) return [];
	if (!isRecord(before) || !isRecord(after)) return [defined({ field: name, before, after })];
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return keys.flatMap((key) => differencesOf(before[key], after[key], name === "" ? key : `${name}.${key}`));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
