/** Requests made of the service's document: some fit it, most break it in one place. Seeded. */
import document from "../../../schemas/service.openapi.json" with { type: "json" };

/** A source of numbers from 0 to 1. */
export type Random = () => number;

export interface GeneratedRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | undefined;
}

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
	readonly $ref?: string;
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly schema: Schema;
}

interface Operation {
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Ids of things there are, which paths and bodies name now and then. */
export type Known = readonly string[];

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
		path,
		method: method.toUpperCase(),
		operation,
	})),
);
const ODD: readonly unknown[] = [
	...[null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, "", " ", "x", "../..", "\u0000", "𝕏", "a".repeat(5_000)],
	...[
		[],
		[null],
		[[]],
		{},
		{ "": {} },
		{ constructor: 1 },
		"http://127.0.0.1/",
		"file:///etc/passwd",
		"__proto__",
	],
];

/** One request; the same numbers give the same one. */
export function generatedRequest(random: Random, known: Known): GeneratedRequest {
	const { path, method, operation } = pick(random, OPERATIONS);
	const parameters = (operation.parameters ?? []).map(resolvedParameter);
	const value = (schema: Schema) => generated({ random, known }, schema);
	const filled = path.replace(/\{(\w+)\}/g, () =>
		encodeURIComponent(
			String(random() < 0.5 && known.length > 0 ? pick(random, known) : pick(random, ["x", "..", "é"])),
		),
	);
	const query = parameters
		.filter((each) => each.in === "query" && random() < 0.5)
		.map(({ name, schema }) => `${name}=${encodeURIComponent(String(value(schema)))}`);
	const headers = parameters
		.filter((each) => each.in === "header" && (each.required === true ? random() < 0.97 : random() < 0.2))
		.map(({ name, schema }) => [name, headerText(random() < 0.9 ? value(schema) : "odd")]);
	const schema = operation.requestBody?.content["application/json"]?.schema;
	return {
		method,
		path: `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
		headers: Object.fromEntries(headers),
		body: schema && random() < 0.98 ? bodyText({ random, known }, schema) : undefined,
	};
}

interface Making {
	readonly random: Random;
	readonly known: Known;
}

function bodyText(making: Making, schema: Schema): string {
	const text = JSON.stringify(generated(making, schema));
	return making.random() < 0.03 ? text.slice(0, -1) : text;
}

function generated(making: Making, given: Schema): unknown {
	const { random, known } = making;
	const schema = resolved(given);
	if (random() < 0.06) return pick(random, ODD);
	if (schema.enum) return pick(random, schema.enum);
	const { type = "string" } = schema;
	const kind = typeof type === "string" ? type : pick(random, type);
	if (kind === "object") return objectOf(making, schema);
	if (kind === "array")
		return Array.from({ length: Math.floor(random() * 4) }, () => generated(making, schema.items ?? {}));
	if (kind === "integer" || kind === "number")
		return pick(random, [0, 1, 2, 7, 1_800_000_000_000, Math.floor(random() * 1e4)]);
	if (kind === "boolean") return random() < 0.5;
	if (kind === "null") return null;
	return known.length > 0 && random() < 0.6
		? pick(random, known)
		: pick(random, ["talk.mp4", "en", "1080p", "T", "temp-7"]);
}

function objectOf(making: Making, { properties = {}, required = [], additionalProperties }: Schema): object {
	const { random, known } = making;
	const kept = Object.entries(properties).filter(
		([name]) => random() < (required.includes(name) ? 0.95 : 0.4),
	);
	const members = kept.map(([name, schema]) => [name, generated(making, schema)]);
	if (typeof additionalProperties === "object" && known.length > 0)
		members.push([pick(random, known), generated(making, additionalProperties)]);
	if (random() < 0.05) members.push([pick(random, ["colour", "__proto__", "toString"]), 1]);
	return Object.fromEntries(members);
}

function resolved(schema: Schema): Schema {
	if (schema.$ref === undefined) return schema;
	const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
	return schemas[nameOf(schema.$ref)] ?? {};
}

function resolvedParameter(parameter: Parameter): Parameter {
	if (parameter.$ref === undefined) return parameter;
	const parameters: Readonly<Record<string, Parameter>> = document.components.parameters;
	return parameters[nameOf(parameter.$ref)] ?? parameter;
}

function nameOf(reference: string): string {
	return reference.replace(/^.*\//, "");
}

/** What a header can hold. */
function headerText(value: unknown): string {
	return String(value).replace(/[^\x20-\x7e]/g, "") || "none";
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
	const found = values[Math.floor(random() * values.length)];
	if (found === undefined) throw new Error("there is nothing to pick from");
	return found;
}
