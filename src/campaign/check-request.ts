import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayPath, isInside } from "../system/paths.ts";
import { readText } from "../yaml/read.ts";
import type { CheckRequest } from "./check.ts";
import { readClips } from "./clips-file.ts";
import { factOf } from "./facts-on-disk.ts";
import type { CheckNames } from "./kept-checks.ts";
import type { FileOptions, LoadOptions } from "./load-options.ts";
import { type GivenInputs, NO_INPUTS, type ReadInputs, readInputs } from "./read-inputs.ts";

/** What a check of a campaign file starts from, with names of everything that its result follows from. */
interface AskedCheck {
	readonly names: CheckNames;
	readonly request: CheckRequest;
	/** What is wrong with the files its inputs come from. */
	readonly ofInputs: readonly Diagnostic[];
}

/** Reads a campaign file and those beside it, or says why one of them cannot be read. */
export async function checkRequestFor(
	path: string,
	options: FileOptions,
): Promise<AskedCheck | { readonly problem: Diagnostic }> {
	const text = await textOf(path, options);
	if ("problem" in text) return text;
	const clips = options.reviews === "ignored" ? {} : await readClips(path, options.cwd);
	if (clips.problem !== undefined) return { problem: clips.problem };
	const root = rootFor(path, options);
	const given = await readInputs(options.inputs ?? NO_INPUTS, {
		folder: dirname(path),
		root,
		cwd: options.cwd,
	});
	const { checkTexts = () => [], levels = {}, strict = false, brand, use = [] } = options;
	const request: CheckRequest = defined({
		source: text.source,
		path,
		root,
		given: given.sources,
		look: (each: string) => factOf(each, root),
		checkTexts,
		levels,
		strict,
		brand,
		clips: clips.source,
		shared: { settings: use, read: (each: string) => options.read(each, root) },
	});
	const parts = [text.source.file, text.source.text, path, root, ...fingerprintOf(given, options.inputs)];
	const nameFor = (reviews: string | undefined) =>
		keyOf([...parts, JSON.stringify([levels, strict, reviews, brand, use])]);
	const bare = nameFor(undefined);
	const names = { whole: clips.source === undefined ? bare : nameFor(clips.source.text), bare };
	return { names, request, ofInputs: given.diagnostics };
}

function textOf(path: string, { cwd, instead }: FileOptions): ReturnType<typeof readText> {
	const file = displayPath(path, cwd);
	return instead?.path === path
		? Promise.resolve({ source: { file, text: instead.text } })
		: readText(path, file);
}

/** Each part with its length before it: no two lists have the same key. */
function keyOf(parts: readonly string[]): string {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(`${part.length} `).update(part);
	return hash.digest("hex");
}

/** Everything inputs may come from. */
function fingerprintOf({ texts }: ReadInputs, { vars, env }: GivenInputs = NO_INPUTS): string[] {
	const variables = Object.entries(env).filter(([name]) => name.startsWith("SHOWRUN_VAR_"));
	return [
		JSON.stringify(Object.entries(vars).sort()),
		JSON.stringify(variables.sort()),
		...texts.map(({ text }) => text),
	];
}

/** The folder that the sources of a campaign must lie in. */
export function rootFor(path: string, { root, cwd }: LoadOptions): string {
	return root ?? (isInside(cwd, path) ? resolve(cwd) : dirname(path));
}
