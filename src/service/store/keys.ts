import { randomBytes } from "node:crypto";
import { StoreFault } from "./fault.ts";
import type { Texts } from "./store.ts";

const NAME = "link.key";
const HEX = /^[0-9a-f]{64}$/;

/** The key that signs links, kept so that links survive a restart. Written when missing. */
export function ownLinkKey(texts: Texts): Promise<Buffer> {
	return texts.change(NAME, (text) => {
		const kept = keyIn(text, texts);
		const key = kept ?? randomBytes(32);
		return kept === undefined ? { text: `${key.toString("hex")}\n`, result: key } : { result: key };
	});
}

/** The same for a reader: a key nobody keeps when there is none. */
export async function borrowLinkKey(texts: Texts): Promise<Buffer> {
	return keyIn(await texts.read(NAME), texts) ?? randomBytes(32);
}

function keyIn(kept: string | undefined, { where }: Texts): Buffer | undefined {
	const text = kept?.trim();
	if (text === undefined) return undefined;
	if (!HEX.test(text))
		throw new StoreFault(`${where(NAME)} does not hold a key.`, {
			remedy: "Delete it: a new one is made, and links handed out before end.",
		});
	return Buffer.from(text, "hex");
}
