import type { Platform } from "../model/account.ts";
import type { ReferenceField } from "../model/post.ts";
import { REFERENCE_LENGTH } from "../model/reference.ts";
import { type Limit, type TextRule, UNITS, type Unit } from "../model/rules/rule.ts";
import { TEXT_RULES } from "../model/rules/texts.ts";
import type { TextLimit } from "./filters.ts";
import { isTextUnit, type TextUnit } from "./lengths.ts";

/** A text rule with its name. */
export interface NamedTextRule extends TextRule {
	readonly id: keyof typeof TEXT_RULES;
}

const ALL = Object.entries(TEXT_RULES).map(
	([id, rule]): NamedTextRule => ({ ...(rule as TextRule), id: id as NamedTextRule["id"] }),
);

/** To whom a text goes. */
export interface TextDestination {
	readonly platform: Platform;
	readonly premium?: boolean;
	/** Where the reference of a post is written. */
	readonly reference?: ReferenceField;
}

/** What there is to know of the texts of one kind of account. */
interface AccountRules {
	readonly rules: readonly NamedTextRule[];
	readonly limits: Readonly<Record<TextRule["field"], TextLimit>>;
}

/** The rules about the texts of one account. */
export function textRulesOf(reader: TextDestination): readonly NamedTextRule[] {
	return knownOf(reader).rules;
}

/**
 * The unit a field is counted in there, and how much of it the platform takes beside a reference. Without a
 * rule: characters, without end.
 */
export function textLimitOf(reader: TextDestination, field: TextRule["field"]): TextLimit {
	const limit = knownOf(reader).limits[field];
	const isShared = reader.reference === "description" && field === "description";
	return isShared ? { ...limit, most: Math.max(0, limit.most - REFERENCE_LENGTH) } : limit;
}

/** Asked for every text of every post. */
const known = new Map<string, AccountRules>();

function knownOf({ platform, premium = false }: TextDestination): AccountRules {
	const name = `${platform} ${premium}`;
	const found = known.get(name);
	if (found !== undefined) return found;
	const rules = ALL.filter((rule) => rule.platform === platform && (rule.premium ?? premium) === premium);
	const fresh = {
		rules,
		limits: {
			title: textLimitIn(rules, "title"),
			description: textLimitIn(rules, "description"),
			tags: textLimitIn(rules, "tags"),
		},
	};
	known.set(name, fresh);
	return fresh;
}

function textLimitIn(rules: readonly NamedTextRule[], field: TextRule["field"]): TextLimit {
	const limits = rules
		.filter((rule) => rule.field === field && rule.severity === "error")
		.flatMap(({ limits: all = [] }) => all);
	const limit = limits.find((each): each is Limit & { readonly unit: TextUnit } => isTextUnit(each.unit));
	return { unit: limit?.unit ?? "characters", most: limit?.most ?? Number.POSITIVE_INFINITY };
}

/** The unit in words. */
export function unitWords(unit: Unit): string {
	return UNITS[unit].replace(/ \(.*/, "");
}
