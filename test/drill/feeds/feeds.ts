import fc from "fast-check";
import { onRemote } from "../git-ground.ts";
import { inMemory, onDisk } from "../ground.ts";
import type { Found, Part } from "../part.ts";
import { onPostgres } from "../postgres-ground.ts";
import { shows } from "./events.ts";
import { liveWithFeed } from "./live.ts";

const GROUNDS = { memory: inMemory, disk: onDisk, remote: onRemote, database: onPostgres };

/** Months of a show, told from a seed, on one kind of state. */
export async function liveWithFeeds(
	on: keyof typeof GROUNDS,
	{ histories: numRuns, seed }: { readonly histories: number; readonly seed: number },
): Promise<Found> {
	const property = fc.asyncProperty(shows, (history) => liveWithFeed(history, GROUNDS[on]));
	const result = await fc.check(property, { numRuns, seed });
	const broken = result.failed
		? [`${on}: ${result.errorInstance ?? "interrupted"}: ${JSON.stringify(result.counterexample)}`]
		: [];
	return { cases: result.numRuns, broken, note: `${on} seed ${seed}` };
}

/** The same on every kind of state. `only`: how many in memory; of these a tenth to a fiftieth elsewhere. */
export function feeds(seed: number): Part {
	return {
		claim:
			"months of a feed, kills and lost answers: every episode posted once, nothing old, nothing cancelled",
		async run({ only }) {
			const histories = Number(only || 500);
			const found = [
				await liveWithFeeds("memory", { histories, seed }),
				await liveWithFeeds("disk", { histories: Math.ceil(histories / 10), seed }),
				await liveWithFeeds("remote", { histories: Math.ceil(histories / 50), seed }),
				await liveWithFeeds("database", { histories: Math.ceil(histories / 20), seed }),
			];
			return {
				cases: found.reduce((sum, { cases }) => sum + cases, 0),
				broken: found.flatMap(({ broken }) => broken),
				note: `seed ${seed}`,
			};
		},
	};
}
