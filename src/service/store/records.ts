import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { isMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";
import { StoreFault } from "./fault.ts";
import { jsonObject } from "./json.ts";
import type { Stored } from "./shapes.ts";

/**
 * One folder of JSON records, read when asked for. Throws `StoreFault` for a torn or foreign file, naming it.
 */
export interface Records<Entry extends Stored> {
	get(id: string): Promise<Entry | undefined>;
	all(): Promise<readonly Entry[]>;
	/** Durable before it resolves. */
	put(entry: Entry): Promise<void>;
	/**
	 * Reads, changes and writes with no other change of this folder in between. A change to the same value
	 * writes nothing.
	 */
	change(id: string, how: (entry: Entry) => Entry): Promise<Entry>;
}

const ID = /^[0-9A-Za-z]{1,64}$/;
const READS_AT_ONCE = 16;

/** Opens a folder of records; it need not exist. */
export function openRecords<Entry extends Stored>(folder: string): Records<Entry> {
	const known = new Map<string, Entry>();
	const inTurn = pLimit(1);
	const get = async (id: string) => known.get(id) ?? (await load(id));
	const load = async (id: string) => {
		if (!ID.test(id)) return undefined;
		const entry = await readRecord<Entry>(join(folder, `${id}.json`), id);
		// A record put while this read was under way is newer than what was read.
		if (entry && !known.has(id)) known.set(id, entry);
		return known.get(id);
	};
	const write = async (entry: Entry) => {
		await replaceFile(join(folder, `${entry.id}.json`), `${JSON.stringify(entry, undefined, "\t")}\n`);
		known.set(entry.id, entry);
	};
	return {
		get,
		all: async () => {
			const entries = await pLimit(READS_AT_ONCE).map(await idsIn(folder), get);
			return entries.filter((entry) => entry !== undefined);
		},
		put: (entry) => inTurn(write, entry),
		change: (id, how) =>
			inTurn(async () => {
				const before = await get(id);
				if (!before) throw new Error(`no record ${id} in ${folder}`);
				const after = how(before);
				if (after !== before) await write(after);
				return after;
			}),
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
	const records = names.filter((name) => !name.startsWith(".")).sort();
	return records.map((name) => idOf(folder, name));
}

function idOf(folder: string, name: string): string {
	const id = name.endsWith(".json") ? name.slice(0, -".json".length) : "";
	if (ID.test(id)) return id;
	throw new StoreFault(`${join(folder, name)} does not belong in the data folder of the service.`, {
		remedy: "Move it somewhere else.",
	});
}
