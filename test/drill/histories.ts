import fc from "fast-check";
import { inMemory, onDisk } from "./crashing.ts";
import { FATES, histories } from "./history.ts";
import { live } from "./model.ts";
import type { Found } from "./part.ts";

/** What must come to pass in many histories, or they would prove little. */
const KINDS = [
	...[
		"apply",
		"apply, three at once",
		"killed",
		"dies reading",
		"another process is refused",
		"a key is recognised",
	],
	...["top", "accounts", "title", "at", "posting", "clipping", "jump"],
	...["video", "post", "tube", "tok"].flatMap((what) => [
		`${what} is renamed`,
		`${what} is renamed without a word`,
	]),
	...[
		"an account is renamed at its platform",
		"resolved as posted",
		"resolved as not-posted",
		"resolved as abandoned",
	],
	...FATES.map((fate) => `fate: ${fate}`),
];
/** From so many histories on each kind has certainly come to pass. */
const MANY = 500;

const GROUNDS = { memory: inMemory, disk: onDisk };

/** How many histories, of which seed, and where. */
export interface Histories {
	readonly histories: number;
	readonly seed: number;
	readonly on: keyof typeof GROUNDS;
}

/**
 * Lives through random histories, all from one seed. What breaks one is shown as short as it could be made.
 */
export async function liveAll({ histories: numRuns, seed, on }: Histories): Promise<Found> {
	const tally = new Map<string, number>();
	const property = fc.asyncProperty(histories, (history) => live(history, { on: GROUNDS[on], tally }));
	const result = await fc.check(property, { numRuns, seed });
	const missed =
		numRuns < MANY || result.failed
			? []
			: KINDS.filter((kind) => !tally.has(kind)).map((kind) => `it never happened: ${kind}`);
	const broken = result.failed
		? [`${result.errorInstance ?? "interrupted"}: ${JSON.stringify(result.counterexample)}`]
		: missed;
	return { cases: result.numRuns, broken, note: `seed ${seed}; ${told(tally)}` };
}

function told(tally: ReadonlyMap<string, number>): string {
	return [...tally]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([what, times]) => `${what} ${times}`)
		.join(", ");
}
