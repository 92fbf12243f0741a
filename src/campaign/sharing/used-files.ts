import { dirname, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ReadYaml } from "../../yaml/document.ts";
import { valueAt } from "../../yaml/shape.ts";
import { diagnosed, type SourceText, type Spot } from "../../yaml/source.ts";
import { type Layer, layered } from "./layers.ts";
import { type ParsedShared, parseShared } from "./parse-shared.ts";
import type { SharedRead } from "./read-shared.ts";
import { unreadable } from "./unreadable.ts";

/** How the shared files of one campaign are found. */
export interface SharedFiles {
	/** Absolute paths of those that every campaign uses. */
	readonly settings: readonly string[];
	readonly read: (path: string) => Promise<SharedRead>;
}

/** A campaign together with what it uses. */
export interface Used {
	/** Not usable where a shared file is missing or broken: most of what would be said follows from that. */
	readonly read: ReadYaml;
	readonly homeOf: ReturnType<typeof layered>["homeOf"];
	/** Those that could be read, the strongest first. */
	readonly sources: readonly SourceText[];
	/** sha256 of the text by absolute path; empty for what cannot be read. */
	readonly digests: Readonly<Record<string, string>>;
	/** What keeps files from being read. The same for every campaign, but for where it names them. */
	readonly unread: readonly Diagnostic[];
}

/** Reads what a campaign uses and puts it all together. `path`: the campaign's own, absolute. */
export async function readUsed(own: ReadYaml, path: string, shared: SharedFiles): Promise<Used> {
	const named = namesIn(own, path, shared.settings);
	const files: (Named & { readonly read: SharedRead })[] = [];
	for (const each of named) files.push({ ...each, read: await shared.read(each.path) });
	const readable = files.flatMap(({ read, ...each }) =>
		"source" in read ? [{ ...each, source: read.source, shared: parseShared(read.source) }] : [],
	);
	const layers: readonly Layer[] = [
		{ file: own.file, level: 0, path },
		...readable.map((each): Layer => ({ file: each.shared.read.file, level: each.level, path: each.path })),
	];
	const { file, conflicts, homeOf } = layered(own.file, layers);
	const isWhole = readable.length === files.length && readable.every((each) => isUsable(each.shared));
	const found = readable.flatMap((each) => each.shared.diagnostics);
	return {
		read: { file, diagnostics: [...own.diagnostics, ...found, ...conflicts], usable: isWhole },
		homeOf,
		sources: readable.map(({ source }) => source),
		digests: Object.fromEntries(files.map((each) => [each.path, each.read.digest])),
		unread: files.flatMap(({ read, spot }) => problemOf(read, spot)),
	};
}

interface Named {
	readonly path: string;
	readonly level: 1 | 2;
	/** Where it is named; of those in the settings, where the campaign is. */
	readonly spot: Spot;
}

/** More are refused by the schema. */
const MOST = 20;

/** The campaign's own first. A file that is named twice counts where it is named first. */
function namesIn({ file }: ReadYaml, path: string, settings: readonly string[]): readonly Named[] {
	const own = [valueAt(file.value, ["use"]) ?? []].flat().slice(0, MOST);
	const all = [
		...own.flatMap((written, index): Named[] =>
			typeof written !== "string" || !isPath(written)
				? []
				: [{ path: resolve(dirname(path), written), level: 1, spot: file.spot(["use", index]) }],
		),
		...settings.map((each): Named => ({ path: each, level: 2, spot: file.spot(["campaign"]) })),
	];
	return all.filter((each, index) => all.findIndex((other) => other.path === each.path) === index);
}

/** What is no path of a YAML file has been reported. */
function isPath(written: string): boolean {
	return /\.ya?ml$/.test(written) && !written.includes("{{");
}

function isUsable({ read, parsed }: ParsedShared): boolean {
	return read.usable && parsed.draft !== undefined;
}

function problemOf(read: SharedRead, spot: Spot): Diagnostic[] {
	if ("source" in read) return [];
	return ["problem" in read ? read.problem : diagnosed(unreadable(read), spot)];
}
