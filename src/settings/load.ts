import { resolve } from "node:path";
import { defined } from "../model/defined.ts";
import type { Checked } from "../model/diagnostic.ts";
import type { Settings } from "../model/settings.ts";
import { readText } from "../yaml/read.ts";
import { findRoot } from "./find-workspace.ts";
import { KEY_FILE } from "./key.ts";
import { resolveSettings } from "./resolve.ts";
import { readSettings, type SettingsCache } from "./settings-file.ts";
import type { SettingsFlags, Sources } from "./sources.ts";

export interface SettingsRequest {
	/** Paths the command was given; none: `cwd`. */
	readonly given: readonly string[];
	readonly cwd: string;
	readonly env: Sources["env"];
	readonly flags: SettingsFlags;
	/** The workspace, where it was found before. Absent: the paths tell. */
	readonly root?: string;
	/** Workspaces inside the one of the paths do not matter: nothing but its settings is read. */
	readonly nested?: "ignored";
	readonly signal?: AbortSignal;
	readonly keyless?: true;
	/** Where the data of a workspace's settings file is kept. Absent: it is parsed. */
	readonly cache?: (root: string) => Promise<SettingsCache | undefined>;
}

/**
 * Finds the workspace of the given paths and settles its settings. Runs no code of the workspace. Throws
 * `StopFault` when a file or folder cannot be read.
 */
export async function loadSettings({
	given,
	cwd,
	env,
	flags,
	signal,
	cache,
	keyless,
	root: known,
	nested,
}: SettingsRequest): Promise<Checked<Settings>> {
	const search = { cwd, signal: signal ?? new AbortController().signal, ...defined({ nested }) };
	const found = known === undefined ? await findRoot(given, search) : { root: known };
	if ("problems" in found) return { ok: false, diagnostics: found.problems };
	const { root } = found;
	const settle = async (kept?: SettingsCache) => {
		const read = await readSettings(root, cwd, kept);
		const key = read.draft.service?.api_key;
		const file = key === undefined ? env[KEY_FILE] || undefined : key.file;
		const keyFile =
			file === undefined ? undefined : await textOf(resolve(key === undefined ? cwd : root, file));
		return {
			read,
			settled: resolveSettings({ root, cwd, flags, env, read, keyFile, ...defined({ keyless }) }),
		};
	};
	const { read, settled } = await settle(await cache?.(root));
	// What is said about settings needs its place, so then they are read once more.
	return read.kept && settled.diagnostics.length > 0 ? (await settle()).settled : settled;
}

/** The rule that needs the text says what is wrong without it. */
async function textOf(path: string): Promise<string | undefined> {
	const text = await readText(path, path);
	return "source" in text ? text.source.text : undefined;
}
