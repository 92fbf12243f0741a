import { availableParallelism, totalmem } from "node:os";
import pLimit from "p-limit";

/** One render keeps two cores busy, and may take some gigabytes of memory. */
const SLOT = { cores: 2, bytes: 4 * 2 ** 30, most: 4 } as const;

/** How many renders this machine does best at once. */
export function rendersAtOnce(cores = availableParallelism(), bytes = totalmem()): number {
	return Math.max(1, Math.min(SLOT.most, Math.floor(cores / SLOT.cores), Math.floor(bytes / SLOT.bytes)));
}

/** Runs steps of work, a limited number at once. */
export interface Concurrency {
	/** Runs a step once there is room for it. */
	run<Result>(step: () => Promise<Result>): Promise<Result>;
	/** The same, but steps of one name run one after the other: the second finds what the first has made. */
	runNamed(name: string, step: () => Promise<void>): Promise<void>;
}

/** Runs at most so many steps at once. */
export function limitConcurrency(atOnce: number): Concurrency {
	const limit = pLimit(atOnce);
	const last = new Map<string, Promise<void>>();
	const run = <Result>(step: () => Promise<Result>): Promise<Result> => limit(step);
	const runNamed = (name: string, step: () => Promise<void>): Promise<void> => {
		const before = last.get(name) ?? Promise.resolve();
		const current = before.catch(() => undefined).then(() => run(step));
		const forget = () => void (last.get(name) === current && last.delete(name));
		last.set(name, current);
		current.then(forget, forget);
		return current;
	};
	return { run, runNamed };
}
