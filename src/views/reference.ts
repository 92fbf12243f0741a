import { readSchema, type Schema, schemaAt, schemaOf } from "../model/schema.ts";

/** Reference pages of a schema in Markdown: one section for every kind of map, one row for every key. */
export function renderReference(schema: Schema): string {
	const sections = sectionsOf(schema);
	return `${[`# ${schema.title ?? "Reference"}`, schema.description ?? "", ...sections.map((each) => section(each, schema))].filter(Boolean).join("\n\n")}\n`;
}

interface Section {
	readonly heading: string;
	readonly schema: Schema;
}

/** The top, then every definition that has keys, in the order of the schema. */
function sectionsOf(schema: Schema): readonly Section[] {
	const definitions = Object.entries(schema.definitions ?? {}).filter(([, each]) => each.properties !== undefined);
	return [{ heading: "Top of the file", schema }, ...definitions.map(([name, each]) => ({ heading: each.title ?? name, schema: each }))];
}

function section({ heading, schema }: Section, root: Schema): string {
	const inside = { ...schema, root };
	const keys = Object.keys(schema.properties ?? {});
	const rows = keys.map((key) => row(key, schemaAt(inside, key) ?? {}, { required: schema.required?.includes(key) === true, root }));
	const table = ["| key | value | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
	const about = schema === root ? "" : (schema.description ?? "");
	return [`## ${heading}`, about, table].filter(Boolean).join("\n\n");
}

function row(key: string, schema: Schema, { required, root }: { readonly required: boolean; readonly root: Schema }): string {
	const fallback = schema.default === undefined ? (required ? "*required*" : "") : code(schema.default);
	const examples = (schema.examples ?? []).slice(0, 3).map(code).join(", ");
	const about = [schema.description ?? "", examples && `Example: ${examples}`].filter(Boolean).join(" ");
	return `| \`${key}\` | ${kind(schema, root)} | ${fallback} | ${cell(about)} |`;
}

/** What may stand there: the words, the kind of map with a link to its section, or the type. */
function kind(schema: Schema, root: Schema): string {
	const words = schema.enum?.filter((value) => value !== null && !isWire(value));
	if (words !== undefined) return words.map(code).join(", ");
	if (schema.properties !== undefined) return linked(schema);
	const inside = readSchema(root);
	if (typeof schema.additionalProperties === "object") return `map of names to ${kind({ ...schemaAt({ ...schema, root: inside }, ""), root }, root)}`;
	if (schema.items !== undefined) return `list of ${kind({ ...schemaOf({ ...schema, root: inside }, "items"), root }, root)}`;
	return types(schema).join(" or ");
}

/** The service's own spellings are accepted, not advertised. */
function isWire(value: unknown): boolean {
	return typeof value === "string" && /^[A-Z]+_\w+$/.test(value);
}

function linked({ title = "map" }: Schema): string {
	return `[${title}](#${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")})`;
}

const TYPES: Readonly<Record<string, string>> = {
	string: "text",
	integer: "whole number",
	number: "number",
	boolean: "true or false",
	array: "list",
	object: "map",
};

function types({ type = [] }: Schema): readonly string[] {
	const all = typeof type === "string" ? [type] : type;
	return all.filter((each) => each !== "null").map((each) => TYPES[each] ?? each);
}

function code(value: unknown): string {
	return `\`${cell(typeof value === "string" ? value : JSON.stringify(value))}\``;
}

/** A bar would end the cell, a line the row. */
function cell(text: string): string {
	return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}
