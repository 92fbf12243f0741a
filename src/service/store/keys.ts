import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { StoreFault } from "./fault.ts";

const HEX = /^[0-9a-f]{64}$/;

/**
 * The key that signs links, kept in the data folder so that links survive a restart. Written when missing.
 */
export async function ownLinkKey(data: string): Promise<Buffer> {
	const kept = await readLinkKey(data);
	if (kept) return kept;
	const made = randomBytes(32);
	await writePrivate(keyPath(data), `${made.toString("hex")}\n`);
	return made;
}

/** The same for a reader: a key nobody keeps when the folder has none. */
export async function borrowLinkKey(data: string): Promise<Buffer> {
	return (await readLinkKey(data)) ?? randomBytes(32);
}

async function readLinkKey(data: string): Promise<Buffer | undefined> {
	const text = (await readIfThere(keyPath(data)))?.trim();
	if (text === undefined) return undefined;
	if (!HEX.test(text))
		throw new StoreFault(`${keyPath(data)} does not hold a key.`, {
			remedy: "Delete it: a new one is made, and links handed out before end.",
		});
	return Buffer.from(text, "hex");
}

function keyPath(data: string): string {
	return join(data, "link.key");
}
