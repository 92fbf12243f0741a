import fc from "fast-check";
import { CHANGE_FATES } from "./change-fates.ts";
import { SOURCES } from "./footage.ts";
import { onRemote } from "./git-ground.ts";
import { alone, inMemory, onDisk, WAYS } from "./ground.ts";
import { FATES, histories, LIMIT_FATES } from "./history.ts";
import { historiesOf, KNOWN_HISTORIES } from "./known.ts";
import { live, TWICE } from "./model.ts";
import type { Found, Ground } from "./part.ts";
import { onPostgres } from "./postgres-ground.ts";

/** What must come to pass in many histories, or they would prove little. */
const KINDS = [
	...["apply", "apply, three at once", "killed", "dies reading", "locked", "a key is recognised"],
	...["top", "accounts", "title", "at", "posting", "clipping", "jump", "two workspaces at once"],
	...["video", "post", "tube", "tok"].flatMap((what) => [
		`${what} is renamed`,
		`${what} is renamed without a word`,
	]),
	...[
		"an account is renamed at its platform",
		"an account is renamed at its platform, and no campaign says so",
	],
	...["reconnect", "accounts same", "sources same", "lose", "repeat 2", "ledger forget", "home", "save"],
	...[
		"goes",
		"resolution",
		"declared",
		"keep",
		"apply by watch",
		"apply of one account",
		"settled",
		"cancelled by hand",
		"moved by hand",
		"posted by hand",
	],
	...CHANGE_FATES.map((fate) => `change: ${fate}`),
	...["resolved as posted", "resolved as not-posted", "resolved as abandoned"],
	...WAYS.map((way) => `begin: ${way}`),
	...SOURCES.map((source) => `source: ${source}`),
	...[...FATES, ...LIMIT_FATES].map((fate) => `fate: ${fate}`),
];
/** From so many histories on each kind has certainly come to pass. */
const MANY = 3_000;

const GROUNDS = { alone, memory: inMemory, disk: onDisk, remote: onRemote, database: onPostgres };

/** How many histories, of which seed, and where. */
export interface Histories {
	readonly histories: number;
	readonly seed: number;
	readonly on: keyof typeof GROUNDS;
}

/**
 * Lives through the histories that once went wrong, and then through random ones, all from one seed. What
 * breaks one is shown as short as it could be made.
 */
export async function liveAll({ histories: numRuns, seed, on }: Histories): Promise<Found> {
	const tally = new Map<string, number>();
	const known = await liveKnown(on, { tally });
	const property = fc.asyncProperty(histories, (history) => live(history, { on: GROUNDS[on], tally }));
	const result = await fc.check(property, { numRuns, seed });
	const missed =
		numRuns < MANY || result.failed
			? []
			: KINDS.filter((kind) => !tally.has(kind)).map((kind) => `it never happened: ${kind}`);
	const broken = result.failed
		? [`${result.errorInstance ?? "interrupted"}: ${JSON.stringify(result.counterexample)}`]
		: missed;
	const apart = [...tally].filter(([what]) => what.startsWith(TWICE));
	const rest = [...tally].filter(([what]) => !what.startsWith(TWICE));
	return {
		cases: known.cases + result.numRuns,
		broken: [...known.broken, ...broken],
		note: `seed ${seed}; second posts that a history explains, counted apart: ${listed(apart) || "none"}; what came to pass: ${listed(rest)}`,
	};
}

/**
 * Lives through what once went wrong on a ground, each with and without keys; `only` what holds these words.
 */
export async function liveKnown(
	on: keyof typeof GROUNDS,
	{ tally = new Map(), only = "" }: { readonly tally?: Map<string, number>; readonly only?: string } = {},
): Promise<Found> {
	const broken: string[] = [];
	const chosen = KNOWN_HISTORIES.filter(
		(each) => each.on.includes(on === "database" ? "remote" : on) && `${on}, ${each.name}`.includes(only),
	);
	for (const known of chosen)
		for (const history of historiesOf(known))
			await live(history, { on: GROUNDS[on], tally }).catch((error: Error) =>
				broken.push(`${on}, ${known.name}: ${error.message}`),
			);
	return { cases: 2 * chosen.length, broken };
}

/** The same on every ground. */
export async function liveKnownEverywhere({ only }: Pick<Ground, "only">): Promise<Found> {
	const found: Found[] = [];
	for (const on of ["memory", "disk", "remote"] as const) found.push(await liveKnown(on, { only }));
	const cases = found.reduce((sum, each) => sum + each.cases, 0);
	return { cases, broken: found.flatMap(({ broken }) => broken) };
}

function listed(counts: readonly (readonly [what: string, times: number])[]): string {
	return counts
		.map(([what, times]) => `${what.replace(TWICE, "")} ${times}`)
		.sort()
		.join(", ");
}
