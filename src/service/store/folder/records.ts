import { mkdir, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import pLimit from "p-limit";
import { isMissing } from "../../../system/error-code.ts";
import { writePrivate } from "../../../system/private.ts";
import { type Announce, announcing } from "../announce.ts";
import { StoreFault } from "../fault.ts";
import { jsonObject } from "../json.ts";
import { isRecordId, type Records } from "../records.ts";
import type { Stored } from "../shapes.ts";
import { archivedMonths, archivedPath, idsOfMonth, isArchive } from "./archive.ts";

const READS_AT_ONCE = 16;
/** How many files of a folder are read at once, whoever asks. */
const OPEN_AT_ONCE = 64;
/** How many records of a folder stay in memory. */
const REMEMBERED = 1_000;

/**
 * A folder of JSON files, which need not exist: one process owns it. Records used last stay in memory.
 * `announce`: absent, nobody is told of changes.
 */
export function folderRecords<Entry extends Stored>(
	folder: string,
	announce?: Announce<Entry>,
): Records<Entry> {
	const files = filesOf<Entry>(folder);
	const { get } = files;
	const [inTurn, write] = [pLimit(1), announcing(files.write, announce)];
	return {
		get,
		...listsOf(folder, get),
		put: (entry) => inTurn(async () => void (await write(announce && (await get(entry.id)), entry))),
		create: (entry) => inTurn(async () => (await get(entry.id)) ?? write(undefined, entry)),
		change: (id, how) =>
			inTurn(async () => {
				const before = await get(id);
				if (!before) throw new Error(`no record ${id} in ${folder}`);
				return write(before, how(before));
			}),
		archive: (id, isOver) => inTurn(() => files.archive(id, isOver)),
		remove: (id, isUnneeded) => inTurn(() => files.remove(id, isUnneeded)),
	};
}

type Lists = "current" | "eachCurrent" | "currentIds" | "newest" | "archivedBefore";

function listsOf<Entry extends Stored>(
	folder: string,
	get: Records<Entry>["get"],
): Pick<Records<Entry>, Lists> {
	const chosen = async (ids: readonly string[], matches: (entry: Entry) => boolean) => {
		const pick = async (id: string) => {
			const entry = await get(id);
			return entry && matches(entry) ? entry : undefined;
		};
		return (await pLimit(READS_AT_ONCE).map(ids, pick)).filter((entry) => entry !== undefined);
	};
	const inBatches = async function* (ids: readonly string[], matches: (entry: Entry) => boolean) {
		for (let at = 0; at < ids.length; at += READS_AT_ONCE)
			yield* await chosen(ids.slice(at, at + READS_AT_ONCE), matches);
	};
	return {
		eachCurrent: async function* (matches) {
			yield* inBatches(await idsIn(folder), matches);
		},
		current: async (matches) => chosen(await idsIn(folder), matches),
		currentIds: () => idsIn(folder),
		newest: async function* (before) {
			const ids = (await allIds(folder)).filter((id) => before === undefined || id < before);
			yield* inBatches(ids, () => true);
		},
		archivedBefore: async (at) => {
			const isBefore = (month: string) => Date.parse(`${month}-01T00:00:00Z`) < at;
			const months = (await archivedMonths(folder)).filter(isBefore);
			return (await Promise.all(months.map((month) => idsOfMonth(folder, month)))).flat();
		},
	};
}

interface RecordFiles<Entry> {
	get(id: string): Promise<Entry | undefined>;
	write(entry: Entry): Promise<void>;
	archive(id: string, isOver: (entry: Entry) => boolean): Promise<boolean>;
	remove(id: string, isUnneeded: (entry: Entry) => boolean): Promise<boolean>;
}

/**
 * A record may lie at two paths for an instant, or after a kill: the one outside of the archive is the newer.
 * All but `get` only in turn.
 */
function filesOf<Entry extends Stored>(folder: string): RecordFiles<Entry> {
	const memory = openMemory<Entry>();
	const pathOf = (id: string) => join(folder, `${id}.json`);
	// Who asks for all at once would have them all open: the machine has a limit.
	const reading = pLimit(OPEN_AT_ONCE);
	const load = (id: string) => reading(() => loadRecord<Entry>(folder, id));
	const get = async (id: string) => (isRecordId(id) ? memory.get(id, load) : undefined);
	return {
		get,
		write: async (entry) => {
			await writePrivate(pathOf(entry.id), `${JSON.stringify(entry, undefined, "\t")}\n`);
			memory.set(entry);
			await removeArchived(folder, entry.id);
		},
		archive: async (id, isOver) => {
			const archived = archivedPath(folder, id);
			const entry = archived === undefined ? undefined : await readRecord<Entry>(pathOf(id), id);
			if (archived === undefined || !entry || !isOver(entry)) return false;
			await mkdir(dirname(archived), { recursive: true, mode: 0o700 });
			await rename(pathOf(id), archived);
			memory.forget(id);
			return true;
		},
		remove: async (id, isUnneeded) => {
			const entry = await get(id);
			if (!entry || !isUnneeded(entry)) return false;
			// The older one first: after a kill in between, what is left is what counted.
			const archived = await removeArchived(folder, id);
			// Not empty: something in it is kept.
			if (archived !== undefined) await rmdir(dirname(archived)).catch(() => {});
			await rm(pathOf(id), { force: true });
			memory.forget(id);
			return true;
		},
	};
}

/** Gives where it was, or would have been. */
async function removeArchived(folder: string, id: string): Promise<string | undefined> {
	const archived = archivedPath(folder, id);
	if (archived !== undefined) await rm(archived, { force: true });
	return archived;
}

async function loadRecord<Entry extends Stored>(folder: string, id: string): Promise<Entry | undefined> {
	const path = join(folder, `${id}.json`);
	const archived = archivedPath(folder, id);
	const current = await readRecord<Entry>(path, id);
	if (current || archived === undefined) return current;
	// It may have been moved from one to the other in between.
	return (await readRecord<Entry>(archived, id)) ?? (await readRecord<Entry>(path, id));
}

interface RecordMemory<Entry> {
	/** The record as it is remembered, else as it is read. */
	get(id: string, load: (id: string) => Promise<Entry | undefined>): Promise<Entry | undefined>;
	set(entry: Entry): void;
	forget(id: string): void;
}

/** Remembers the records that were used last. What was read while something was written may be old. */
function openMemory<Entry extends Stored>(): RecordMemory<Entry> {
	const known = new Map<string, Entry>();
	let writes = 0;
	const keep = (entry: Entry) => {
		known.delete(entry.id);
		known.set(entry.id, entry);
		const [oldest] = known.keys();
		if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
	};
	const get: RecordMemory<Entry>["get"] = async (id, load) => {
		const kept = known.get(id);
		if (kept) keep(kept);
		if (kept) return kept;
		const before = writes;
		const entry = await load(id);
		if (writes !== before) return get(id, load);
		if (entry) keep(entry);
		return entry;
	};
	return {
		get,
		set: (entry) => {
			writes++;
			keep(entry);
		},
		forget: (id) => {
			writes++;
			known.delete(id);
		},
	};
}

async function readRecord<Entry extends Stored>(path: string, id: string): Promise<Entry | undefined> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw new StoreFault(`${path} cannot be read.`, {
			remedy: "Check who may read the data folder.",
			cause: error,
		});
	}
	const entry = jsonObject(text);
	// The one converter of this folder: the format number vouches for the shape that this version wrote.
	if (entry?.format === 1 && entry.id === id) return entry as unknown as Entry;
	throw new StoreFault(`${path} is not a record of this version of the service.`, {
		remedy: "Restore it from a backup, or move it out of the data folder.",
	});
}

/** The current ones first: what is archived meanwhile is listed twice rather than never. */
async function allIds(folder: string): Promise<readonly string[]> {
	const ids = new Set(await idsIn(folder));
	for (const month of await archivedMonths(folder))
		for (const id of await idsOfMonth(folder, month)) ids.add(id);
	return [...ids].sort((a, b) => (a < b ? 1 : -1));
}

async function idsIn(folder: string): Promise<string[]> {
	let names: string[];
	try {
		names = await readdir(folder);
	} catch (error) {
		if (isMissing(error)) return [];
		throw new StoreFault(`${folder} cannot be read.`, {
			remedy: "Check who may read the data folder.",
			cause: error,
		});
	}
	const records = names.filter((name) => !name.startsWith(".") && !isArchive(name)).sort();
	return records.map((name) => idOf(folder, name));
}

function idOf(folder: string, name: string): string {
	const id = name.endsWith(".json") ? name.slice(0, -".json".length) : "";
	if (isRecordId(id)) return id;
	throw new StoreFault(`${join(folder, name)} does not belong in the data folder of the service.`, {
		remedy: "Move it somewhere else.",
	});
}
