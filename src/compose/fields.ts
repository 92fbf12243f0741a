import type { Platform } from "../model/account.ts";
import { type Limit, type TextRule, UNITS, type Unit } from "../model/rules/rule.ts";
import { TEXT_RULES } from "../model/rules/texts.ts";
import { isTextUnit, type TextUnit } from "./lengths.ts";

/** A text rule with its name. */
export interface NamedTextRule extends TextRule {
	readonly id: keyof typeof TEXT_RULES;
}

const ALL = Object.entries(TEXT_RULES).map(([id, rule]): NamedTextRule => ({ ...(rule as TextRule), id: id as NamedTextRule["id"] }));

/** To whom a text goes. */
export interface Reader {
	readonly platform: Platform;
	readonly premium?: boolean;
}

/** The rules about the texts of one account. */
export function textRulesOf({ platform, premium = false }: Reader): readonly NamedTextRule[] {
	return ALL.filter((rule) => rule.platform === platform && (rule.premium ?? premium) === premium);
}

/** The unit a field is counted in there, and how much of it the platform takes. Without a rule: characters, without end. */
export function roomOf(reader: Reader, field: TextRule["field"]): { readonly unit: TextUnit; readonly most: number } {
	const limits = textRulesOf(reader)
		.filter((rule) => rule.field === field && rule.severity === "error")
		.flatMap(({ limits: all = [] }) => all);
	const limit = limits.find((each): each is Limit & { readonly unit: TextUnit } => isTextUnit(each.unit));
	return { unit: limit?.unit ?? "characters", most: limit?.most ?? Number.POSITIVE_INFINITY };
}

/** The unit in words. */
export function unitWords(unit: Unit): string {
	return UNITS[unit].replace(/ \(.*/, "");
}
