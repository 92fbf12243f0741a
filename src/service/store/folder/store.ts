import { readdir, realpath, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { undefinedIfMissing } from "../../../system/error-code.ts";
import { readIfThere, writePrivate } from "../../../system/private.ts";
import { TENANT_NAME, TENANTS } from "../../tenants/scopes.ts";
import { readDataId } from "../data-id.ts";
import { dataFault } from "../fault.ts";
import type { Store, Texts } from "../store.ts";
import { locked } from "./locked.ts";
import { folderRecords } from "./records.ts";

const NEVER = new AbortController().signal;
/** Changing a text takes a moment. Milliseconds. */
const LOCK_MS = 10_000;
const NAME = /^(?!\.).+(?<!\.lock)$/;

/** The store in a data folder: one JSON file a record. The folder need not exist. */
export function folderStore(data: string): Store {
	return {
		...folderTexts(data),
		records: (kind, announce) => folderRecords(join(data, kind), announce),
		isShared: false,
		// The lock of the folder is held by one process.
		lease: async () => ({ lost: NEVER, release: async () => {} }),
		rights: async () => [],
		endLapsed: async () => {},
		together: pLimit(1),
		under: (_, work) => work(),
		now: async () => Date.now(),
		identity: async () => ({
			place: await realpath(data),
			// It stays with a folder that is renamed or mounted, and differs in a copy.
			mark: (await stat(data, { bigint: true })).ino.toString(),
			mayBeAt: async (place, id) => (await readDataId(folderTexts(place)).catch(() => undefined)) === id,
		}),
		of: (tenant) => folderStore(join(data, TENANTS, tenant)),
		tenants: async () => {
			const names = (await readdir(join(data, TENANTS)).catch(undefinedIfMissing)) ?? [];
			return names.filter((name) => TENANT_NAME.test(name)).sort();
		},
		fault: (error) => dataFault(error, data),
		close: async () => {},
	};
}

function folderTexts(data: string): Texts {
	const where = (name: string) => join(data, ...name.split("/"));
	const read = (name: string) => readIfThere(where(name));
	const turns = pLimit(1);
	const held: Texts["held"] = (name, waitMs, work) => locked(where(name), waitMs, work);
	return {
		...{ read, where, held },
		// Another process may change it while this one runs.
		change: (name, how) =>
			turns(() =>
				held(name, LOCK_MS, async () => {
					const { result, text } = how(await read(name));
					if (text !== undefined) await writePrivate(where(name), text);
					return result;
				}),
			),
		write: (name, text) => writePrivate(where(name), text),
		remove: (name) => rm(where(name), { force: true }),
		names: async (folder) => {
			const names = (await readdir(where(folder)).catch(undefinedIfMissing)) ?? [];
			return names.filter((name) => NAME.test(name)).sort();
		},
		stamp: (name) => stampOf(where(name)),
	};
}

/** The file is replaced whole: another one has another number or time. */
async function stampOf(path: string): Promise<string> {
	const found = await stat(path, { bigint: true }).catch(() => undefined);
	return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs}`;
}
