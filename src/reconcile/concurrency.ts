import type { Ending } from "../system/sending/ending.ts";

/**
 * Lets so many changes be under way at a time, in the order in which they ask. A post asks when it is ready
 * to be armed, so that the next ones connect meanwhile; no more than so many are ever armed without an
 * outcome.
 */
export class Concurrency {
	readonly most: number;
	#free: number;
	readonly #waiting = new Set<() => void>();
	#stopped: { readonly reason: unknown } | undefined;

	constructor(most: number) {
		this.most = most;
		this.#free = most;
	}

	/** Resolves to true with a turn, which is to be given back; to false where `over` came first. */
	take(over?: Ending): Promise<boolean> {
		return new Promise((settle) => {
			if (over?.isOver) return settle(false);
			if (this.#free > 0) {
				this.#free--;
				return settle(true);
			}
			const begin = () => settle(true);
			this.#waiting.add(begin);
			over?.onEnd(() => this.#waiting.delete(begin) && settle(false));
		});
	}

	/** The turn goes to who has waited longest. */
	giveBack(): void {
		const [next] = this.#waiting;
		if (next === undefined) this.#free++;
		else {
			this.#waiting.delete(next);
			next();
		}
	}

	/** Nothing new is begun: what waits for its turn hears why. The first reason counts. */
	stop(reason: unknown): void {
		this.#stopped ??= { reason };
	}

	/** Throws the reason where everything was stopped. */
	mustNotBeStopped(): void {
		if (this.#stopped) throw this.#stopped.reason;
	}
}
