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
