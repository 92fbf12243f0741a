import { basename, join } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { shownPath } from "../system/paths.ts";
import { readText } from "../system/yaml/read.ts";
import { type Draft, parseShape } from "../system/yaml/shape.ts";
import type { SourceText, Spot } from "../system/yaml/source.ts";
import type { Path } from "../system/yaml/values.ts";
import { holdsSettings, PLACES } from "./places.ts";
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

/** Paths of the settings files in a folder: at most one is meant to be there. A `package.json` counts when it has the key `showrun`. */
export async function settingsFileIn(folder: string): Promise<readonly string[]> {
	const there = await Promise.all(PLACES.map((name) => holdsSettings(join(folder, name))));
	return PLACES.filter((_, index) => there[index]).map((name) => join(folder, name));
}

/** Reads the settings of a workspace. */
export async function readSettings(root: string, cwd: string): Promise<ReadSettings> {
	const [path, ...others] = await settingsFileIn(root);
	if (path === undefined) return { draft: {}, diagnostics: [], spot: () => undefined };
	if (others.length > 0) return { draft: {}, diagnostics: [severalFiles([path, ...others].map((each) => shownPath(each, cwd)))], spot: () => undefined };
	const text = await readText(path, shownPath(path, cwd));
	return "problem" in text
		? { draft: {}, diagnostics: [text.problem], spot: () => undefined }
		: parsed(text.source, basename(path) === "package.json" ? ["showrun"] : []);
}

function parsed(source: SourceText, base: Path): ReadSettings {
	const { file, draft, diagnostics } = parseShape<RawSettings>(source, validateSettings, { base });
	return { draft: draft ?? {}, diagnostics, spot: (path, part) => file.spot([...base, ...path], part) };
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
