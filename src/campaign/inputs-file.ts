import type { Diagnostic } from "../model/diagnostic.ts";
import { displayPath } from "../system/paths.ts";
import { parseYaml } from "../yaml/document.ts";
import { readText } from "../yaml/read.ts";
import { isMap } from "../yaml/shape.ts";
import { diagnosed, type SourceText, type Words } from "../yaml/source.ts";

/** What a file of inputs says. */
export interface ReadValues {
	readonly source: SourceText;
	readonly values: Readonly<Record<string, unknown>>;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file of inputs: a map of single values. */
export async function readValues(path: string, cwd: string): Promise<ReadValues> {
	const shown = displayPath(path, cwd);
	const text = await readText(path, shown);
	if ("problem" in text)
		return { source: { file: shown, text: "" }, values: {}, diagnostics: [text.problem] };
	const { file, diagnostics, usable } = parseYaml(text.source);
	if (!usable || file.value === undefined) return { source: text.source, values: {}, diagnostics };
	if (!isMap(file.value))
		return {
			source: text.source,
			values: {},
			diagnostics: [...diagnostics, diagnosed(NO_MAP, file.spot([]))],
		};
	const nested = Object.entries(file.value).filter(([, value]) => typeof value === "object");
	return {
		source: text.source,
		values: file.value,
		diagnostics: [...diagnostics, ...nested.map(([name]) => diagnosed(nestedValue(name), file.spot([name])))],
	};
}

const NO_MAP: Words = {
	rule: "wrong-type",
	summary: "Wrong type of value",
	detail: "A file of inputs is a map: `NAME: VALUE` lines.",
	hint: "link: https://example.com/talk",
};

function nestedValue(name: string): Words {
	return {
		rule: "wrong-type",
		summary: "Wrong type of value",
		detail: `\`${name}\` must be a text, a number, true or false.`,
		hint: "Inputs are single values.",
	};
}
