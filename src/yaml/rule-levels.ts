import type { RuleLevel } from "../model/campaign.ts";
import { FORMER_IDS, ruleNamed } from "../model/rules/former-ids.ts";
import { levelProblem } from "../model/rules/level.ts";
import { RULE_IDS, RULES } from "../model/rules.ts";
import type { Words } from "./source.ts";
import { suggestion } from "./suggest.ts";

/**
 * What is wrong with the levels a file gives to rules: ids that do not exist, and rules that cannot be
 * lowered.
 */
export function levelMistakes(
	levels: Readonly<Record<string, RuleLevel | undefined>>,
): readonly { readonly id: string; readonly words: Words }[] {
	return Object.entries(levels).flatMap(([id, level]) => {
		const words = level === undefined ? undefined : mistake(id, level);
		return words === undefined ? [] : [{ id, words }];
	});
}

/** What to do about the id of a rule that does not exist. */
export function similarRule(id: string): string {
	const near = suggestion(id, [...RULE_IDS, ...Object.keys(FORMER_IDS)]);
	return near === undefined
		? "`showrun explain` lists all rules."
		: `Did you mean \`${ruleNamed(near) ?? near}\`?`;
}

function mistake(id: string, level: RuleLevel): Words | undefined {
	const rule = ruleNamed(id);
	if (rule === undefined)
		return {
			rule: "unknown-rule",
			summary: "Unknown rule",
			detail: `There is no rule \`${id.slice(0, 100)}\`.`,
			hint: similarRule(id),
		};
	const detail = levelProblem(rule, level);
	if (detail === undefined) return undefined;
	return {
		rule: "locked-rule",
		summary: "This rule cannot be lowered",
		detail,
		hint: RULES[rule].severity === "information" ? "Delete the line." : `Delete the line. ${RULES[rule].fix}`,
	};
}
