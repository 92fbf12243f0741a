import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import { campaignFiles } from "../../campaign/load.ts";
import { friendlyWord } from "../../campaign/words.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Schema } from "../../model/schema.ts";
import { settingsFileIn } from "../../settings/file.ts";
import { replaceFile } from "../../system/files.ts";
import { shownPath } from "../../system/paths.ts";
import { parseYaml } from "../../system/yaml/document.ts";
import { formatYaml } from "../../system/yaml/format.ts";
import { readText } from "../../system/yaml/read.ts";
import type { SourceText } from "../../system/yaml/source.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { EXIT, Exit } from "../exit.ts";
import { err, inkOf, out, stopSignal } from "../terminal.ts";

/** `showrun fmt`: campaigns and settings in one canonical form. Writes the files that change and names them; with `--check` only names them, and ends with 3. */
export async function fmt(paths: readonly string[], flags: { readonly check?: true }): Promise<void> {
	if (paths.includes("-")) return fmtStream(flags);
	const files = await filesOf(paths);
	const all = await Promise.all(files.map(look));
	for (const { diagnostics } of all) if (diagnostics.length > 0) err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
	const changed = all.filter(({ before, after }) => after !== undefined && after !== before);
	for (const { path, shown, after = "" } of changed) {
		if (!flags.check) await replaceFile(path, after);
		out(`${shown}\n`);
	}
	if (all.some(({ diagnostics }) => hasErrors(diagnostics))) throw new Exit(EXIT.error);
	if (flags.check && changed.length > 0) throw new Exit(EXIT.partly);
}

/** Standard input to standard output, as editors want it. */
async function fmtStream(flags: { readonly check?: true }): Promise<void> {
	const source = { file: "<stdin>", text: await textOf(process.stdin) };
	const { after, diagnostics } = formatted(source, campaignSchema);
	if (diagnostics.length > 0) err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
	if (after === undefined) throw new Exit(EXIT.error);
	if (!flags.check) out(after);
	else if (after !== source.text) throw new Exit(EXIT.partly);
}

/** Campaign files, and the settings files of the folders they were looked for in. */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
	const given = paths.length === 0 ? ["."] : paths;
	const direct = given.map((path) => resolve(path)).filter(isSettings);
	const others = given.filter((path) => !isSettings(path));
	const campaigns = others.length === 0 ? [] : await campaignFiles(others, { cwd: process.cwd(), signal: stopSignal() });
	const folders = new Set([...others.map((path) => resolve(path)), ...campaigns.map((path) => dirname(path))]);
	const settings = await Promise.all([...folders].map(settingsFileIn));
	return [...new Set([...campaigns, ...direct, ...settings.flat().filter(isSettings)])];
}

/** JSON has no comments to keep, and a package.json is another tool's. */
function isSettings(path: string): boolean {
	return /^showrun\.config\.ya?ml$/.test(basename(path));
}

interface Looked {
	readonly path: string;
	readonly shown: string;
	readonly before: string;
	/** Absent for a file that is left alone. */
	readonly after?: string | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

async function look(path: string): Promise<Looked> {
	const shown = shownPath(path, process.cwd());
	const read = await readText(path, shown);
	if ("problem" in read) return { path, shown, before: "", diagnostics: [read.problem] };
	return { path, shown, before: await readFile(path, "utf8"), ...formatted(read.source, isSettings(path) ? settingsSchema : campaignSchema) };
}

function formatted(source: SourceText, schema: Schema): { readonly after?: string; readonly diagnostics: readonly Diagnostic[] } {
	const { file, diagnostics, usable } = parseYaml(source);
	if (!usable || file.value === undefined) return { diagnostics };
	const after = formatYaml(source.text, schema, friendlyWord);
	return after === undefined ? { diagnostics: [...diagnostics, unformattable(source.file)] } : { after, diagnostics: [] };
}

function unformattable(file: string): Diagnostic {
	return {
		severity: "warning",
		rule: "not-formatted",
		summary: "This file cannot be formatted",
		detail: "Putting it in order would change what it says, so it is left as it is.",
		hint: "Give every key once, and write anchors above the aliases that use them.",
		place: { file, line: 1, column: 1 },
	};
}
