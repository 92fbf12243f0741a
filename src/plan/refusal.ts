import type { PostFinding } from "../compose/texts.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { Severity } from "../model/diagnostic.ts";
import type { RuleFinding } from "../model/finding.ts";
import type { Change } from "../model/plan.ts";
import type { RuleId } from "../model/rules.ts";
import type { WantedPost } from "./desired/wanted.ts";

/** A finding about a post, and how serious it is. */
export interface GradedFinding extends RuleFinding {
	readonly severity: Severity;
}

/** What a check of texts found. */
export function asFinding({ rule, severity, detail: message }: PostFinding): GradedFinding {
	return { rule, severity, finding: { code: "check", message } };
}

const REASON_OF = {
	"clip-length": "clip-refused",
	"expiring-authorization": "account-token",
	"expiring-results": "results-expired",
} as const satisfies Partial<Record<RuleId, string>>;

/**
 * What a post needs that the service or a platform would refuse: a person. `at`: when it was to go out.
 * Undefined where nothing found is an error.
 */
export function refusal(
	{ address, place }: WantedPost,
	findings: readonly GradedFinding[],
	at?: EpochMs,
): Change | undefined {
	const refused = findings.find(({ severity }) => severity === "error");
	if (refused === undefined) return undefined;
	const { rule, finding } = refused;
	return {
		address,
		place,
		action: "attention",
		reason: hasReason(rule) ? REASON_OF[rule] : "text-refused",
		reasonData: { rule, finding },
		remedy: { code: "follow-rule", rule },
		...defined({ at }),
	};
}

function hasReason(rule: RuleId): rule is keyof typeof REASON_OF {
	return Object.hasOwn(REASON_OF, rule);
}
