import { Secret } from "../model/secret.ts";
import type { Words } from "../yaml/source.ts";
import type { Given, ReportProblem, Sources } from "./sources.ts";

/** The variable that names a file with the key, where the settings say nothing of it. */
export const KEY_FILE = "SHOWRUN_API_KEY_FILE";

/** The key for a service elsewhere. Undefined: there is none that can be used, which is reported. */
export function keyOf(
	{ read, env, keyFile }: Sources,
	url: Given,
	report: ReportProblem,
): Secret | undefined {
	const from = read.draft.service?.api_key;
	if (from?.env !== undefined && from.file !== undefined) return undefined;
	const name = from?.env ?? "SHOWRUN_API_KEY";
	const file = from === undefined ? env[KEY_FILE] || undefined : from.file;
	const text = ((from?.file === undefined && env[name]) || keyFile)?.trim() ?? "";
	const place = from === undefined ? url.path : ["service", "api_key"];
	if (read.diagnostics.some(({ rule }) => rule === "pasted-key")) return undefined;
	if (text === "") {
		report({ ...missingKey(file, name), rule: "missing-api-key" }, place);
		return undefined;
	}
	if (/^[\x21-\x7e]{1,4096}$/.test(text)) return new Secret(text);
	report(
		{
			rule: "bad-api-key",
			summary: "The API key cannot be used",
			detail: "It holds blanks or characters that cannot be sent in a header.",
			hint: "Copy the key again, alone and on one line.",
		},
		place,
	);
	return undefined;
}

function missingKey(file: string | undefined, name: string): Omit<Words, "rule"> {
	const summary = "The API key is missing";
	if (file === undefined)
		return {
			summary,
			detail: `The service needs an API key, and the environment variable ${name} is not set.`,
			hint: `Set it: export ${name}=…`,
		};
	return {
		summary,
		detail: `The key file \`${file}\` does not exist, cannot be read, or is empty.`,
		hint: "Write the key into that file, or name no file and set SHOWRUN_API_KEY.",
	};
}
