import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { sha256 } from "../../system/files.ts";
import { pathFact } from "../../system/path-fact.ts";
import { displayPath, isInside } from "../../system/paths.ts";
import { readText } from "../../yaml/read.ts";
import type { SourceText } from "../../yaml/source.ts";

/**
 * A shared file, or why it cannot be read. `file`: its path as shown to people; `digest`: sha256 of the text,
 * empty for what cannot be read.
 */
export type SharedRead = { readonly file: string; readonly digest: string } & (
	| { readonly source: SourceText }
	| { readonly problem: Diagnostic }
	/** `near`: YAML files of the folder, where the file is missing. */
	| { readonly fact: "missing" | "outside" | "not-a-file"; readonly near: readonly string[] }
);

/** Reads shared files inside of a folder, each once. Paths are absolute. */
export function sharedReader(cwd: string): (path: string, root: string) => Promise<SharedRead> {
	const known = new Map<string, Promise<SharedRead>>();
	return (path, root) => {
		const key = `${root}\0${path}`;
		const reading = known.get(key) ?? read(path, root, displayPath(path, cwd));
		known.set(key, reading);
		return reading;
	};
}

async function read(path: string, root: string, file: string): Promise<SharedRead> {
	const fact = isInside(root, path) ? await pathFact(path, root) : "outside";
	const unread = { file, digest: "", near: [] };
	if (fact === "outside") return { ...unread, fact };
	if (fact === "missing") return { ...unread, fact, near: await yamlFilesIn(dirname(path)) };
	if (fact === "folder" || fact === "other") return { ...unread, fact: "not-a-file" };
	const text = await readText(path, file);
	return { file, digest: "source" in text ? sha256(text.source.text) : "", ...text };
}

async function yamlFilesIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch((): string[] => []);
	return names.filter((name) => /^[^.].*\.ya?ml$/.test(name) && !/\.(campaign|clips)\.ya?ml$/.test(name));
}
