import { fits, patternProblem } from "../compose/pattern.ts";
import type { InputValue } from "../model/campaign.ts";
import type { Path } from "../yaml/plain-value.ts";
import { isMap, MAX_DIAGNOSTICS, valueAt } from "../yaml/shape.ts";
import { didYouMean } from "../yaml/suggest.ts";
import { variable } from "./input-variable.ts";
import type { RuleFinding } from "./rules/finding.ts";

/** Values for inputs from one place, such as a file or the command line. */
export interface InputSource {
	/** For people: `--var`, `envs/staging.yaml`. */
	readonly label: string;
	/** Texts alone (command line, environment) are read as the type the input has. */
	readonly textual: boolean;
	/** Undefined where it has none of that name. */
	readonly value: (name: string) => unknown;
}

/** The inputs a campaign declares, with their values. */
export interface Inputs {
	readonly values: Readonly<Record<string, InputValue>>;
	readonly findings: readonly RuleFinding[];
}

type Type = "string" | "number" | "boolean";

interface Declared {
	readonly name: string;
	readonly type: Type;
	readonly fallback: unknown;
	readonly allowed: readonly unknown[] | undefined;
	readonly pattern: string | undefined;
	readonly about: string;
}

/**
 * Settles every declared input: the first source that has it wins, then its default. What is misshapen in the
 * declaration is the schema's to report.
 */
export function settleInputs(raw: unknown, sources: readonly InputSource[]): Inputs {
	const settled = Object.entries(mapAt(raw, ["inputs"])).map(([name, input]) =>
		settle(declared(name, input), sources),
	);
	return {
		values: Object.fromEntries(
			settled.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
		),
		findings: settled.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
	};
}

interface Settled {
	readonly name: string;
	readonly value?: InputValue;
	readonly finding?: RuleFinding;
}

function settle(input: Declared, sources: readonly InputSource[]): Settled {
	const { name, fallback } = input;
	const source = sources.find(({ value }) => value(name) !== undefined);
	if (source === undefined && fallback === undefined) return { name, finding: missing(input) };
	const given = source === undefined ? fallback : source.value(name);
	const value = typed(given, input.type, source?.textual === true);
	const problem = value === undefined ? `It must be ${WORDS[input.type]}.` : misfit(value, input);
	const path: Path = source === undefined ? ["inputs", name, "default"] : ["inputs", name];
	if (problem === undefined && value !== undefined) return { name, value };
	const detail = `The value of \`${name}\`${source === undefined ? "" : ` from ${source.label}`} cannot be used. ${problem}`;
	const hint = source === undefined ? "Correct `default`, or what the input allows." : "Give another value.";
	return {
		name,
		finding: {
			rule: "input-value",
			summary: "This input does not fit",
			detail,
			hint,
			path,
			...(source !== undefined && { part: "key" as const }),
		},
	};
}

const WORDS: Readonly<Record<Type, string>> = {
	string: "a text",
	number: "a number",
	boolean: "true or false",
};

function declared(name: string, raw: unknown): Declared {
	const { type, default: fallback, enum: allowed, pattern, description } = isMap(raw) ? raw : {};
	return {
		name,
		// Where the type is misspelt, which the schema reports, the default shows what was meant.
		type: [type ?? "string", typeof fallback].find(isType) ?? "string",
		fallback,
		allowed: Array.isArray(allowed) ? allowed : undefined,
		pattern: typeof pattern === "string" && patternProblem(pattern) === undefined ? pattern : undefined,
		about: typeof description === "string" ? ` ${description.replace(/[.\s]*$/, ".")}` : "",
	};
}

function isType(type: unknown): type is Type {
	return type === "string" || type === "number" || type === "boolean";
}

function missing({ name, about }: Declared): RuleFinding {
	return {
		rule: "missing-input",
		summary: "An input has no value",
		detail: `\`${name}\` has no default and was not given.${about}`,
		hint: `Give it with --var ${name}=…, with ${variable(name)}, or in envs/NAME.yaml with --env NAME.`,
		path: ["inputs", name],
		part: "key",
	};
}

function typed(given: unknown, type: Type, textual: boolean): InputValue | undefined {
	if (textual && typeof given === "string" && type === "number")
		return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : undefined;
	if (textual && type === "boolean") return given === "true" ? true : given === "false" ? false : undefined;
	return typeof given === type &&
		(typeof given === "string" || typeof given === "number" || typeof given === "boolean")
		? given
		: undefined;
}

function misfit(value: InputValue, { allowed, pattern }: Declared): string | undefined {
	if (allowed !== undefined && !allowed.includes(value)) return `Allowed: ${allowed.join(", ")}.`;
	if (pattern !== undefined && !fits(pattern, String(value))) return `It must match \`${pattern}\`.`;
	return undefined;
}

/** Templates see inputs for themselves; everywhere else a text is replaced as it is read. */
const TEMPLATES = new Set<unknown>(["title", "description", "tags"]);
/** What declares inputs, and what is read before they have values. */
const AS_WRITTEN = new Set(["inputs", "use"]);
const EXPRESSION = /\{\{\s*inputs\.([A-Za-z0-9_-]+)\s*\}\}/g;

/** More are not shown, and near names take time to find. */
const ENOUGH = MAX_DIAGNOSTICS + 1;

export interface Filled {
	readonly value: unknown;
	/** Inputs that are not declared. */
	readonly findings: readonly RuleFinding[];
	/** Texts with an input that has no value: whatever else is wrong with them follows from that. */
	readonly unfilled: readonly Path[];
}

/**
 * Puts inputs into every text of a raw campaign that is not a template: a text that is one input alone
 * becomes its value, whatever type that has.
 */
export function fillInputs(raw: unknown, values: Inputs["values"]): Filled {
	const known = new Set(Object.keys(mapAt(raw, ["inputs"])));
	const findings: RuleFinding[] = [];
	const unfilled: Path[] = [];
	const fillText = (text: string, path: Path): unknown => {
		const names = [...text.matchAll(EXPRESSION)].map(([, name = ""]) => name);
		const unknown = names.find((name) => !known.has(name));
		if (unknown !== undefined && findings.length < ENOUGH)
			findings.push(unknownInput(unknown, [...known], path));
		if (names.some((name) => values[name] === undefined)) unfilled.push(path);
		const whole =
			text.replace(EXPRESSION, "") === "" && names.length === 1 ? values[names[0] ?? ""] : undefined;
		return whole ?? text.replace(EXPRESSION, (all, name) => String(values[name] ?? all));
	};
	const fill = (value: unknown, path: Path): unknown => {
		if (typeof value === "string") return value.includes("{{") ? fillText(value, path) : value;
		if (Array.isArray(value)) return value.map((each, index) => fill(each, [...path, index]));
		if (!isMap(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [
				key,
				isTemplate(path, key) ? each : fill(each, [...path, key]),
			]),
		);
	};
	return {
		value: isMap(raw)
			? Object.fromEntries(
					Object.entries(raw).map(([key, each]) => [
						key,
						AS_WRITTEN.has(key) || !namesInputs(each) ? each : fill(each, [key]),
					]),
				)
			: raw,
		findings,
		unfilled,
	};
}

/** Whether any text of the value names an input: most of a campaign is not copied. */
function namesInputs(value: unknown): boolean {
	if (typeof value === "string") return value.search(EXPRESSION) >= 0;
	return typeof value === "object" && value !== null && Object.values(value).some(namesInputs);
}

function isTemplate(path: Path, key: string): boolean {
	return TEMPLATES.has(key) && (path.includes("text") || path.includes("to"));
}

function unknownInput(name: string, known: readonly string[], path: Path): RuleFinding {
	return {
		rule: "unknown-input",
		summary: "Unknown input",
		detail: `There is no input \`${name}\` in this campaign.`,
		hint: didYouMean(name, known, "Inputs") || "Declare it under `inputs`.",
		path,
	};
}

function mapAt(raw: unknown, path: Path): Readonly<Record<string, unknown>> {
	const value = valueAt(raw, path);
	return isMap(value) ? value : {};
}
