import { isScalar } from "yaml";
import type { Words } from "./source.ts";

/** Whether nothing is written where a value should be. */
export function isEmpty(node: unknown): boolean {
	return node === null || node === undefined || (isScalar(node) && node.value === null && !node.source);
}

/** What is wrong with an empty value of a key, or with an empty entry of a list (no key). */
export function emptyWords(node: unknown, key?: string): Words {
	const comment = isScalar(node) ? node.comment : undefined;
	if (comment && !/^[!\s]/.test(comment))
		return {
			...EMPTY,
			detail: "After a blank, # starts a comment.",
			hint: `Put the text in quotes: "#${comment.split("\n")[0]?.slice(0, 60)}".`,
		};
	if (key === undefined || key === "")
		return {
			...EMPTY,
			detail: "This entry of the list is empty.",
			hint: "Write a value after the dash, or delete the line.",
		};
	if (/^\d+$/.test(key))
		return {
			...EMPTY,
			detail: `\`${key}\` is taken for a key.`,
			hint: `Numbers have a point, not a comma: 0.${key}.`,
		};
	return {
		...EMPTY,
		detail: `\`${key}:\` has no value. Is the next line indented too little?`,
		hint:
			`Write \`${key}: {}\` for an empty map, \`${key}: null\` to remove an inherited value, ` +
			"or delete the line.",
	};
}

const EMPTY = { rule: "empty-value", summary: "Nothing is written here" } as const;
