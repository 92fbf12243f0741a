/** Which test files a change concerns. */
import { execFileSync } from "node:child_process";
import type { Module } from "./build.ts";

/** A change of these concerns everything. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|test\/run\.ts|test\/runner\/.*)$/;
/** These read the whole repository. */
const ALWAYS = /^test\/house(\/.*)?\.test\.ts$/;

/** Paths from the root that git says differ from the commit, new ones too. */
export function changedFiles(cwd: string, base: string): readonly string[] {
	const git = (...args: string[]) =>
		execFileSync("git", args, { cwd, encoding: "utf8" }).split("\0").filter(Boolean);
	return [
		...git("diff", "--name-only", "--no-renames", "-z", "--end-of-options", base),
		...git("ls-files", "--others", "--exclude-standard", "-z"),
	];
}

/** Test files whose import graph reaches a changed file, or a file that names it. */
export function concerned(
	tests: readonly string[],
	modules: Readonly<Record<string, Module>>,
	changed: readonly string[],
): readonly string[] {
	if (changed.length === 0) return [];
	if (changed.some((path) => EVERYTHING.test(path))) return tests;
	return tests.filter(
		(test) =>
			ALWAYS.test(test) ||
			reachedFrom(test, modules).some(
				(path) => changed.includes(path) || modules[path]?.names.some((name) => holdsOne(name, changed)),
			),
	);
}

/** A module and everything it imports, directly or not. */
export function reachedFrom(start: string, modules: Readonly<Record<string, Module>>): readonly string[] {
	const found = new Set([start]);
	for (const path of found) for (const each of modules[path]?.imports ?? []) found.add(each);
	return [...found];
}

/**
 * Whether a named file or folder changed. Who names the root builds the program: its sources and
 * schemas count.
 */
function holdsOne(name: string, changed: readonly string[]): boolean {
	if (name === "") return changed.some((path) => /^(src|schemas)\//.test(path));
	return changed.some((path) => path === name || path.startsWith(`${name}/`));
}
