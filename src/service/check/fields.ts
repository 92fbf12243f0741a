import { Refusal } from "../refusal.ts";

/**
 * Reads one JSON object field by field and remembers everything wrong with it, so that all of it is said at
 * once.
 */
export interface Fields {
	/** Undefined when absent or of another type (which is remembered). */
	text(name: string): string | undefined;
	flag(name: string): boolean | undefined;
	/** A whole number. */
	whole(name: string): number | undefined;
	texts(name: string): readonly string[] | undefined;
	wholes(name: string): readonly number[] | undefined;
	object(name: string): Readonly<Record<string, unknown>> | undefined;
	choice<Value extends string>(name: string, values: readonly Value[]): Value | undefined;
	/** Whether a value was sent at all. */
	has(name: string): boolean;
	problem(words: string): void;
	/** Names of fields nobody asked for. */
	unknown(): readonly string[];
	/** Throws `Refusal` 422 when anything was wrong. */
	end(): void;
}

/**
 * Opens an object that is part of a request; `prefix` goes before every field name, and `nullable` names
 * those where null means absent.
 */
export function readFields(
	body: unknown,
	options: {
		readonly prefix?: string;
		readonly nullable?: readonly string[];
		readonly problems?: string[];
	} = {},
): Fields {
	const { prefix = "", nullable = [], problems = [] } = options;
	const given = asObject(body);
	if (!given && prefix === "") throw new Refusal(422, "The body must be a JSON object.");
	if (!given) problems.push(`${prefix.slice(0, -1)} must be an object`);
	const values = new Map(
		Object.entries(given ?? {}).filter(([name, value]) => !(value === null && nullable.includes(name))),
	);
	const asked = new Set<string>(nullable);
	const read = <Value>(name: string, rule: Rule<Value>) => {
		asked.add(name);
		const value = values.get(name);
		if (value === undefined || rule.holds(value)) return value;
		problems.push(`${prefix}${name} must be ${rule.words}`);
		return undefined;
	};
	return {
		text: (name) => read(name, TEXT),
		flag: (name) => read(name, FLAG),
		whole: (name) => read(name, WHOLE),
		texts: (name) => read(name, TEXTS),
		wholes: (name) => read(name, WHOLES),
		object: (name) => read(name, OBJECT),
		choice: (name, allowed) => read(name, oneOf(allowed)),
		has: (name) => values.has(name),
		problem: (words) => problems.push(`${prefix}${words}`),
		unknown: () => [...values.keys()].filter((name) => !asked.has(name)),
		end: () => {
			if (problems.length > 0) throw new Refusal(422, `${problems.join("; ")}.`);
		},
	};
}

interface Rule<Value> {
	readonly words: string;
	readonly holds: (value: unknown) => value is Value;
}

const TEXT: Rule<string> = { words: "a string", holds: (value) => typeof value === "string" };
const FLAG: Rule<boolean> = { words: "true or false", holds: (value) => typeof value === "boolean" };
const WHOLE: Rule<number> = {
	words: "a whole number",
	holds: (value): value is number => Number.isSafeInteger(value),
};
const TEXTS: Rule<readonly string[]> = {
	words: "a list of strings",
	holds: (value): value is string[] => Array.isArray(value) && value.every(TEXT.holds),
};
const WHOLES: Rule<readonly number[]> = {
	words: "a list of whole numbers",
	holds: (value): value is number[] => Array.isArray(value) && value.every(WHOLE.holds),
};
const OBJECT: Rule<Readonly<Record<string, unknown>>> = {
	words: "an object",
	holds: (value): value is Record<string, unknown> => asObject(value) !== undefined,
};

function oneOf<Value extends string>(allowed: readonly Value[]): Rule<Value> {
	const known: readonly unknown[] = allowed;
	return { words: `one of ${allowed.join(", ")}`, holds: (value): value is Value => known.includes(value) };
}

function asObject(value: unknown): object | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}
