import { sha256 } from "../../system/files.ts";

const LONGEST = 120;

/**
 * A name of the outside world as one part of a path: nothing in it can leave its folder, hide, or collide
 * with another name.
 */
export function pathPart(name: string): string {
	const text = name.normalize("NFC");
	const safe = [...text]
		.map((character, at) => (isPlain(character, at) ? character : escaped(character)))
		.join("");
	return safe.length > 0 && safe.length <= LONGEST
		? safe
		: `${safe.slice(0, LONGEST / 2)}~${sha256(text).slice(0, 24)}`;
}

/** Letters and digits of any script, and the signs usernames are made of; a dot only inside. */
function isPlain(character: string, at: number): boolean {
	return /^[\p{L}\p{N}_-]$/u.test(character) || (at > 0 && character === ".");
}

function escaped(character: string): string {
	return [...Buffer.from(character)]
		.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
		.join("");
}
