import { resolve } from "node:path";
import type { Checked } from "../model/diagnostic.ts";
import { Fault } from "../model/fault.ts";
import type { Settings } from "../model/settings.ts";
import { readText } from "../system/yaml/read.ts";
import { readSettings } from "./file.ts";
import { findRoot } from "./find.ts";
import { resolveSettings } from "./resolve.ts";
import type { SettingsFlags, Sources } from "./sources.ts";

export interface SettingsRequest {
	/** Paths the command was given; none: `cwd`. */
	readonly given: readonly string[];
	readonly cwd: string;
	readonly env: Sources["env"];
	readonly flags: SettingsFlags;
	readonly signal?: AbortSignal;
}

/** Finds the workspace of the given paths and settles its settings. Runs no code of the workspace. Throws `StopFault` when a file or folder cannot be read. */
export async function loadSettings({ given, cwd, env, flags, signal }: SettingsRequest): Promise<Checked<Settings>> {
	const found = await findRoot(given, cwd, signal ?? new AbortController().signal);
	if ("problems" in found) return { ok: false, diagnostics: found.problems };
	const { root } = found;
	const read = await readSettings(root, cwd);
	const file = read.draft.service?.api_key?.file;
	const keyFile = file === undefined ? undefined : await textOf(resolve(root, file));
	return resolveSettings({ root, cwd, flags, env, read, keyFile });
}

/** The rule that needs the text says what is wrong without it. */
async function textOf(path: string): Promise<string | undefined> {
	try {
		const text = await readText(path, path);
		return "source" in text ? text.source.text : undefined;
	} catch (error) {
		if (error instanceof Fault) return undefined;
		throw error;
	}
}
