import { availableParallelism, totalmem } from "node:os";

/** One render keeps two cores busy, and may take some gigabytes of memory. */
const SLOT = { cores: 2, bytes: 4 * 2 ** 30, most: 4 } as const;

/** How many renders this machine does best at once. */
export function rendersAtOnce(cores = availableParallelism(), bytes = totalmem()): number {
	return Math.max(1, Math.min(SLOT.most, Math.floor(cores / SLOT.cores), Math.floor(bytes / SLOT.bytes)));
}

/** Asked whenever there is room: the lowest goes first, of equal ones the first that came. */
export type Rank = () => number;

/** Work that nobody gave a rank. */
const USUAL: Rank = () => 0;

/** Runs steps of work, a limited number at once. */
export interface Concurrency {
	/** How many run at once. */
	readonly atOnce: number;
	/** Runs a step once there is room for it. */
	run<Result>(step: () => Promise<Result>, rank?: Rank): Promise<Result>;
	/** The same, but steps of one name run one after the other: the second finds what the first has made. */
	runNamed(name: string, step: () => Promise<void>, rank?: Rank): Promise<void>;
}

/** Runs at most so many steps at once. */
export function limitConcurrency(atOnce: number): Concurrency {
	const run = limitByRank(atOnce);
	const last = new Map<string, Promise<void>>();
	const runNamed: Concurrency["runNamed"] = (name, step, rank) => {
		const before = last.get(name) ?? Promise.resolve();
		const current = before.catch(() => undefined).then(() => run(step, rank));
		const forget = () => void (last.get(name) === current && last.delete(name));
		last.set(name, current);
		current.then(forget, forget);
		return current;
	};
	return { atOnce, run, runNamed };
}

interface Waiting {
	readonly rank: Rank;
	readonly start: () => void;
}

function limitByRank(atOnce: number): Concurrency["run"] {
	const waiting: Waiting[] = [];
	let running = 0;
	const startNext = () => {
		const ranks = waiting.map(({ rank }) => rank());
		const [next] = waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
		next?.start();
	};
	return async (step, rank = USUAL) => {
		if (running >= atOnce) await new Promise<void>((start) => waiting.push({ rank, start }));
		else running++;
		try {
			return await step();
		} finally {
			// The place is handed on: nobody who comes meanwhile may take it.
			if (waiting.length > 0) startNext();
			else running--;
		}
	};
}
