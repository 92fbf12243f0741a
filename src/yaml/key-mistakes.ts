import type { Words } from "./source.ts";

/** A map or a list as a key. */
export const COMPLEX_KEY: Words = {
	rule: "yaml-key",
	summary: "A key must be a plain text",
	detail: "A map or a list stands where a key is expected. Curly braces that are not in quotes start a map.",
	hint: 'Put a template in quotes: "{{ clip.title }}".',
};

/** An alias as a key. */
export const ALIAS_KEY: Words = {
	rule: "yaml-key",
	summary: "A key must be a plain text",
	detail: "An alias stands where a key is expected.",
	hint: "Write the key out. What an alias stands for is merged with `<<: *NAME`.",
};

/** A key that its map already has. */
export function duplicateKey(key: string): Words {
	return {
		rule: "duplicate-key",
		summary: "This key is given twice",
		detail: `\`${key}\` is already given above in the same map.`,
		hint: "Keep one of the two.",
	};
}

/** What is no map, behind a merge key. */
export const CANNOT_MERGE: Words = {
	rule: "yaml-merge",
	summary: "This cannot be merged",
	detail: "`<<` needs a map, an alias of a map, or a list of such aliases.",
	hint: "Write `<<: *NAME`, with `&NAME` at the map that is meant.",
};

/** Aliases that stand for more values than a file may repeat. */
export function repeatedTooMuch(most: number): Words {
	return {
		rule: "yaml-alias",
		summary: "Aliases repeat too much",
		detail: `Aliases of one file may repeat ${most} values altogether.`,
		hint: "Write the values out, or let videos start from each other with `like`.",
	};
}
