import { randomBytes } from "node:crypto";
import { StoreFault } from "./fault.ts";
import type { Texts } from "./store.ts";

const NAME = "data.id";
/** In place of an id: no version takes it for one, so that none serves what is moved. */
const MOVE = /^(?:moving|moved) ([0-9a-f]{26})(?: to (.+))?$/;

/** In place of the id while a store is moved to here. */
export function movingText(id: string): string {
	return `moving ${id}\n`;
}

/** In place of the id of a store that was moved. */
export function movedText(id: string, place: string): string {
	return `moved ${id} to ${place}\n`;
}

/** The id that a store had before it was moved, or will have. Undefined: nothing was moved. */
export function originOf(text: string | undefined): string | undefined {
	return MOVE.exec(text?.trim() ?? "")?.[1];
}

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
	const [, , place] = MOVE.exec(id) ?? [];
	if (place !== undefined)
		throw new StoreFault(`What the service keeps was moved from here to ${place}.`, {
			remedy: "Use the settings that name it (embedded.store), or move it back: showrun store migrate",
		});
	if (MOVE.test(id))
		throw new StoreFault("A move of what the service keeps to here was interrupted.", {
			remedy: "Finish it: run the same `showrun store migrate` again.",
		});
	throw new StoreFault(`${where(NAME)} does not hold the id of a data folder.`, {
		remedy: "Restore the file from a backup: by its id showrun knows what was delivered from this folder.",
	});
}
