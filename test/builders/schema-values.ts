import fc from "fast-check";
import { readSchema, type Schema, schemaAt, schemaOf } from "../../src/model/schema.ts";

/** Values of the shape a schema asks for, made of its own examples, enums and defaults. */
export function valuesOf(root: Schema): fc.Arbitrary<unknown> {
	return valueIn(readSchema(root), 0);
}

const NAMES = ["a", "talk", "x-1", "B_2"] as const;

function valueIn(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	const examples = schema.examples ?? schema.samples ?? [];
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.filter((value) => value !== null));
	if (schema.properties !== undefined) return mapOf(schema, depth);
	if (typeof schema.additionalProperties === "object" && !typesOf(schema).includes("array"))
		return dictionaryOf(schema, depth);
	if (schema.items !== undefined && examples.length === 0)
		return fc.array(valueIn(schemaOf(schema, "items") ?? {}, depth + 1), { minLength: 1, maxLength: 3 });
	if (examples.length > 0) return fc.constantFrom(...examples);
	if (typesOf(schema).includes("boolean")) return fc.boolean();
	throw new Error(`The schema gives no example of ${JSON.stringify({ ...schema, root: undefined })}.`);
}

function mapOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	const keys = Object.keys(schema.properties ?? {});
	const parts = Object.fromEntries(keys.map((key) => [key, valueIn(schemaAt(schema, key) ?? {}, depth + 1)]));
	return fc.record(parts, { requiredKeys: [...(schema.required ?? [])] });
}

/** Names in these maps are the campaign's own; where they mean something else the schema has examples. */
function dictionaryOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	const examples = (schema.examples ?? schema.samples ?? []).filter(
		(each) => typeof each === "object" && each !== null,
	);
	if (depth > 1 && examples.length > 0) return fc.constantFrom(...examples);
	const inside = valueIn(schemaAt(schema, "") ?? {}, depth + 1);
	return fc.dictionary(fc.constantFrom(...NAMES), inside, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
}

function typesOf({ type = [] }: Schema): readonly string[] {
	return typeof type === "string" ? [type] : type;
}
