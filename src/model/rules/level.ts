import type { RuleLevel } from "../campaign.ts";
import type { Severity } from "../diagnostic.ts";
import { isRuleId, RULE_IDS, RULES, type RuleId } from "../rules.ts";
import { ruleNamed } from "./former-ids.ts";

/** How serious the findings of rules are, by id; what is not named is as the table says. */
export type Levels = Readonly<Record<string, RuleLevel>>;

/** What has a level. */
interface Levelled {
	readonly rule: string;
	readonly severity: Severity;
}

/** What a finding counts as under the levels given. A finding that would be refused stays an error. */
export function levelOf(finding: Levelled, levels: Levels): RuleLevel {
	const level = Object.hasOwn(levels, finding.rule) ? levels[finding.rule] : undefined;
	const locked = isRuleId(finding.rule) ? RULES[finding.rule].locked : undefined;
	if (level === undefined || locked === "all" || (locked === "errors" && finding.severity === "error"))
		return finding.severity;
	return level;
}

/**
 * Levels as a file gives them, under the ids that rules have now; where a rule is named by both of its ids,
 * the one it has now counts.
 */
export function levelsById(given: Readonly<Record<string, RuleLevel | undefined>>): Levels {
	const entries = Object.entries(given).flatMap(([id, level]) =>
		level === undefined ? [] : [{ id, level, now: ruleNamed(id) ?? id }],
	);
	const [former, current] = [
		entries.filter(({ id, now }) => id !== now),
		entries.filter(({ id, now }) => id === now),
	];
	return Object.fromEntries([...former, ...current].map(({ now, level }) => [now, level]));
}

/** Findings under the levels given, without those that are off. */
export function levelled<Found extends Levelled>(findings: readonly Found[], levels: Levels): Found[] {
	return findings.flatMap((each) => {
		const severity = levelOf(each, levels);
		return severity === "off" ? [] : [severity === each.severity ? each : { ...each, severity }];
	});
}

/** Levels under which every warning is an error, but for what is off. */
export function strictly(levels: Levels): Levels {
	return Object.fromEntries(
		RULE_IDS.map((id): [string, RuleLevel] => [id, levels[id] === "off" ? "off" : "error"]),
	);
}

/** Why a rule cannot be given a level, in words; undefined when it can. */
export function levelProblem(id: RuleId, level: RuleLevel): string | undefined {
	const { severity, locked, title } = RULES[id];
	if (severity === "information") return `\`${id}\` is never found in a file, so it has no level.`;
	if (locked === "all" && level !== "error")
		return `${title}: the service or the platform refuses that, so \`${id}\` stays an error.`;
	return undefined;
}
