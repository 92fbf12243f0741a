/** One finding of a generated check (ajv, all errors, verbose). */
export interface BodyError {
	readonly keyword: string;
	/** JSON pointer to the value. */
	readonly instancePath: string;
	/** Whether it is about one entry of a list. */
	readonly isOfItem?: boolean;
	readonly params: Readonly<Record<string, unknown>>;
	readonly schema?: unknown;
	readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** The fields of a body. */
export interface BodyFields {
	readonly required: readonly string[];
	/** Every field, with the flags that must all be true for it to have an effect. */
	readonly effects: Readonly<Record<string, readonly string[]>>;
}

/** What is wrong with a field, after its name. */
export function problemOf(error: BodyError): string {
	const { keyword, params, schema, parentSchema } = error;
	if (keyword === "required") return "is required";
	if (error.isOfItem) return `must be a list of ${PLURALS[String(parentSchema.type)]}`;
	if (keyword === "maxLength") return `must be at most ${schema} characters long`;
	if (/^min(Length|Items|Properties)$/.test(keyword)) return String(parentSchema["x-problem"]);
	const isBound = keyword === "minimum" && schema !== Number.MIN_SAFE_INTEGER;
	if (isBound) return `must be at least ${params.limit}`;
	return `must be ${kindOf(parentSchema)}`;
}

/** The names of the fields that lead to what is wrong; a list counts as a whole. */
export function pathOf(error: BodyError): readonly string[] {
	const { instancePath, isOfItem, keyword, params } = error;
	const parts = instancePath.split("/").slice(1, isOfItem ? -1 : undefined);
	const path = parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
	return keyword === "required" ? [...path, String(params.missingProperty)] : path;
}

const PLURALS: Readonly<Record<string, string>> = { string: "strings", integer: "whole numbers" };
const KINDS: Readonly<Record<string, string>> = {
	string: "a string",
	boolean: "true or false",
	integer: "a whole number",
	number: "a number",
	object: "an object",
};

function kindOf({ type, enum: values, items }: BodyError["parentSchema"]): string {
	if (Array.isArray(values)) return `one of ${values.filter((value) => value !== null).join(", ")}`;
	const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
	return types
		.map((each) => (each === "array" ? `a list of ${PLURALS[itemType(items)]}` : KINDS[each]))
		.join(" or ");
}

function itemType(items: unknown): string {
	return typeof items === "object" && items !== null && "type" in items ? String(items.type) : "";
}
