import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { StoreFault } from "./fault.ts";

/**
 * The random id of a data folder, made when the service first owns it: two data folders are two outboxes, a
 * copy is the same one.
 * Clients keep what was delivered by this id.
 */
export async function ownDataId(data: string): Promise<string> {
	const kept = await readDataId(data);
	if (kept !== undefined) return kept;
	const id = randomBytes(13).toString("hex");
	await writePrivate(idPath(data), `${id}\n`);
	return id;
}

/** The same for who only looks. Undefined: the folder was never used. */
export async function readDataId(data: string): Promise<string | undefined> {
	const id = (await readIfThere(idPath(data)))?.trim();
	if (id === undefined || /^[0-9a-f]{26}$/.test(id)) return id;
	throw new StoreFault(`${idPath(data)} does not hold the id of a data folder.`, {
		remedy: "Restore the file from a backup: by its id showrun knows what was delivered from this folder.",
	});
}

function idPath(data: string): string {
	return join(data, "data.id");
}
