import { CAMPAIGN_RULES } from "./rules/campaign.ts";
import { CHOICE_RULES } from "./rules/choice.ts";
import { FACTS } from "./rules/facts.ts";
import { FEED_RULES } from "./rules/feeds.ts";
import { FORESEEN_RULES } from "./rules/foreseen.ts";
import { LEDGER_RULES } from "./rules/ledger.ts";
import { MATRIX_RULES } from "./rules/matrix.ts";
import type { Rule } from "./rules/rule.ts";
import { SERVICE_RULES } from "./rules/service.ts";
import { SYNTAX_RULES } from "./rules/syntax.ts";
import { TEXT_RULES } from "./rules/texts.ts";
import { TIME_RULES } from "./rules/times.ts";
import { WORKSPACE_RULES } from "./rules/workspace.ts";

const TABLE = {
	...SERVICE_RULES,
	...TEXT_RULES,
	...TIME_RULES,
	...CHOICE_RULES,
	...SYNTAX_RULES,
	...CAMPAIGN_RULES,
	...FEED_RULES,
	...MATRIX_RULES,
	...FORESEEN_RULES,
	...LEDGER_RULES,
	...WORKSPACE_RULES,
	...FACTS,
};

/** The name of a rule: what findings, overrides and `showrun explain` refer to. */
export type RuleId = keyof typeof TABLE;

/** Every rule there is. Numbers of the service and the platforms stand here and nowhere else. */
export const RULES: Readonly<Record<RuleId, Rule>> = TABLE;

/** All names, in the order of the table. */
export const RULE_IDS = Object.keys(TABLE) as readonly RuleId[];

/** Whether a text names a rule. */
export function isRuleId(text: string): text is RuleId {
	return Object.hasOwn(TABLE, text);
}
