import { PLATFORM_TITLES } from "../model/platform-titles.ts";
import { formerIdOf } from "../model/rules/former-ids.ts";
import { type Limit, type Rule, UNITS } from "../model/rules/rule.ts";
import { RULE_IDS, RULES, type RuleId } from "../model/rules.ts";
import { type Ink, paint, wrap } from "./ink.ts";

/**
 * Everything that is known of a rule: what, why, its numbers with their units, what to do, who says so, how
 * to override it. Ends with a newline.
 */
export function renderRule(id: RuleId, ink: Ink): string {
	const rule = RULES[id];
	const { bold, dim } = paint(ink);
	const former = formerIdOf(id);
	const body = [
		...wrap(rule.why, ink.width),
		"",
		...(rule.limits ?? []).flatMap((limit) =>
			wrap(limitLine(limit, rule), ink.width - 2).map((line, index) => `${index === 0 ? "-" : " "} ${line}`),
		),
		...(rule.limits?.length ? [""] : []),
		...labelled("What to do", rule.fix, ink),
		...labelled("Severity", severityOf(rule), ink),
		...labelled("Override", overrideOf(id, rule), ink),
		...(former === undefined ? [] : labelled("Formerly", `${former}, which is still accepted`, ink)),
		...labelled("Source", `${rule.source}; checked ${rule.checked}`, ink),
	];
	return `${bold(id)} ${dim("·")} ${rule.title}\n\n${body.join("\n")}\n`;
}

/** One line a rule: id, severity, title. Ends with a newline. */
export function renderRules(ink: Ink): string {
	const { red, yellow, dim } = paint(ink);
	const colour = { error: red, warning: yellow, information: dim };
	const wide = Math.max(...RULE_IDS.map((id) => id.length));
	return RULE_IDS.map((id) => {
		const { severity, title } = RULES[id];
		return `${id.padEnd(wide)}  ${colour[severity](SHORT[severity].padEnd(7))}  ${title}\n`;
	}).join("");
}

const SHORT = { error: "error", warning: "warning", information: "info" } as const;

function severityOf({ severity, locked }: Rule): string {
	if (severity === "information") return "information: it is never found in a file";
	if (locked === "errors") return "error where it would be refused, warning where it is only likely trouble";
	return severity;
}

function overrideOf(id: RuleId, { severity, locked }: Rule): string {
	if (severity === "information") return "not needed";
	if (locked === "all") return "not possible: it would be refused or fail";
	const how =
		`\`rules: { ${id}: ${severity === "error" ? "warning" : "error"} }\` or \`off\`, ` +
		"in a campaign or in the settings; a campaign's word wins; --strict turns warnings into errors";
	return locked === "errors" ? `${how}; only its warnings can be turned off` : how;
}

function limitLine({ platform, unit, least, most, note, severity, source }: Limit, rule: Rule): string {
	const bounds = [
		least === undefined ? "" : `at least ${grouped(least)}`,
		most === undefined ? "" : `at most ${grouped(most)}`,
	]
		.filter(Boolean)
		.join(", ");
	const whose = platform === undefined ? "" : `${PLATFORM_TITLES[platform]}: `;
	const more = [
		severity === undefined || severity === rule.severity ? "" : severity,
		note ?? "",
		source ?? "",
	]
		.filter(Boolean)
		.join("; ");
	return `${whose}${bounds} ${UNITS[unit]}${more === "" ? "" : ` (${more})`}`;
}

function grouped(value: number): string {
	return value.toLocaleString("en-US");
}

function labelled(label: string, text: string, ink: Ink): string[] {
	const [first = "", ...rest] = wrap(text, ink.width - 14);
	return [
		`${paint(ink).dim(`${label}:`.padEnd(13))} ${first}`,
		...rest.map((line) => `${" ".repeat(14)}${line}`),
	];
}
