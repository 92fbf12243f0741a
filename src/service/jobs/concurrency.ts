import { availableParallelism, totalmem } from "node:os";

/** One render keeps two cores busy, and may take some gigabytes of memory. */
const SLOT = { cores: 2, bytes: 4 * 2 ** 30, most: 4 } as const;

/** How many renders this machine does best at once. */
export function rendersAtOnce(cores = availableParallelism(), bytes = totalmem()): number {
	return Math.max(1, Math.min(SLOT.most, Math.floor(cores / SLOT.cores), Math.floor(bytes / SLOT.bytes)));
}

/** What goes before what: posts that are due soon, tasks, posts of later. */
const ORDER = { soon: 0, express: 1, task: 1, later: 2 } as const;
/** An express task goes first unless its tenant used the engine so much longer lately. Milliseconds. */
const HEAD_START_MS = 5 * 60_000;

/** When work has its turn: by its kind, then the lowest `at` first, of equal ones the first that came. */
export interface Turn {
	readonly kind: keyof typeof ORDER;
	readonly at?: number;
}

/** Asked whenever there is room. */
export type Rank = () => Turn;

/** Work that nobody gave a rank. */
const USUAL: Rank = () => ({ kind: "task" });

/** Runs steps of work, a limited number at once. */
export interface Concurrency {
	/** How many run at once. */
	readonly atOnce: number;
	/** Runs a step once there is room for it. */
	run<Result>(step: () => Promise<Result>, rank?: Rank): Promise<Result>;
	/** The same, but steps of one name run one after the other: the second finds what the first has made. */
	runNamed(name: string, step: () => Promise<void>, rank?: Rank): Promise<void>;
}

/** A machine that several tenants share. */
export interface SharedConcurrency {
	/** How many steps run at once, of all tenants. */
	readonly atOnce: number;
	/**
	 * The steps of one tenant. The task of the tenant whose steps took least time lately goes first, in express
	 * mode with a head start: who submits much keeps nobody waiting who submits little.
	 */
	of(tenant: string): Concurrency;
}

/** Runs at most so many steps at once, of all tenants. `now`: milliseconds, of a clock that nobody sets. */
export function shareConcurrency(atOnce: number, now = () => performance.now()): SharedConcurrency {
	const [usage, inTurn] = [openUsage(now), limitByTurn(atOnce, now)];
	return {
		atOnce,
		of: (tenant) => {
			const used: Place["used"] = (at) => usage.of(tenant, at);
			const run: Concurrency["run"] = (step, rank = USUAL) =>
				inTurn(() => usage.measured(tenant, step), { rank, used });
			return concurrencyOf(atOnce, run);
		},
	};
}

/** Runs at most so many steps at once. */
export function limitConcurrency(atOnce: number): Concurrency {
	return shareConcurrency(atOnce).of("");
}

function concurrencyOf(atOnce: number, run: Concurrency["run"]): Concurrency {
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

interface Usage {
	/** Milliseconds of steps, of which half is forgotten after a while. */
	of(tenant: string, at: number): number;
	measured<Result>(tenant: string, step: () => Promise<Result>): Promise<Result>;
}

const HALF_LIFE_MS = 10 * 60_000;

function openUsage(now: () => number): Usage {
	const known = new Map<string, { readonly ms: number; readonly at: number }>();
	const of: Usage["of"] = (tenant, at) => {
		const before = known.get(tenant);
		return before === undefined ? 0 : before.ms * 2 ** ((before.at - at) / HALF_LIFE_MS);
	};
	return {
		of,
		measured: async (tenant, step) => {
			const begun = now();
			try {
				return await step();
			} finally {
				const at = now();
				known.set(tenant, { ms: of(tenant, at) + at - begun, at });
			}
		},
	};
}

interface Place {
	readonly rank: Rank;
	readonly used: (at: number) => number;
}

interface Waiting extends Place {
	readonly start: () => void;
}

type InTurn = <Result>(step: () => Promise<Result>, place: Place) => Promise<Result>;

function limitByTurn(atOnce: number, now: () => number): InTurn {
	const waiting: Waiting[] = [];
	let running = 0;
	const startNext = () => {
		const moment = now();
		const places = waiting.map(({ rank, used }, came) => ({ came, key: keyOf(rank(), used(moment)) }));
		const [first] = places.sort((a, b) => compared(a.key, b.key) || a.came - b.came);
		const [next] = waiting.splice(first?.came ?? 0, 1);
		next?.start();
	};
	return async (step, place) => {
		if (running >= atOnce) await new Promise<void>((start) => waiting.push({ ...place, start }));
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

/** What is due is due whoever wants it; tasks are shared out. */
function keyOf({ kind, at = 0 }: Turn, used: number): readonly [number, number, number] {
	const shares = { soon: 0, express: used - HEAD_START_MS, task: used, later: 0 };
	return [ORDER[kind], shares[kind], at];
}

function compared(a: readonly number[], b: readonly number[]): number {
	return a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
