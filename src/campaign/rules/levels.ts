import { levelMistakes } from "../../yaml/rule-levels.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** Levels are given to rules that exist, and that can have them. */
export function ruleLevels({ draft }: RuleContext): RuleFinding[] {
	return levelMistakes(draft.rules ?? {}).map(({ id, words }) => ({
		...words,
		path: ["rules", id],
		part: "key",
	}));
}
