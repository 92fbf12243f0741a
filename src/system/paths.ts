import { isAbsolute, relative, sep } from "node:path";

/**
 * What is at a path. `outside`: a symbolic link points outside the folder it has to stay in. `foreign`: its
 * bytes are not what its name says; `words`: a transcript with the time of each word; `untimed`: subtitles
 * without any time.
 */
export type PathFact =
	| "file"
	| "words"
	| "untimed"
	| "empty"
	| "folder"
	| "missing"
	| "outside"
	| "foreign"
	| "other";

/** Whether the path is the folder or lies below it. Looks only at the names. */
export function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path as shown to people: from the folder the command was run in. */
export function displayPath(path: string, cwd: string): string {
	return relative(cwd, path) || ".";
}
