import type { SchemaError } from "./shape.ts";
import type { Words } from "./source.ts";
import { didYouMean } from "./suggest.ts";
import type { Path } from "./values.ts";

/** What a schema error says to a person, and which key or value it is about. */
export interface Worded {
	readonly words: Words;
	readonly path: Path;
	readonly part: "key" | "value";
}

/** Turns one schema error into plain words; none of them mentions schemas. */
export function errorWords(error: SchemaError, path: Path): Worded {
	if (error.propertyName !== undefined) return { words: badName(error.propertyName, error), path: [...path, error.propertyName], part: "key" };
	if (error.keyword === "additionalProperties") return unknownKey(error, path);
	if (error.keyword === "required") return { words: missingKey(error, path), path, part: "key" };
	const words = WORDS[error.keyword] ?? unfit;
	return { words: words(error, shown(path)), path, part: "value" };
}

/** A path as people write it: `videos.keynote.clipping`. */
function shown(path: Path): string {
	return path.length === 0
		? "the file"
		: `\`${path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`)).join("")}\``;
}

function unknownKey(error: SchemaError, path: Path): Worded {
	const key = String(error.params.additionalProperty);
	const known = Object.keys(asRecord(error.parentSchema?.properties));
	const where = path.length === 0 ? "at the top of the file" : `in ${shown(path)}`;
	const words: Words = {
		rule: "unknown-key",
		summary: "Unknown key",
		detail: `\`${key}\` is not a key that can stand ${where}.`,
		hint: didYouMean(key, known, "Keys here"),
	};
	return { words, path: [...path, key], part: "key" };
}

function missingKey(error: SchemaError, path: Path): Words {
	const key = String(error.params.missingProperty);
	const property = asRecord(asRecord(error.parentSchema?.properties)[key]);
	const example = exampleOf(property);
	const hint = example === undefined ? `Add \`${key}:\`.` : `Add \`${key}:\`, for example \`${key}: ${example}\`.`;
	return { rule: "missing-key", summary: "A key is missing", detail: `${capital(shown(path))} has no \`${key}\`.`, hint };
}

function badName(name: string, error: SchemaError): Words {
	const detail = error.keyword === "pattern" ? `\`${name}\` cannot be a name: ${NAME_RULE}` : `\`${name}\` cannot be a name.`;
	return { rule: "bad-name", summary: "This name cannot be used", detail, hint: nameHint(name) };
}

const NAME_RULE = "names have letters, digits, `-` and `_`, at most 64, and start with a letter or a digit.";

function nameHint(name: string): string {
	const fixed = name
		.replace(/[^A-Za-z0-9_-]+/g, "-")
		.replace(/^[^A-Za-z0-9]+|-+$/g, "")
		.slice(0, 64);
	return fixed === "" ? "Choose another name." : `Write \`${fixed}\`.`;
}

type Wording = (error: SchemaError, subject: string) => Words;

const WORDS: Readonly<Record<string, Wording>> = {
	type: (error, subject) => {
		const hint = typeHint(error);
		return {
			rule: "wrong-type",
			summary: "Wrong type of value",
			detail: `${capital(subject)} must be ${wanted(error)}, not ${kindOf(error.data)}.`,
			...(hint && { hint }),
		};
	},
	enum: (error, subject) => {
		const known = friendly(error.schema);
		const given = shortText(error.data);
		const hint = didYouMean(unquoted(error.data), known, "Allowed");
		return { rule: "unknown-value", summary: "Unknown value", detail: `${capital(subject)} cannot be ${given}.`, hint };
	},
	pattern: (error, subject) => {
		if (error.parentSchema?.title === "Name" || String(error.schema).startsWith("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}"))
			return { rule: "bad-name", summary: "This name cannot be used", detail: `${capital(subject)}: ${NAME_RULE}`, hint: nameHint(String(error.data)) };
		return {
			rule: "bad-format",
			summary: "This is not written as expected",
			detail: `${capital(subject)} cannot be ${shortText(error.data)}.`,
			...exampleHint(error),
		};
	},
	minimum: (error, subject) => outOfRange(subject, error, "at least"),
	maximum: (error, subject) => outOfRange(subject, error, "at most"),
	minLength: (error, subject) => ({
		rule: "too-short",
		summary: "This text is too short",
		detail: Number(error.params.limit) === 1 ? `${capital(subject)} is empty.` : `${capital(subject)} needs at least ${error.params.limit} characters.`,
		...exampleHint(error),
	}),
	maxLength: (error, subject) => ({
		rule: "too-long",
		summary: "This text is too long",
		detail: `${capital(subject)} may have at most ${error.params.limit} characters.`,
	}),
	minItems: (_, subject) => ({
		rule: "empty-list",
		summary: "This list is empty",
		detail: `${capital(subject)} needs at least one entry.`,
		hint: "Add an entry, or delete the key.",
	}),
	minProperties: (error, subject) => ({
		rule: "empty-map",
		summary: "This map is empty",
		detail: `${capital(subject)} needs at least one entry.`,
		hint: keysHint(error).hint ?? "Add an entry, or delete the key.",
	}),
	maxProperties: (error, subject) => ({
		rule: "too-many-keys",
		summary: "Too many keys",
		detail: `${capital(subject)} takes only one of its keys.`,
		...keysHint(error),
	}),
};

const unfit: Wording = (_, subject) => ({
	rule: "bad-format",
	summary: "This is not written as expected",
	detail: `${capital(subject)} has a value that cannot be used.`,
});

function outOfRange(subject: string, error: SchemaError, bound: string): Words {
	return {
		rule: "out-of-range",
		summary: "This number is out of range",
		detail: `${capital(subject)} must be ${bound} ${error.params.limit}, not ${shortText(error.data)}.`,
	};
}

function typeHint(error: SchemaError): string | undefined {
	const types = typesOf(error);
	const { data } = error;
	if (types.includes("string") && (typeof data === "number" || typeof data === "boolean")) return `Put it in quotes: "${data}".`;
	if (types.includes("boolean") && typeof data === "string" && /^(yes|no|on|off|y|n)$/i.test(data))
		return `Write ${/^(yes|on|y)$/i.test(data) ? "true" : "false"}: YAML 1.2 knows only true and false.`;
	if ((types.includes("integer") || types.includes("number")) && typeof data === "string" && /^\d+(\.\d+)?$/.test(data))
		return `Write it without quotes: ${data}.`;
	if (types.includes("object") && data === null) return "Write `{}` for an empty map.";
	if (types.includes("array") && typeof data === "string") return `Write it as a list: [${data.slice(0, 40)}].`;
	return exampleHint(error).hint;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
	string: "text",
	integer: "a whole number",
	number: "a number",
	boolean: "true or false",
	array: "a list",
	object: "a map (`key: value` lines)",
};

function wanted(error: SchemaError): string {
	return typesOf(error)
		.filter((type) => type !== "null")
		.map((type) => TYPE_WORDS[type] ?? type)
		.join(" or ");
}

function typesOf(error: SchemaError): readonly string[] {
	return Array.isArray(error.schema) ? error.schema.map(String) : [String(error.schema)];
}

function kindOf(value: unknown): string {
	if (value === null) return "null";
	if (value === undefined) return "nothing";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a map";
	return typeof value === "string" ? `the text ${shortText(value)}` : shortText(value);
}

/** The service's own spellings are accepted but not advertised. */
function friendly(schema: unknown): string[] {
	const all = Array.isArray(schema) ? schema : [];
	return all.filter((value): value is string => typeof value === "string" && !/^[A-Z]+_/.test(value));
}

function keysHint(error: SchemaError): { readonly hint?: string } {
	const keys = Object.keys(asRecord(error.parentSchema?.properties));
	return keys.length === 0 ? {} : { hint: `Keys here: ${keys.join(", ")}.` };
}

function exampleHint(error: SchemaError): { readonly hint?: string } {
	const example = exampleOf(asRecord(error.parentSchema));
	return example === undefined ? {} : { hint: `For example: ${example}.` };
}

function exampleOf(schema: Readonly<Record<string, unknown>>): string | undefined {
	const examples = schema.examples;
	const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
	if (first === undefined) return undefined;
	return typeof first === "string" && !/[{[]|: |^\d+(:\d+)?$/.test(first) ? first : JSON.stringify(first);
}

function shortText(value: unknown): string {
	const text =
		typeof value === "object" ? kindOf(value) : typeof value === "string" ? `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"` : String(value);
	return text;
}

function unquoted(value: unknown): string {
	return typeof value === "string" ? value : String(value);
}

function capital(text: string): string {
	return text === "the file" ? "The file" : text;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};
}
