import { closest, distance } from "fastest-levenshtein";

/** Of more names than these the nearest is not looked for: a hostile file could have a million. */
const MOST_COMPARED = 2000;

/**
 * The known word a misspelt one probably stands for, if one is near. Upper and lower case make no difference.
 */
export function suggestion(given: string, known: readonly string[]): string | undefined {
	if (known.length === 0 || given.length > 100) return undefined;
	const lower = new Map(known.slice(0, MOST_COMPARED).map((word) => [word.toLowerCase(), word]));
	const nearest = closest(given.toLowerCase(), [...lower.keys()]);
	const longer = Math.max(given.length, nearest.length);
	const apart = distance(given.toLowerCase(), nearest);
	// Two letters that changed places count as one mistake.
	const swapped = apart === 2 && letters(given.toLowerCase()) === letters(nearest);
	return (apart < longer && apart <= Math.max(1, Math.floor(longer / 3))) || swapped
		? lower.get(nearest)
		: beginning(given.toLowerCase(), lower);
}

function letters(word: string): string {
	return [...word].sort().join("");
}

/** The only known word that begins as this one does: `warn` stands for `warning`, `videos` for `video`. */
function beginning(given: string, lower: ReadonlyMap<string, string>): string | undefined {
	const alike = [...lower.keys()].filter(
		(word) => Math.min(word.length, given.length) > 2 && (word.startsWith(given) || given.startsWith(word)),
	);
	return alike.length === 1 ? lower.get(alike[0] ?? "") : undefined;
}

/**
 * "Did you mean `x`?" where there is a near word, and the known words where they are few or there is none
 * near. `about` introduces the list.
 */
export function didYouMean(given: string, known: readonly string[], about: string): string {
	const near = suggestion(given, known);
	const listed =
		known.length === 0 || (near !== undefined && known.length > 20)
			? ""
			: `${about}: ${known.slice(0, 40).join(", ")}${known.length > 40 ? ", …" : ""}.`;
	return [near === undefined ? "" : `Did you mean \`${near}\`?`, listed].filter(Boolean).join(" ");
}
