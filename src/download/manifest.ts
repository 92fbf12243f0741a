import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { clipName } from "../model/clip-name.ts";
import type { Downloaded } from "../model/download.ts";
import { StopFault } from "../model/fault.ts";
import { isMissing } from "../system/error-code.ts";
import { replaceFile } from "../system/files.ts";
import { isInside } from "../system/paths.ts";
import { FolderFault } from "./download-fault.ts";

/** What lies in a folder of clips, by `clipName`. */
export interface Manifest {
	entry(name: string): Downloaded | undefined;
	entries(): readonly Downloaded[];
	/** Remembers a file; the list on disk is replaced whole. */
	put(entry: Downloaded): Promise<void>;
}

const FORMAT = 1;

/**
 * Opens `manifest.json` of a folder. Files that are gone are left out. Throws `StopFault` for a file of that
 * name that is not ours.
 */
export async function openManifest(folder: string): Promise<Manifest> {
	const path = join(folder, "manifest.json");
	const entries = new Map<string, Downloaded>();
	for (const entry of await readEntries(path))
		if (await isThere(folder, entry)) entries.set(clipName(entry.address, entry.moment), entry);
	let saved = Promise.resolve();
	return {
		entry: (name) => entries.get(name),
		entries: () => [...entries.values()],
		put(entry) {
			for (const [name, { file }] of entries) if (file === entry.file) entries.delete(name);
			entries.set(clipName(entry.address, entry.moment), entry);
			// One after the other: the last one to be written is the one with everything.
			saved = saved.catch(() => {}).then(() => save(path, [...entries.values()]));
			return saved;
		},
	};
}

async function save(path: string, entries: readonly Downloaded[]): Promise<void> {
	const clips = [...entries].sort((a, b) =>
		a.address === b.address
			? a.moment.from - b.moment.from || a.moment.to - b.moment.to
			: a.address < b.address
				? -1
				: 1,
	);
	await replaceFile(path, `${JSON.stringify({ format: FORMAT, clips }, null, "\t")}\n`).catch(
		(error: unknown) => {
			throw FolderFault.of(error, path);
		},
	);
}

async function readEntries(path: string): Promise<readonly Downloaded[]> {
	const text = await readFile(path, "utf8").catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw FolderFault.of(error, path);
	});
	if (text === undefined) return [];
	const entries = parse(text);
	if (entries) return entries;
	throw new StopFault(`${path} is not a list of downloaded clips.`, {
		remedy: "Move it away, or choose another folder with --out.",
	});
}

/** Undefined: this is something else. */
function parse(text: string): readonly Downloaded[] | undefined {
	try {
		const { format, clips } = JSON.parse(text) as { readonly format?: unknown; readonly clips?: unknown };
		return format === FORMAT && Array.isArray(clips) ? clips.filter(isEntry).map(onlyKnown) : undefined;
	} catch {
		return undefined;
	}
}

function isEntry(value: unknown): value is Downloaded {
	const { address, moment, task, title, score, file, bytes, sha256 } = (value ?? {}) as Partial<
		Record<keyof Downloaded, unknown>
	>;
	const { from, to } = (moment ?? {}) as { readonly from?: unknown; readonly to?: unknown };
	return (
		[address, task, title, file, sha256].every((each) => typeof each === "string") &&
		[from, to, score, bytes].every((each) => Number.isFinite(each))
	);
}

/** Whatever else somebody wrote there is not carried on. */
function onlyKnown({
	address,
	moment: { from, to },
	task,
	title,
	score,
	file,
	bytes,
	sha256,
}: Downloaded): Downloaded {
	return { address, moment: { from, to }, task, title, score, file, bytes, sha256 };
}

async function isThere(folder: string, { file }: Downloaded): Promise<boolean> {
	const path = join(folder, file);
	return (
		isInside(folder, path) &&
		(await stat(path).then(
			(about) => about.isFile(),
			() => false,
		))
	);
}
