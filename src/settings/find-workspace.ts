import { access, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayPath, isInside } from "../system/paths.ts";
import { walk } from "../system/walk.ts";
import { settingsFileIn } from "./settings-file.ts";

/** The workspace of the given paths, or why there is not exactly one. */
export type FoundRoot = { readonly root: string } | { readonly problems: readonly Diagnostic[] };

/**
 * Finds the workspace root: the nearest folder, from each given path upwards, with a settings file or a
 * `.showrun` folder; else the top of the git repository; else the given folder itself. All given paths share
 * one root, and no workspace lies inside another one's given folders: which state is used must never depend
 * on where the command is run.
 */
export async function findRoot(
	given: readonly string[],
	cwd: string,
	signal: AbortSignal,
): Promise<FoundRoot> {
	const starts = [...new Set((given.length === 0 ? ["."] : given).map((each) => resolve(cwd, each)))];
	const folders = await Promise.all(starts.map(folderOf));
	const missing = starts.filter((_, index) => folders[index] === undefined);
	if (missing.length > 0) return { problems: missing.map((path) => noSuchPath(displayPath(path, cwd))) };
	const roots = new Map<string, string>();
	for (const [index, start] of starts.entries()) roots.set(await rootOf(folders[index] ?? start), start);
	const [root, ...others] = roots.keys();
	if (root === undefined || others.length > 0) return { problems: [severalRoots([...roots], cwd)] };
	const nested = await nestedIn(starts, root, signal);
	return nested.length === 0
		? { root }
		: { problems: nested.map((path) => nestedWorkspace(path, root, cwd)) };
}

async function folderOf(path: string): Promise<string | undefined> {
	const about = await stat(path).catch(() => undefined);
	return about === undefined ? undefined : about.isDirectory() ? path : dirname(path);
}

async function rootOf(folder: string): Promise<string> {
	const upwards = ancestors(folder);
	for (const each of upwards) if (await isWorkspace(each)) return each;
	for (const each of upwards) if (await exists(join(each, ".git"))) return each;
	return folder;
}

function ancestors(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

async function isWorkspace(folder: string): Promise<boolean> {
	const about = await stat(join(folder, ".showrun")).catch(() => undefined);
	return about?.isDirectory() === true || (await settingsFileIn(folder)).length > 0;
}

async function nestedIn(
	starts: readonly string[],
	root: string,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const found = new Set<string>();
	for (const start of starts) {
		if ((await folderOf(start)) !== start || !isInside(root, start)) continue;
		for await (const { path } of walk(start, signal))
			if (path !== root && (await isWorkspace(path))) found.add(path);
	}
	return [...found].sort();
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

function noSuchPath(shown: string): Diagnostic {
	return {
		severity: "error",
		rule: "no-such-path",
		summary: "There is no such file or folder",
		detail: `\`${shown}\` does not exist.`,
		hint: "Name a campaign file, or a folder that holds some.",
	};
}

function severalRoots(roots: readonly (readonly [root: string, start: string])[], cwd: string): Diagnostic {
	const list = roots
		.map(([root, start]) => `\`${displayPath(start, cwd)}\` belongs to \`${displayPath(root, cwd)}\``)
		.join(", ");
	return {
		severity: "error",
		rule: "several-workspaces",
		summary: "The paths belong to different workspaces",
		detail: `${list}. Each workspace has a state of its own.`,
		hint:
			"Run showrun once for each workspace, or put one showrun.config.yaml into a folder above both and " +
			"remove the others.",
	};
}

function nestedWorkspace(path: string, root: string, cwd: string): Diagnostic {
	const shown = displayPath(path, cwd);
	return {
		severity: "error",
		rule: "nested-workspace",
		summary: "A workspace lies inside another one",
		detail:
			`\`${shown}\` is a workspace of its own: it has settings or a .showrun folder, ` +
			`inside \`${displayPath(root, cwd)}\`.`,
		hint: `Name it: showrun plan ${shown}. Or move its settings (and its .showrun folder) away from there.`,
	};
}
