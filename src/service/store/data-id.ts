import { randomBytes } from "node:crypto";
import { StoreFault } from "./fault.ts";
import type { Texts } from "./store.ts";

const NAME = "data.id";

/**
 * The random id of a store, made when the service first owns it: two stores are two outboxes, a copy is the
 * same one. Clients keep what was delivered by this id.
 */
export function ownDataId(texts: Texts): Promise<string> {
	return texts.change(NAME, (text) => {
		const kept = dataIdIn(text, texts);
		const id = kept ?? randomBytes(13).toString("hex");
		return kept === undefined ? { text: `${id}\n`, result: id } : { result: id };
	});
}

/** The same for who only looks. Undefined: the store was never used. */
export async function readDataId(texts: Pick<Texts, "read" | "where">): Promise<string | undefined> {
	return dataIdIn(await texts.read(NAME), texts);
}

function dataIdIn(text: string | undefined, { where }: Pick<Texts, "where">): string | undefined {
	const id = text?.trim();
	if (id === undefined || /^[0-9a-f]{26}$/.test(id)) return id;
	throw new StoreFault(`${where(NAME)} does not hold the id of a data folder.`, {
		remedy: "Restore the file from a backup: by its id showrun knows what was delivered from this folder.",
	});
}
