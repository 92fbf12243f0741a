import type { Diagnostic } from "../../model/diagnostic.ts";
import type { YamlFile } from "./document.ts";
import { errorWords } from "./errors.ts";
import { diagnosed } from "./source.ts";
import type { Path } from "./values.ts";

/** One finding of a generated validator (ajv, all errors, verbose). */
export interface SchemaError {
	readonly keyword: string;
	/** JSON pointer to the value. */
	readonly instancePath: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly schema?: unknown;
	readonly parentSchema?: Readonly<Record<string, unknown>>;
	readonly data?: unknown;
	/** Set when a key, not a value, was checked. */
	readonly propertyName?: string;
}

/** A generated validator: an empty list means that the value fits. */
export type Validator = (value: unknown) => readonly SchemaError[];

/** A raw value whose parts all have the right type, but any of which may be missing. */
export type Draft<Raw> = Raw extends readonly (infer Item)[]
	? readonly Draft<Item>[]
	: Raw extends object
		? { readonly [Key in keyof Raw]?: Draft<Raw[Key]> }
		: Raw;

/** A file together with what is left of its value once everything misshapen is taken out. */
export interface Shaped<Raw> {
	readonly draft: Draft<Raw>;
	readonly diagnostics: readonly Diagnostic[];
}

/** Checks a file's value (the part at `base`) against its schema, in words for people. What does not fit is left out of the draft, so that later rules can still run. */
export function checkShape<Raw extends object>(file: YamlFile, validate: Validator, base: Path = []): Shaped<Raw> {
	const value = valueAt(file.value, base);
	const errors = validate(value).filter((error) => error.keyword !== "propertyNames");
	const diagnostics = errors.map((error) => {
		const { words, path, part } = errorWords(error, pathOf(error, value));
		return diagnosed(words, file.spot([...base, ...path], part));
	});
	// The validator has just shown which parts do not fit; without them the value is a draft.
	return { draft: errors.reduce(without(value), value) as Draft<Raw>, diagnostics };
}

/** The value at a path, or undefined. Own properties only. */
export function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((here, step) => (isContainer(here) && Object.hasOwn(here, step) ? here[step] : undefined), value);
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
	return typeof value === "object" && value !== null;
}

/** List positions come back as numbers. */
function pathOf(error: SchemaError, value: unknown): Path {
	const steps = error.instancePath.split("/").slice(1);
	const path: (string | number)[] = [];
	for (const step of steps) path.push(Array.isArray(valueAt(value, path)) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"));
	return path;
}

const KEEPS_VALUE = new Set(["required", "minProperties", "maxProperties", "minItems"]);

function without(whole: unknown): (value: unknown, error: SchemaError) => unknown {
	return (value, error) => {
		if (error.propertyName !== undefined || KEEPS_VALUE.has(error.keyword)) return value;
		const extra = error.params.additionalProperty;
		const path = pathOf(error, whole);
		return removed(value, typeof extra === "string" ? [...path, extra] : path);
	};
}

/** A copy without the part at the path; the top itself becomes an empty map. */
function removed(value: unknown, path: Path): unknown {
	const [step, ...rest] = path;
	if (step === undefined) return {};
	if (Array.isArray(value)) return rest.length === 0 ? value : value.map((each, index) => (index === step ? removed(each, rest) : each));
	if (!isContainer(value) || !Object.hasOwn(value, step)) return value;
	const kept = Object.entries(value).filter(([key]) => rest.length > 0 || key !== step);
	return Object.fromEntries(kept.map(([key, each]) => [key, key === step ? removed(each, rest) : each]));
}
