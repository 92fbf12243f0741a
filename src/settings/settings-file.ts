import { basename, join } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { sha256 } from "../system/files.ts";
import { displayPath } from "../system/paths.ts";
import type { Path } from "../yaml/plain-value.ts";
import { readText } from "../yaml/read.ts";
import type { Draft } from "../yaml/shape.ts";
import type { SourceText, Spot } from "../yaml/source.ts";
import { maskKeys, withPastedKeys } from "./pasted-keys.ts";
import { holdsSettings, SEARCH_PLACES } from "./search-places.ts";
import type { SettingsFile as RawSettings } from "./settings.gen.ts";

/** What a settings file says; any part may be missing. */
export type SettingsDraft = Draft<RawSettings>;

/** A settings file as data. Without a file, or with an empty one, the draft is empty. */
export interface ReadSettings {
	readonly draft: SettingsDraft;
	readonly diagnostics: readonly Diagnostic[];
	/** Where a part stands; undefined without a file. */
	readonly spot: (path: Path, part?: "key" | "value") => Spot | undefined;
	/** From the cache: without places. */
	readonly kept?: true;
}

/**
 * Paths of the settings files in a folder: at most one is meant to be there. A `package.json` counts when it
 * has the key `showrun`.
 */
export async function settingsFileIn(folder: string): Promise<readonly string[]> {
	const there = await Promise.all(SEARCH_PLACES.map((name) => holdsSettings(join(folder, name))));
	return SEARCH_PLACES.filter((_, index) => there[index]).map((name) => join(folder, name));
}

/**
 * Where the data of settings files without a mistake is kept under a name made of their text. What it gives
 * is what was put.
 */
export interface SettingsCache {
	get(name: string): Promise<unknown>;
	put(name: string, draft: SettingsDraft): Promise<void>;
}

/** Reads the settings of a workspace. What comes from the cache has no places: `kept` says so. */
export async function readSettings(root: string, cwd: string, cache?: SettingsCache): Promise<ReadSettings> {
	const [path, ...others] = await settingsFileIn(root);
	if (path === undefined) return { draft: {}, diagnostics: [], spot: () => undefined };
	if (others.length > 0)
		return {
			draft: {},
			diagnostics: [severalFiles([path, ...others].map((each) => displayPath(each, cwd)))],
			spot: () => undefined,
		};
	const text = await readText(path, displayPath(path, cwd));
	return "problem" in text
		? { draft: {}, diagnostics: [text.problem], spot: () => undefined }
		: understood(text.source, basename(path) === "package.json" ? ["showrun"] : [], cache);
}

async function understood(
	source: SourceText,
	base: Path,
	cache: SettingsCache | undefined,
): Promise<ReadSettings> {
	const name = sha256(JSON.stringify(["settings", source, base]));
	const kept = await cache?.get(name);
	// SignedCache by this program and user, so its shape needs no second check.
	if (kept !== undefined)
		return { draft: kept as SettingsDraft, diagnostics: [], spot: () => undefined, kept: true };
	const read = await parsed(source, base);
	if (read.diagnostics.length === 0 && !holdsSecret(read.draft)) await cache?.put(name, read.draft);
	return read;
}

/**
 * Whether an address in it holds what may be a password: it is refused by its rule, and must not live on in a
 * copy when the file is corrected.
 */
function holdsSecret(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).some(holdsSecret);
	if (typeof value !== "string") return false;
	if (!URL.canParse(value)) return /:\/.*@/.test(value);
	const { username, password, search, hash } = new URL(value);
	return [username, password, search, hash].some((part) => part !== "");
}

/** What parses and checks is loaded only when something has to be parsed. */
async function parsed(written: SourceText, base: Path): Promise<ReadSettings> {
	const masked = maskKeys(written);
	const { source } = masked;
	const [{ parseShape }, { validateSettings }] = await Promise.all([
		import("../yaml/shape.ts"),
		import("./validate.gen.ts"),
	]);
	const { file, draft, ...shaped } = parseShape<RawSettings>(source, validateSettings, { base });
	const diagnostics =
		masked.spans.length === 0 ? shaped.diagnostics : withPastedKeys(masked, shaped.diagnostics);
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
