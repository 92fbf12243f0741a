/** Import cycles: files that reach themselves through what they import. */
import { resolved, type Source } from "./sources.ts";

/**
 * The groups of files that reach each other, each sorted and joined by `, `. Imports of types
 * alone count too.
 */
export function importCycles(sources: readonly Source[]): readonly string[] {
	const imports = new Map(
		sources.map(({ path, imports }) => [
			path,
			imports.flatMap(({ from }) => (from?.startsWith(".") ? [resolved(path, from)] : [])),
		]),
	);
	const reached = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]));
	const groups = [...reached].flatMap(([path, all]) => {
		const group = [...all].filter((other) => reached.get(other)?.has(path));
		return group.length > 0 ? [[...new Set([path, ...group])].sort().join(", ")] : [];
	});
	return [...new Set(groups)].sort();
}

/**
 * Every file that is imported from a file, directly or not; the file itself only where that leads back to it.
 */
function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
	const found = new Set(imports.get(start) ?? []);
	for (const path of found) for (const each of imports.get(path) ?? []) found.add(each);
	return found;
}
