import { access, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayPath, isInside } from "../system/paths.ts";
import { walk } from "../system/walk.ts";
import { settingsFileIn } from "./settings-file.ts";

/** The workspace of the given paths, or why there is not exactly one. */
export type FoundRoot = { readonly root: string } | { readonly problems: readonly Diagnostic[] };

/** A workspace, and the given paths that belong to it. */
export interface FoundWorkspace {
	readonly root: string;
	/** Absolute. */
	readonly paths: readonly string[];
	/** Roots of the workspaces inside those paths. */
	readonly without: readonly string[];
}

export interface WorkspaceSearch {
	readonly cwd: string;
	readonly signal: AbortSignal;
	/** Workspaces inside one that has settings or a `.showrun` folder do not matter. */
	readonly nested?: "ignored";
}

/**
 * Finds the workspace root: the nearest folder, from each given path upwards, with a settings file or a
 * `.showrun` folder; else the top of the git repository; else the given folder itself. All given paths share
 * one root, and no workspace lies inside another one's given folders: which state is used must never depend
 * on where the command is run.
 */
export async function findRoot(
	given: readonly string[],
	{ nested, ...search }: WorkspaceSearch,
): Promise<FoundRoot> {
	const { cwd } = search;
	const starts = startsOf(given, cwd);
	const folders = await Promise.all(starts.map(folderOf));
	const missing = starts.filter((_, index) => folders[index] === undefined);
	if (missing.length > 0) return { problems: missing.map((path) => noSuchPath(displayPath(path, cwd))) };
	const roots = new Map<string, string>();
	for (const [index, start] of starts.entries()) roots.set(await rootOf(folders[index] ?? start), start);
	const [root, ...others] = roots.keys();
	if (root === undefined || others.length > 0) return { problems: [severalRoots([...roots], cwd)] };
	if (nested === "ignored" && (await isWorkspace(root))) return { root };
	const inside = await nestedIn(starts, root, search);
	return inside.length === 0
		? { root }
		: { problems: inside.map((path) => nestedWorkspace(path, root, cwd)) };
}

/**
 * Every workspace that the given paths lie in, and those inside the given folders: the outer ones first, the
 * others sorted. None where a path is missing.
 */
export async function findWorkspaces(
	given: readonly string[],
	search: WorkspaceSearch,
): Promise<readonly FoundWorkspace[]> {
	const found = new Map<string, FoundWorkspace>();
	const add = (root: string, path: string, without: readonly string[]) => {
		const { paths = [], without: before = [] } = found.get(root) ?? {};
		const joined = { paths: [...new Set([...paths, path])], without: [...new Set([...before, ...without])] };
		found.set(root, { root, ...joined });
	};
	for (const start of startsOf(given, search.cwd)) {
		const folder = await folderOf(start);
		if (folder === undefined) return [];
		const root = await rootOf(folder);
		const inside = await nestedIn([start], root, search);
		add(root, start, inside);
		for (const each of inside)
			add(
				each,
				each,
				inside.filter((other) => other !== each && isInside(each, other)),
			);
	}
	return [...found.values()];
}

/** Roots of the workspaces inside the given folders of a workspace. */
export async function workspacesInside(
	given: readonly string[],
	root: string,
	search: Pick<WorkspaceSearch, "cwd" | "signal">,
): Promise<readonly string[]> {
	return nestedIn(startsOf(given, search.cwd), root, search);
}

/** The workspace that a path lies in. Undefined: there is no such path. */
export async function workspaceAbove(path: string): Promise<string | undefined> {
	const folder = await folderOf(resolve(path));
	return folder === undefined ? undefined : rootOf(folder);
}

/** Workspaces that a new one in a folder would stand in, or around. */
export interface Surroundings {
	/** Root of the nearest one above. */
	readonly above: string | undefined;
	readonly below: readonly string[];
}

/** What a workspace in the folder would meet. Undefined: the folder is a workspace already. */
export async function surroundingsOf(folder: string, signal: AbortSignal): Promise<Surroundings | undefined> {
	if (await isWorkspace(folder)) return undefined;
	const root = (await folderOf(folder)) === undefined ? folder : await rootOf(folder);
	const [, ...upwards] = ancestors(folder);
	let above: string | undefined;
	for (const each of upwards) above ??= (await isUsed(each)) ? each : undefined;
	return { above, below: await nestedIn([folder], root, { signal }) };
}

/** A `.showrun` folder with nothing but a cache is left behind by any command. */
async function isUsed(folder: string): Promise<boolean> {
	return (await exists(join(folder, ".showrun", "state.json"))) || (await settingsFileIn(folder)).length > 0;
}

function startsOf(given: readonly string[], cwd: string): readonly string[] {
	return [...new Set((given.length === 0 ? ["."] : given).map((each) => resolve(cwd, each)))];
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
	{ signal }: Pick<WorkspaceSearch, "signal">,
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
		hint: `This command works in one workspace: name the paths of one. ${SEVERAL}`,
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
		hint: `This command works in one workspace: name ${shown}, or campaign files of the outer one. ${SEVERAL}`,
	};
}

const SEVERAL = "`validate`, `plan`, `apply`, `status` and `watch` work in several at once.";
