import type { PostFinding } from "../compose/texts.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Change, Reason } from "../model/plan.ts";
import { RULES, type RuleId } from "../model/rules.ts";
import type { WantedPost } from "./desired/wanted.ts";

const REASON_OF: Readonly<Partial<Record<RuleId, Reason>>> = {
	"clip-length": "clip-refused",
	"expiring-authorization": "account-token",
	"expiring-results": "results-expired",
};

/** What a post needs that the service or a platform would refuse: a person. `at`: when it was to go out. Undefined where nothing found is an error. */
export function refusal(
	{ address, place }: WantedPost,
	findings: readonly PostFinding[],
	at?: EpochMs,
): Change | undefined {
	const refused = findings.find(({ severity }) => severity === "error");
	if (refused === undefined) return undefined;
	const { rule, detail } = refused;
	const remedy = `${RULES[rule].fix} More: showrun explain ${rule}`;
	return {
		address,
		place,
		action: "attention",
		reason: REASON_OF[rule] ?? "text-refused",
		detail: `${rule}: ${detail}`,
		remedy,
		...(at !== undefined && { at }),
	};
}
