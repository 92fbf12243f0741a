import { defined } from "./defined.ts";
/** The parts of a JSON Schema that say how a file is laid out. */
export interface Schema {
	readonly $ref?: string;
	readonly title?: string;
	readonly description?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	/** The same where they name what only the file itself has: editors do not offer them. */
	readonly samples?: readonly unknown[];
	readonly pattern?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly maxItems?: number;
	/** Alternatives. */
	readonly oneOf?: readonly Schema[];
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema | boolean;
	readonly items?: Schema;
	readonly definitions?: Readonly<Record<string, Schema>>;
	/** The whole it is a part of; set while it is walked. */
	readonly root?: Schema;
}

/** A schema ready to be walked. */
export function readSchema(root: Schema): Schema {
	return { ...root, root };
}

/** The schema of the value under a key, if it says anything of it. */
export function schemaAt(schema: Schema | undefined, key: string): Schema | undefined {
	const own =
		schema?.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
	if (own !== undefined) return resolved(own, schema?.root);
	return typeof schema?.additionalProperties === "object"
		? resolved(schema.additionalProperties, schema.root)
		: undefined;
}

/** The alternatives of a value. */
export function alternatives({ oneOf = [], root }: Schema): readonly Schema[] {
	return oneOf.map((each) => resolved(each, root));
}

/** The schema of a list's items. */
export function schemaOf(schema: Schema | undefined, part: "items"): Schema | undefined {
	const found = schema?.[part];
	return found && resolved(found, schema?.root);
}

function resolved(schema: Schema, root: Schema | undefined): Schema {
	const name = schema.$ref?.match(/^#\/definitions\/(\w+)$/)?.[1];
	const target = name === undefined ? undefined : root?.definitions?.[name];
	return { ...target, ...schema, ...defined({ root }) };
}
