import { RULES, type RuleId } from "../rules.ts";

/**
 * Ids that rules had in 0.1.0. They are accepted wherever an id is written, and JSON output names them as
 * `formerRule`.
 * Ids are lower-case words joined by hyphens: what is wrong, of what.
 */
export const FORMER_IDS: Readonly<Record<string, RuleId>> = {
	"SVC-01": "missing-post-text",
	"SVC-02": "time-window",
	"SVC-03": "unsupported-visibility",
	"SVC-04": "tiktok-flag-ignored",
	"SVC-05": "clip-length",
	"SVC-06": "low-resolution",
	"SVC-07": "unusual-ratio",
	"SVC-08": "missing-export",
	"SVC-09": "too-many-posts",
	"SVC-10": "repeated-text",
	"SVC-11": "expiring-authorization",
	"SVC-12": "category-ignored",
	"SVC-13": "thumbnail-ignored",
	"SVC-14": "expiring-results",
	"SVC-15": "layout-and-ratio",
	"SVC-16": "export-ignored",
	"SVC-17": "posts-too-close",
	"SVC-18": "clock-change",
	"words-void": "outdated-edits",
};

const FORMER = new Map(Object.entries(FORMER_IDS).map(([former, id]) => [id, former]));

/** The rule that a text names by its id or its former one. Undefined: no rule does. */
export function ruleNamed(text: string): RuleId | undefined {
	if (Object.hasOwn(RULES, text)) return text as RuleId;
	return Object.hasOwn(FORMER_IDS, text) ? FORMER_IDS[text] : undefined;
}

/** The id a rule had in 0.1.0. Undefined: the same, or there was no such rule. */
export function formerIdOf(id: RuleId): string | undefined {
	return FORMER.get(id);
}

/** What JSON output adds where it names a rule that had another id; to go with the version after this one. */
export function formerRule({ rule }: { readonly rule: RuleId }): { readonly formerRule?: string } {
	const formerRule = formerIdOf(rule);
	return formerRule === undefined ? {} : { formerRule };
}
