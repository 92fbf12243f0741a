import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { shownPath } from "../system/paths.ts";
import { readText } from "../system/yaml/read.ts";
import { type Draft, parseShape, valueAt } from "../system/yaml/shape.ts";
import type { SourceText, Spot } from "../system/yaml/source.ts";
import type { Path } from "../system/yaml/values.ts";
import type { SettingsFile as RawSettings } from "./settings.gen.ts";
import { validateSettings } from "./validate.gen.ts";

/** What a settings file says; any part may be missing. */
export type SettingsDraft = Draft<RawSettings>;

/** A settings file as data. Without a file, or with an empty one, the draft is empty. */
export interface ReadSettings {
	readonly draft: SettingsDraft;
	readonly diagnostics: readonly Diagnostic[];
	/** Where a part stands; undefined without a file. */
	readonly spot: (path: Path, part?: "key" | "value") => Spot | undefined;
}

/**
 * Names of settings files, all of them data. They are looked for here and not by cosmiconfig, because its start-up runs `.config/config.js`
 * of the current folder: planning someone's pull request must run none of their code.
 */
const NAMES = ["showrun.config.yaml", "showrun.config.yml", "showrun.config.json"];
const PACKAGE = "package.json";

/** Paths of the settings files in a folder: at most one is meant to be there. A `package.json` counts when it has the key `showrun`. */
export async function settingsFileIn(folder: string): Promise<readonly string[]> {
	const paths = NAMES.map((name) => join(folder, name));
	const there = await Promise.all(paths.map(exists));
	const manifest = join(folder, PACKAGE);
	const found = paths.filter((_, index) => there[index]);
	return (await exists(manifest)) && (await hasSettings(manifest)) ? [...found, manifest] : found;
}

/** Reads the settings of a workspace. */
export async function readSettings(root: string, cwd: string): Promise<ReadSettings> {
	const [path, ...others] = await settingsFileIn(root);
	if (path === undefined) return { draft: {}, diagnostics: [], spot: () => undefined };
	if (others.length > 0) return { draft: {}, diagnostics: [severalFiles([path, ...others].map((each) => shownPath(each, cwd)))], spot: () => undefined };
	const text = await readText(path, shownPath(path, cwd));
	return "problem" in text
		? { draft: {}, diagnostics: [text.problem], spot: () => undefined }
		: parsed(text.source, basename(path) === PACKAGE ? ["showrun"] : []);
}

function parsed(source: SourceText, base: Path): ReadSettings {
	const { file, draft, diagnostics } = parseShape<RawSettings>(source, validateSettings, base);
	return { draft: draft ?? {}, diagnostics, spot: (path, part) => file.spot([...base, ...path], part) };
}

/** A broken package.json counts only when it may hold settings: it is then reported rather than passed over. */
async function hasSettings(manifest: string): Promise<boolean> {
	const text = await readText(manifest, PACKAGE);
	if ("problem" in text) return false;
	try {
		return valueAt(JSON.parse(text.source.text), ["showrun"]) !== undefined;
	} catch {
		return /"showrun"\s*:\s*\{/.test(text.source.text);
	}
}

function severalFiles(shown: readonly string[]): Diagnostic {
	return {
		severity: "error",
		rule: "several-settings",
		summary: "There is more than one settings file",
		detail: `${shown.join(" and ")} are in the same folder; only one can count.`,
		hint: "Keep one of them.",
	};
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
