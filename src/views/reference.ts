import { alternatives, readSchema, type Schema, schemaAt, schemaOf } from "../model/schema.ts";

/**
 * Reference pages of a schema in Markdown: one section for every kind of map, those that stand in one place
 * only below their own; one row for every key.
 */
export function renderReference(schema: Schema): string {
	const about = `# ${spaced(schema.title ?? "Reference")}\n\n${schema.description ?? ""}`.trim();
	return `${[about, ...sectionsOf(readSchema(schema)).map(section)].join("\n\n")}\n`;
}

interface Section {
	readonly heading: string;
	readonly level: number;
	readonly schema: Schema;
}

const TOP = "Top of the file";

/** The top, then every definition that has keys, in the order of the schema. */
function sectionsOf(schema: Schema): readonly Section[] {
	const definitions = Object.entries(schema.definitions ?? {}).map(([name, each]) => ({
		heading: spaced(each.title ?? name),
		level: 2,
		schema: within(each, schema),
	}));
	const alone = { ...schema, description: "", title: "" };
	return [{ heading: TOP, level: 2, schema: alone }, ...definitions]
		.filter((each) => hasMore(each.schema))
		.flatMap((each) => [...withNested(each)]);
}

function hasMore(schema: Schema): boolean {
	return schema.properties !== undefined || schema.oneOf !== undefined;
}

function* withNested(section: Section): Generator<Section> {
	yield section;
	for (const key of Object.keys(section.schema.properties ?? {})) {
		const inside = innermost(schemaAt(section.schema, key) ?? {});
		if (inside.$ref === undefined && inside.properties !== undefined)
			yield* withNested({
				heading: nestedHeading(section.heading, key, inside),
				level: section.level + 1,
				schema: inside,
			});
	}
}

/** What a list or a map of names holds, however deep. */
function innermost(schema: Schema): Schema {
	if (schema.$ref !== undefined || schema.properties !== undefined) return schema;
	const inside =
		schemaOf(schema, "items") ??
		(typeof schema.additionalProperties === "object" ? schemaAt(schema, "") : undefined);
	return inside === undefined ? schema : innermost(inside);
}

function nestedHeading(outer: string, key: string, { title }: Schema): string {
	return title !== undefined ? spaced(title) : outer === TOP ? key : `${outer}: ${key}`;
}

/** Titles also name types, so they are written in one: `TimeRange` is a `Time range`. */
function spaced(title: string): string {
	return title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function within(schema: Schema, root: Schema): Schema {
	return { ...schema, root };
}

function section({ heading, level, schema }: Section): string {
	const keys = Object.keys(schema.properties ?? {});
	const rows = keys.map((key) =>
		row(key, schemaAt(schema, key) ?? {}, {
			required: schema.required?.includes(key) === true,
			section: heading,
		}),
	);
	const table =
		keys.length === 0 ? "" : ["| key | value | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
	const others = alternatives(schema).map((each) => kind(each, ""));
	const choice = others.length === 0 ? "" : `One of ${others.join(", ")}.`;
	return [`${"#".repeat(Math.min(level, 6))} ${heading}`, schema.description ?? "", table, choice]
		.filter(Boolean)
		.join("\n\n");
}

function row(
	key: string,
	schema: Schema,
	{ required, section }: { readonly required: boolean; readonly section: string },
): string {
	const fallback = schema.default === undefined ? (required ? "*required*" : "") : code(schema.default);
	const examples = (schema.examples ?? schema.samples ?? []).slice(0, 3).map(code).join(", ");
	const about = [schema.description ?? "", examples && `Example: ${examples}`].filter(Boolean).join(" ");
	const cells = [code(key), kind(schema, nestedHeading(section, key, innermost(schema))), fallback, about];
	return `| ${cells.map(cell).join(" | ")} |`;
}

/**
 * What may stand there: the words, the kind of map with a link to its section, or the types with their
 * bounds.
 */
function kind(schema: Schema, heading: string): string {
	if (schema.const !== undefined) return code(schema.const);
	const words = schema.enum?.filter((value) => value !== null && !isWire(value));
	if (words !== undefined) return words.map(code).join(", ");
	if (schema.properties !== undefined) return linked(schema, heading);
	const others = alternatives(schema);
	if (others.length > 0) return others.map((each) => kind(each, heading)).join(" or ");
	return typesOf(schema)
		.map((type) => typed(type, schema, heading))
		.join(" or ");
}

function typed(type: string, schema: Schema, heading: string): string {
	if (type === "object" && typeof schema.additionalProperties === "object")
		return `map of names to ${kind(schemaAt(schema, "") ?? {}, heading)}`;
	const inside = type === "array" ? schemaOf(schema, "items") : undefined;
	return [
		inside === undefined ? (TYPES[type] ?? type) : `list of ${kind(inside, heading)}`,
		bounds(type, schema),
	]
		.filter(Boolean)
		.join(", ");
}

function bounds(type: string, { minimum, maximum, maxLength, maxItems }: Schema): string {
	if (type === "string") return maxLength === undefined ? "" : `at most ${maxLength} characters`;
	if (type === "array") return maxItems === undefined ? "" : `at most ${maxItems}`;
	if (type !== "integer" && type !== "number") return "";
	if (minimum === undefined || maximum === undefined)
		return minimum === undefined
			? maximum === undefined
				? ""
				: `at most ${maximum}`
			: `at least ${minimum}`;
	return `${minimum} to ${maximum}`;
}

/** The service's own spellings are accepted, not advertised. */
function isWire(value: unknown): boolean {
	return typeof value === "string" && /^[A-Z]+_\w+$/.test(value);
}

/** A definition has a section of its own name; another map is described below the section it stands in. */
function linked({ $ref, title }: Schema, heading: string): string {
	const name = spaced(title ?? $ref?.split("/").at(-1) ?? heading);
	return `[${name}](#${anchor(name)})`;
}

/** As GitHub and most others make anchors of headings. */
function anchor(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

const TYPES: Readonly<Record<string, string>> = {
	string: "text",
	integer: "whole number",
	number: "number",
	boolean: "true or false",
	array: "list",
	object: "map",
};

function typesOf({ type = [] }: Schema): readonly string[] {
	return (typeof type === "string" ? [type] : type).filter((each) => each !== "null");
}

function code(value: unknown): string {
	return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A bar would end the cell, a line the row. */
function cell(text: string): string {
	return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}
