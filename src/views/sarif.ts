import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Diagnostic } from "../model/diagnostic.ts";
import { RULES, type RuleId } from "../model/rules.ts";
import { plain } from "./ink.ts";

/**
 * Diagnostics as one SARIF 2.1.0 document, for whatever shows findings of tools, such as code scanning. Files
 * are relative to the folder the command was run in; columns count UTF-16 units.
 */
export function sarifOf(diagnostics: readonly Diagnostic[], version: string): string {
	const ids = [...new Set(diagnostics.map(({ rule }) => rule))].sort();
	const log: Log = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [
			{
				tool: { driver: { name: "showrun", semanticVersion: version, rules: ids.map(descriptor) } },
				columnKind: "utf16CodeUnits",
				results: diagnostics.map(result),
			},
		],
	};
	return `${JSON.stringify(log, undefined, 2)}\n`;
}

function descriptor(id: RuleId): ReportingDescriptor {
	const { title, why, fix } = RULES[id];
	return {
		id,
		shortDescription: { text: title },
		fullDescription: { text: why },
		help: { text: `${why}\n${fix}` },
	};
}

function result({ rule, severity, summary, detail, hint, place, excerpt }: Diagnostic): Result {
	const text = [`${summary}: ${detail}`, hint].filter((each) => each !== undefined).join("\n");
	const message = { text: text.split("\n").map(plain).join("\n") };
	if (place === undefined) return { ruleId: rule, level: severity, message };
	const region = {
		startLine: place.line,
		startColumn: place.column,
		...(excerpt && { endColumn: place.column + excerpt.length }),
	};
	const uri = place.file.split("/").map(encodeURIComponent).join("/");
	return {
		ruleId: rule,
		level: severity,
		message,
		locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
	};
}
