import type { Diagnostic } from "../model/diagnostic.ts";
import { type Composing, compose, MAX_DEPTH } from "./compose.ts";
import { readInParts } from "./in-parts.ts";
import { type Entries, type Path, type PlainValue, plainValue } from "./plain-value.ts";
import { diagnosed, type SourceText, type Span, type Spot, spotter, type Words } from "./source.ts";

/** One parsed file: its value as plain data, and where each part of it stands. */
export interface YamlFile extends SourceText {
	/** Maps, lists, texts, numbers, booleans and null; undefined when nothing is written. */
	readonly value: unknown;
	/**
	 * Where the value at the path stands (or its key). A path that does not exist gives the nearest part
	 * above it that does.
	 */
	readonly spot: (path: Path, part?: "key" | "value") => Spot;
}

/** A text that was read as YAML. When it is not `usable`, its value means nothing. */
export interface ReadYaml {
	readonly file: YamlFile;
	readonly diagnostics: readonly Diagnostic[];
	readonly usable: boolean;
}

/** How many problems of the text are shown at most. */
const MAX_DIAGNOSTICS = 200;

/** After these the value is not what was meant. */
const FATAL = new Set(["yaml-syntax", "yaml-depth", "yaml-documents", "yaml-alias", "yaml-key"]);

/**
 * Reads YAML (1.2 core schema, merge keys allowed) or JSON. When it is not `usable`, its value means nothing.
 */
export function parseYaml(source: SourceText): ReadYaml {
	const spotAt = spotter(source);
	const found: Diagnostic[] = [];
	const report = (words: Words, span: Span) => {
		if (found.length < MAX_DIAGNOSTICS) found.push(diagnosed(words, spotAt(span)));
	};
	const { value, entries } = readInParts(source.text) ?? readAtOnce(source.text, report);
	return {
		file: { ...source, value, spot: locator(value, entries, spotAt) },
		diagnostics: found,
		usable: !found.some((each) => FATAL.has(each.rule)),
	};
}

function readAtOnce(text: string, report: Composing["report"]): Pick<PlainValue, "value" | "entries"> {
	const document = compose(text, { report, depth: MAX_DEPTH });
	return document === undefined
		? { value: undefined, entries: new WeakMap() }
		: plainValue(document, { report });
}

function locator(value: unknown, entries: Entries, spotAt: (span: Span) => Spot): YamlFile["spot"] {
	return (path, part = "value") => {
		let here: unknown = value;
		let span: Span = { start: 0, end: 1 };
		for (const [index, step] of path.entries()) {
			const entry =
				typeof here === "object" && here !== null ? entries.get(here)?.get(String(step)) : undefined;
			if (entry === undefined) break;
			span = index === path.length - 1 && part === "value" ? entry.value : entry.key;
			here = entry.plain;
		}
		return spotAt(span);
	};
}
