import { StopFault } from "../../model/fault.ts";
import { formerRule, ruleNamed } from "../../model/rules/former-ids.ts";
import { RULE_IDS, RULES, type RuleId } from "../../model/rules.ts";
import { renderRule, renderRules } from "../../views/explain.ts";
import { similarRule } from "../../yaml/rule-levels.ts";
import { inkOf, out } from "../terminal/terminal.ts";

/**
 * `showrun explain [RULE]`: what a rule finds, why, its numbers, and how to override it; without a name, all
 * of them. Throws `StopFault` for an unknown name.
 */
export function explain(given: string | undefined, flags: { readonly json?: true }): void {
	const ink = inkOf(process.stdout);
	if (given === undefined) {
		out(flags.json ? RULE_IDS.map(line).join("") : renderRules(ink));
		return;
	}
	const id = ruleNamed(given.toLowerCase()) ?? ruleNamed(given.toUpperCase());
	if (id === undefined) throw unknown(given);
	out(flags.json ? line(id) : renderRule(id, ink));
}

function line(id: RuleId): string {
	return `${JSON.stringify({ type: "rule", id, ...formerRule({ rule: id }), ...RULES[id] })}\n`;
}

function unknown(given: string): StopFault {
	return new StopFault(`There is no rule ${JSON.stringify(given.slice(0, 100))}.`, {
		remedy: similarRule(given),
	});
}
