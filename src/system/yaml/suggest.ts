import { closest, distance } from "fastest-levenshtein";

/** The known word a misspelt one probably stands for, if one is near. Upper and lower case make no difference. */
export function suggestion(given: string, known: readonly string[]): string | undefined {
	if (known.length === 0 || given.length > 100) return undefined;
	const lower = new Map(known.map((word) => [word.toLowerCase(), word]));
	const nearest = closest(given.toLowerCase(), [...lower.keys()]);
	const near = distance(given.toLowerCase(), nearest) <= Math.max(1, Math.floor(Math.max(given.length, nearest.length) / 3));
	return near ? lower.get(nearest) : undefined;
}

/** "Did you mean `x`?" where there is a near word, and otherwise (or as well) the known words, the first 40 of them. */
export function didYouMean(given: string, known: readonly string[], about: string): string {
	const near = suggestion(given, known);
	const listed = known.length === 0 ? "" : `${about}: ${known.slice(0, 40).join(", ")}${known.length > 40 ? ", …" : ""}.`;
	return [near === undefined ? "" : `Did you mean \`${near}\`?`, listed].filter(Boolean).join(" ");
}
