import type { Clip } from "../model/clip.ts";
import type { Severity } from "../model/diagnostic.ts";
import type { PostBody } from "../model/post.ts";
import type { Limit, Unit } from "../model/rules/rule.ts";
import { RULES, type RuleId } from "../model/rules.ts";
import { type NamedTextRule, type TextDestination, textRulesOf, unitWords } from "./fields.ts";
import { isTextUnit, lengthOf } from "./lengths.ts";
import { tagName, unique } from "./text-values.ts";

/** Something about a post that a platform would refuse, or that is likely trouble. */
export interface PostFinding {
	readonly rule: RuleId;
	readonly severity: Severity;
	/** Full sentences with the numbers. */
	readonly detail: string;
	/** The text it is about; absent: the clip itself. */
	readonly field?: "title" | "description" | "tags";
}

/** What is wrong with the texts of a post, by the table of rules. Texts that are absent are not looked at. */
export function checkBody(body: PostBody, reader: TextDestination): PostFinding[] {
	const found = textRulesOf(reader).flatMap((rule) => [...tooMuch(rule, body), ...forbidden(rule, body)]);
	// Of a number that the platform refuses, the careful one below it has nothing to add.
	return found.filter(
		(each) =>
			each.severity === "error" ||
			!found.some(
				(other) => other.severity === "error" && other.field === each.field && other.unit === each.unit,
			),
	);
}

interface Measured extends PostFinding {
	readonly unit?: Unit;
}

function tooMuch({ id, severity, field, limits = [] }: NamedTextRule, body: PostBody): Measured[] {
	return limits.flatMap(({ unit, most = Number.POSITIVE_INFINITY }) => {
		const amount = amountOf(unit, field, body);
		const detail =
			`The ${field} ${field === "tags" ? "have" : "has"} ${amount} ${unitWords(unit)}; ` +
			`at most ${most} are allowed.`;
		return amount > most ? [{ rule: id, severity, detail, field, unit }] : [];
	});
}

function forbidden({ id, severity, field, without = "" }: NamedTextRule, body: PostBody): Measured[] {
	const text = field === "tags" ? (body.tags ?? []).join(" ") : (body[field] ?? "");
	const char = [...without].find((each) => text.includes(each));
	return char === undefined
		? []
		: [{ rule: id, severity, detail: `The ${field} holds the character ${char}.`, field }];
}

function amountOf(unit: Unit, field: NamedTextRule["field"], body: PostBody): number {
	if (unit === "tag-sum") return tagSum(body.tags ?? []);
	if (unit === "hashtags") return hashtagsOf(body).length;
	const text = field === "tags" ? "" : (body[field] ?? "");
	if (isTextUnit(unit)) return lengthOf(text, unit);
	return text.match(SIGNS[unit] ?? /$^/)?.length ?? 0;
}

const SIGNS: Readonly<Partial<Record<Unit, RegExp>>> = {
	mentions: /(?<![\p{L}\p{N}_@])@[\p{L}\p{N}_.]+/gu,
	cashtags: /(?<![\p{L}\p{N}_$])\$[A-Za-z]{1,6}(?![\p{L}\p{N}_])/gu,
};

/** YouTube's rule: what the tags would be as one text, tags with a space in quotes. */
function tagSum(tags: readonly string[]): number {
	return tags.reduce(
		(sum, tag) => sum + lengthOf(tag, "characters") + (/\s/.test(tag) ? 2 : 0),
		Math.max(0, tags.length - 1),
	);
}

/** Those of the text and of the tags together, each once. */
function hashtagsOf({ description = "", tags = [] }: PostBody): string[] {
	const written = description.match(/(?<![\p{L}\p{N}_&])[#＃][\p{L}\p{M}\p{N}_]+/gu) ?? [];
	return unique([...written, ...tags].map(tagName).filter(Boolean));
}

/** What is wrong with the length of a clip for a platform (clip-length). */
export function checkLength({ moment }: Pick<Clip, "moment">, { platform }: TextDestination): PostFinding[] {
	const seconds = (moment.to - moment.from) / 1000;
	const { severity, limits = [] } = RULES["clip-length"];
	const found = limits
		.filter((limit) => limit.platform === platform && !within(seconds, limit))
		.flatMap((limit): PostFinding[] => {
			const level = limit.severity ?? severity;
			return level === "information"
				? []
				: [{ rule: "clip-length", severity: level, detail: lengthWords(seconds, limit) }];
		});
	return found
		.filter(({ severity: each }) => each === "error")
		.slice(0, 1)
		.concat(found)
		.slice(0, 1);
}

function within(seconds: number, { least = 0, most = Number.POSITIVE_INFINITY }: Limit): boolean {
	return seconds >= least && seconds <= most;
}

function lengthWords(seconds: number, { least = 0, most, note }: Limit): string {
	const bound = seconds < least ? `at least ${least}` : `at most ${most}`;
	return (
		`The clip is ${Math.round(seconds * 10) / 10} seconds long; ` +
		`${bound} are allowed${note === undefined ? "" : ` (${note})`}.`
	);
}
