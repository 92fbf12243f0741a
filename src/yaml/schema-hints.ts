import type { SchemaError } from "./schema-error.ts";

/** What kind of value is wanted, in words: `text`, `a map or a list`. */
export function wanted(error: SchemaError): string {
	return typesOf(error)
		.filter((type) => type !== "null")
		.map((type) => TYPE_WORDS[type] ?? type)
		.join(" or ");
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
	string: "text",
	integer: "a whole number",
	number: "a number",
	boolean: "true or false",
	array: "a list",
	object: "a map (`key: value` lines)",
};

/** What kind of value something is, in words. */
export function kindOf(value: unknown): string {
	if (value === null) return "null";
	if (value === undefined) return "nothing";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a map";
	return typeof value === "string" ? `the text ${shortText(value)}` : shortText(value);
}

/** A value on one line, cut where it is long. */
export function shortText(value: unknown): string {
	const text =
		typeof value === "object"
			? kindOf(value)
			: typeof value === "string"
				? `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
				: String(value);
	return text;
}

/** What to write instead of a value of another type. */
export function typeHint(error: SchemaError, subject: string): string | undefined {
	const types = typesOf(error);
	const { data } = error;
	if (subject === "the file") return keysHint(error).hint;
	const hints = types.map((type) => HINTS[type]?.(data, error));
	return hints.find((hint) => hint !== undefined) ?? exampleHint(error).hint ?? keysHint(error).hint;
}

/** What people who wrote this instead of that probably meant. */
const HINTS: Readonly<Record<string, (data: unknown, error: SchemaError) => string | undefined>> = {
	string: (data, { parentSchema }) => {
		if (typeof data !== "number" && typeof data !== "boolean") return undefined;
		const fits =
			parentSchema?.pattern === undefined || new RegExp(String(parentSchema.pattern), "u").test(String(data));
		return fits ? `Put it in quotes: "${data}".` : undefined;
	},
	boolean: (data) => {
		if (data === "true" || data === "false") return `Write it without quotes: ${data}.`;
		if (typeof data !== "string" || !/^(yes|no|on|off|y|n)$/i.test(data)) return undefined;
		return `Write ${/^(yes|on|y)$/i.test(data) ? "true" : "false"}: YAML 1.2 knows only true and false.`;
	},
	integer: unquotedNumber,
	number: unquotedNumber,
	object: (data, { parentSchema }) => {
		const needed = Array.isArray(parentSchema?.required) ? parentSchema.required : [];
		if (data !== null && data !== true) return undefined;
		return needed.length === 0
			? "Write `{}` for an empty map."
			: `It needs ${needed.map((key) => `\`${key}\``).join(" and ")}.`;
	},
	array: (data) => (typeof data === "string" ? `Write it as a list: [${data.slice(0, 40)}].` : undefined),
};

function unquotedNumber(data: unknown): string | undefined {
	if (typeof data !== "string") return undefined;
	if (/^\d+(\.\d+)?$/.test(data)) return `Write it without quotes: ${data}.`;
	return /^\d{1,3}([_', ]\d{3})+$/.test(data)
		? `Write the digits alone: ${data.replace(/\D/g, "")}.`
		: undefined;
}

function typesOf(error: SchemaError): readonly string[] {
	return Array.isArray(error.schema) ? error.schema.map(String) : [String(error.schema)];
}

/** The keys that can stand in a map. */
export function keysHint(error: SchemaError): { readonly hint?: string } {
	const keys = Object.keys(asRecord(error.parentSchema?.properties));
	return keys.length === 0 ? {} : { hint: `Keys here: ${keys.join(", ")}.` };
}

/** What is expected, with an example. */
export function exampleHint(error: SchemaError): { readonly hint?: string } {
	const example = exampleOf(asRecord(error.parentSchema));
	const hint = [expectedOf(error), example === undefined ? undefined : `For example: ${example}.`]
		.filter((each) => each !== undefined)
		.join(" ");
	return hint === "" ? {} : { hint };
}

/** The first example of a schema, as people write it. */
export function exampleOf(schema: Readonly<Record<string, unknown>>): string | undefined {
	const examples = schema.examples ?? schema.samples;
	const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
	if (first === undefined) return undefined;
	return flow(first);
}

/** A value as people write it on one line. */
function flow(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
	if (typeof value === "string") return /[{[]|: |^#|^\d+(:\d+)?$/.test(value) ? JSON.stringify(value) : value;
	if (typeof value !== "object" || value === null) return String(value);
	const entries = Object.entries(value).map(([key, each]) => `${key}: ${flow(each)}`);
	return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** What is expected, in words of the schema. Of names we have words of our own. */
export function expectedOf(error: SchemaError): string | undefined {
	const words = error.parentSchema?.patternErrorMessage;
	return typeof words === "string" && !isName(error) ? words : undefined;
}

/** Whether a name of one's own is what is expected. */
export function isName({ parentSchema }: SchemaError): boolean {
	return String(parentSchema?.pattern).startsWith("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
}

/** A map, or an empty one. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Readonly<Record<string, unknown>>)
		: {};
}
