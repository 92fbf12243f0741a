import { crc32 } from "node:zlib";

/** A value of JSON with the keys of all maps in order: itself where they are. */
export function sorted<Value>(value: Value): Value;
export function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const items = value.map((each: unknown) => sorted(each));
		return items.every((each, at) => each === value[at]) ? value : items;
	}
	const before = value as Record<string, unknown>;
	const [keys, after] = [Object.keys(value), {} as Record<string, unknown>];
	let [last, same] = ["", true];
	for (const key of keys) {
		put(after, key, sorted(before[key]));
		same &&= key >= last && after[key] === before[key];
		last = key;
	}
	if (same) return value;
	const ordered: Record<string, unknown> = {};
	for (const key of keys.sort()) put(ordered, key, after[key]);
	return ordered;
}

/** As `Object.fromEntries` does it, which takes several times as long. */
function put(map: Record<string, unknown>, key: string, value: unknown): void {
	if (key !== "__proto__") map[key] = value;
	else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
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
