import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { undefinedIfMissing } from "../../../system/error-code.ts";
import { madeAt } from "../records.ts";

/** Where records go that nothing follows any more: below the folder of their kind, one folder a month. */
const ARCHIVE = "archive";
const MONTH = /^\d{4}-\d{2}$/;

/** Where a record is archived. Undefined: its id has no time, so it stays where it is. */
export function archivedPath(folder: string, id: string): string | undefined {
	const at = madeAt(id);
	if (at === undefined) return undefined;
	return join(monthPath(folder, new Date(at).toISOString().slice(0, 7)), `${id}.json`);
}

/** The folder of one month's records. */
export function monthPath(folder: string, month: string): string {
	return join(folder, ARCHIVE, month);
}

/** The months that have archived records, as `2026-11`, the newest first. */
export async function archivedMonths(folder: string): Promise<readonly string[]> {
	const names = (await readdir(join(folder, ARCHIVE)).catch(undefinedIfMissing)) ?? [];
	return names
		.filter((name) => MONTH.test(name))
		.sort()
		.reverse();
}

/** Ids of the records that are archived in a month, the newest first. */
export async function idsOfMonth(folder: string, month: string): Promise<readonly string[]> {
	const names = (await readdir(monthPath(folder, month)).catch(undefinedIfMissing)) ?? [];
	const ids = names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
	return ids
		.filter((id) => madeAt(id) !== undefined)
		.sort()
		.reverse();
}

/** Whether a name in a folder of records is that of its archive. */
export function isArchive(name: string): boolean {
	return name === ARCHIVE;
}
