import { crc32 } from "node:zlib";

/** A value of JSON with the keys of all maps in order: itself where they are. */
export function sorted<Value>(value: Value): Value;
export function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const items = value.map((each: unknown) => sorted(each));
		return items.every((each, at) => each === value[at]) ? value : items;
	}
	const entries = Object.entries(value);
	let [last, same] = ["", true];
	for (const entry of entries) {
		const [key, held] = entry;
		entry[1] = sorted(held);
		same &&= key >= last && entry[1] === held;
		last = key;
	}
	return same ? value : Object.fromEntries(inOrder(entries));
}

/** The entries of a map by their keys. */
export function inOrder(entries: [key: string, value: unknown][]): readonly [key: string, value: unknown][] {
	return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The checksum of canonical JSON. */
export function checksumOf(canonical: object): string {
	return checksumText(crc32(JSON.stringify(canonical)));
}

/** How a checksum is written. */
export function checksumText(crc: number): string {
	return crc.toString(16).padStart(8, "0");
}
