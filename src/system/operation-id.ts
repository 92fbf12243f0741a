import { randomFillSync } from "node:crypto";
import { ulid } from "ulid";

/** Sixteen bytes an id: asked for one by one, each costs more than all the rest of it. */
const bytes = Buffer.alloc(16 * 64);
let at = bytes.length;

/** A new ULID, for what is made by the thousand. */
export function operationId(): string {
	return ulid(undefined, chance);
}

/** From 0 to less than 1; each byte is used once. */
function chance(): number {
	if (at === bytes.length) {
		randomFillSync(bytes);
		at = 0;
	}
	return (bytes[at++] ?? 0) / 256;
}
