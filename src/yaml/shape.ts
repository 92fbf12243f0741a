import type { Diagnostic } from "../model/diagnostic.ts";
import { parseYaml, type ReadYaml, type YamlFile } from "./document.ts";
import type { Path } from "./plain-value.ts";
import type { SchemaError } from "./schema-error.ts";
import { errorWords } from "./schema-errors.ts";
import { diagnosed, type SourceText, type Words } from "./source.ts";

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
	readonly file: YamlFile;
	/** Absent when nothing is written, or the text could not be read as data at all. */
	readonly draft?: Draft<Raw>;
	readonly diagnostics: readonly Diagnostic[];
}

/** What is looked at, and what is done to it first. */
export interface ShapeOptions {
	/** Where the checked part stands in the file. */
	readonly base?: Path;
	/** Changes the value before it is checked; every part stays at its path. */
	readonly prepare?: (
		value: unknown,
		file: YamlFile,
	) => { readonly value: unknown; readonly diagnostics: readonly Diagnostic[] };
}

/**
 * Reads YAML or JSON and checks it against a schema, in words for people. What does not fit is left out of
 * the draft, so that later rules can still run.
 */
export function parseShape<Raw extends object>(
	source: SourceText,
	validate: Validator,
	options: ShapeOptions = {},
): Shaped<Raw> {
	return shapeOf(parseYaml(source), validate, options);
}

/** The same of what was read as YAML before. */
export function shapeOf<Raw extends object>(
	{ file, diagnostics: read, usable }: ReadYaml,
	validate: Validator,
	{ base = [], prepare }: ShapeOptions = {},
): Shaped<Raw> {
	const written = valueAt(file.value, base);
	if (!usable || written === undefined) return { file, diagnostics: read };
	const prepared = prepare?.(written, file);
	const { value } = prepared ?? { value: written };
	const diagnostics = [...read, ...(prepared?.diagnostics ?? [])];
	const all = validate(value).filter((error) => error.keyword !== "propertyNames");
	const errors = all.slice(0, MAX_DIAGNOSTICS);
	const misfits = errors.map((error) => {
		const { words, path, part } = errorWords(error, pathOf(error, value));
		return diagnosed(words, file.spot([...base, ...path], part));
	});
	// An empty value has been reported already, in better words than "must not be null".
	const empty = new Set(diagnostics.filter((each) => each.rule === "empty-value").map(positionOf));
	const found = [...diagnostics, ...misfits.filter((each) => !empty.has(positionOf(each)))];
	if (all.length > MAX_DIAGNOSTICS)
		return { file, diagnostics: [...found, diagnosed(TOO_MANY, file.spot(base))] };
	// The validator has just shown which parts do not fit; without them the value is a draft.
	return { file, draft: errors.reduce(without(value), value) as Draft<Raw>, diagnostics: found };
}

/** A map, as far as anyone can tell. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** More than this helps nobody, and a hostile file could have a hundred thousand. */
export const MAX_DIAGNOSTICS = 200;

/** What is said instead of the rest. */
export const TOO_MANY: Words = {
	rule: "too-many-problems",
	summary: "There are too many problems",
	detail: `More than ${MAX_DIAGNOSTICS} mistakes are in this file; the first ${MAX_DIAGNOSTICS} are shown.`,
	hint: "Is this the right file? If so, correct those shown and check again.",
};

function positionOf({ place }: Diagnostic): string {
	return `${place?.file}:${place?.line}:${place?.column}`;
}

/** The value at a path, or undefined. Own properties only. */
export function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>(
		(here, step) => (isContainer(here) && Object.hasOwn(here, step) ? here[step] : undefined),
		value,
	);
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
	return typeof value === "object" && value !== null;
}

/** List positions come back as numbers. */
function pathOf(error: SchemaError, value: unknown): Path {
	const steps = error.instancePath.split("/").slice(1);
	const path: (string | number)[] = [];
	for (const step of steps)
		path.push(
			Array.isArray(valueAt(value, path)) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"),
		);
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

/**
 * A copy without the part at the path; the top itself becomes an empty map. A list goes as a whole: its other
 * entries would get other positions.
 */
function removed(value: unknown, path: Path): unknown {
	const [step, ...rest] = path;
	if (step === undefined) return {};
	if (Array.isArray(value)) return value.map((each, index) => (index === step ? removed(each, rest) : each));
	if (!isContainer(value) || !Object.hasOwn(value, step)) return value;
	const leaf = rest.length === 0 || (rest.length === 1 && Array.isArray(value[step]));
	const kept = Object.entries(value).filter(([key]) => !leaf || key !== step);
	return Object.fromEntries(kept.map(([key, each]) => [key, key === step ? removed(each, rest) : each]));
}
