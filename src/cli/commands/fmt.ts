import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import clipsSchema from "../../../schemas/clips.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import sharedSchema from "../../../schemas/shared.schema.json" with { type: "json" };
import { nothingFound, workspaceFiles } from "../../campaign/find-files.ts";
import { friendlyWord } from "../../campaign/friendly-values.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { StopFault } from "../../model/fault.ts";
import type { Schema } from "../../model/schema.ts";
import { settingsFileIn } from "../../settings/settings-file.ts";
import { replaceFile } from "../../system/files.ts";
import { displayPath } from "../../system/paths.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { renderDiff } from "../../views/text-diff.ts";
import { decodeText, MAX_BYTES } from "../../yaml/decode.ts";
import { parseYaml } from "../../yaml/document.ts";
import { formatYaml } from "../../yaml/format.ts";
import { readText } from "../../yaml/read.ts";
import type { SourceText } from "../../yaml/source.ts";
import { EXIT, Exit } from "../exit.ts";
import { err, inkOf, out, stopSignal } from "../terminal/terminal.ts";

interface FmtFlags {
	readonly check?: true;
	readonly diff?: true;
}

/**
 * `showrun fmt`: campaigns, shared files and settings in one canonical form. Writes the files that change
 * and names them; with `--check` only names them, and ends with 3; with `--diff` shows what would change.
 * Throws `StopFault` where a file cannot be read or written.
 */
export async function fmt(paths: readonly string[], flags: FmtFlags): Promise<void> {
	if (paths.includes("-")) return fmtStream(paths, flags);
	let [broken, differing] = [false, false];
	for (const path of await filesOf(paths)) {
		const looked = await look(path);
		tell(looked.diagnostics);
		broken ||= hasErrors(looked.diagnostics);
		const differs = looked.after !== undefined && looked.after !== looked.before;
		differing ||= differs;
		if (differs) await settle(path, looked, flags);
	}
	if (broken) throw new Exit(EXIT.error);
	if (flags.check && differing) throw new Exit(EXIT.partly);
}

/** A link stays one: what it leads to is written. */
async function settle(
	path: string,
	{ path: file, before, after = "" }: Looked,
	{ check, diff }: FmtFlags,
): Promise<void> {
	if (diff) {
		out(renderDiff(file, { before, after }, inkOf(process.stdout)));
		return;
	}
	if (!check)
		await replaceFile(await realpath(path), after).catch((error: NodeJS.ErrnoException) => {
			throw new StopFault(`${file} cannot be written (${error.code}).`, {
				remedy: "Check that you may write there.",
				cause: error,
			});
		});
	out(`${file}\n`);
}

/** Standard input to standard output, as editors want it. */
async function fmtStream(paths: readonly string[], { check, diff }: FmtFlags): Promise<void> {
	if (paths.length > 1)
		throw new StopFault("`-` (standard input) cannot be combined with files.", {
			remedy: "Name files, or `-`, not both.",
		});
	const read = decodeText("<stdin>", await firstBytes(process.stdin));
	if ("problem" in read) {
		tell([read.problem]);
		throw new Exit(EXIT.error);
	}
	const { text: before } = read.source;
	const { after, diagnostics } = formatted(read.source, campaignSchema);
	tell(diagnostics);
	if (after === undefined) throw new Exit(EXIT.error);
	if (diff) out(renderDiff("<stdin>", { before, after }, inkOf(process.stdout)));
	else if (!check) out(after);
	if (check && after !== before) throw new Exit(EXIT.partly);
}

/** No more is read than a file may have, and one more. */
async function firstBytes(stream: AsyncIterable<Buffer>): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const piece of stream) {
		pieces.push(piece);
		length += piece.length;
		if (length > MAX_BYTES) break;
	}
	return Buffer.concat(pieces);
}

/** Campaign files, shared files, and the settings files of the folders they were looked for in. */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
	const given = paths.length === 0 ? ["."] : paths;
	const json = given.find((path) => path.endsWith(".json"));
	if (json !== undefined)
		throw new StopFault(`${displayPath(resolve(json), process.cwd())} is JSON, and fmt formats YAML only.`, {
			remedy: "Name YAML files, or folders.",
		});
	const direct = given.map((path) => resolve(path)).filter(isSettings);
	const others = given.filter((path) => !isSettings(path));
	const campaigns = others.length === 0 ? [] : await writtenFiles(others);
	const folders = new Set([
		...others.map((path) => resolve(path)),
		...campaigns.map((path) => dirname(path)),
	]);
	const settings = await Promise.all([...folders].map(settingsFileIn));
	return [...new Set([...campaigns, ...direct, ...settings.flat().filter(isSettings)])];
}

/** Campaign files and shared files. */
async function writtenFiles(given: readonly string[]): Promise<readonly string[]> {
	const cwd = process.cwd();
	const { campaigns, shared } = await workspaceFiles(given, { cwd, signal: stopSignal() });
	if (campaigns.length + shared.length === 0) throw nothingFound(given, cwd);
	return [...campaigns, ...shared];
}

/** Reviewed clips are formatted when they are named; `showrun clips` keeps any style. */
function schemaFor(path: string): Schema {
	if (isSettings(path)) return settingsSchema;
	if (/\.shared\.ya?ml$/.test(path)) return sharedSchema;
	return /\.clips\.ya?ml$/.test(path) ? clipsSchema : campaignSchema;
}

/** A package.json is another tool's. */
function isSettings(path: string): boolean {
	return /^showrun\.config\.ya?ml$/.test(basename(path));
}

interface Looked {
	readonly path: string;
	readonly before: string;
	/** Absent for a file that is left alone. */
	readonly after?: string | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

async function look(path: string): Promise<Looked> {
	const name = displayPath(path, process.cwd());
	const read = await readText(path, name);
	if ("problem" in read) return { path: name, before: "", diagnostics: [read.problem] };
	return { path: name, before: await readFile(path, "utf8"), ...formatted(read.source, schemaFor(path)) };
}

function formatted(
	source: SourceText,
	schema: Schema,
): { readonly after?: string; readonly diagnostics: readonly Diagnostic[] } {
	const { file, diagnostics, usable } = parseYaml(source);
	if (!usable || file.value === undefined) return { diagnostics };
	const after = formatYaml(source.text, schema, friendlyWord);
	return after === undefined
		? { diagnostics: [...diagnostics, unformattable(source.file)] }
		: { after, diagnostics: [] };
}

function unformattable(file: string): Diagnostic {
	return {
		severity: "warning",
		rule: "not-formatted",
		summary: "This file cannot be formatted",
		detail: "Formatting would change its meaning, so the file is left unchanged.",
		hint: "Give every key once, and write anchors above the aliases that use them.",
		place: { file, line: 1, column: 1 },
	};
}

function tell(diagnostics: readonly Diagnostic[]): void {
	if (diagnostics.length > 0) err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
}
