import { ulid } from "ulid";
import type { Snapshot } from "../model/snapshot.ts";
import { systemClock } from "../system/clock.ts";
import { LockedFault } from "../system/lock.ts";
import { absorb, EMPTY, recover, workingCopy } from "./snapshot/fold.ts";
import { refusedFault } from "./state-fault.ts";
import type { OpenOptions, StateStore, StateWriter } from "./store.ts";

const LOOK_EVERY_MS = 10;

/** State that lives as long as this process: for tests and for trying things out. */
export function memoryStore(initial: Snapshot = EMPTY): StateStore {
	let snapshot = initial;
	let held = false;
	const take = async ({ waitMs, signal }: OpenOptions) => {
		signal.throwIfAborted();
		for (let leftMs = waitMs; held; leftMs -= LOOK_EVERY_MS) {
			if (leftMs <= 0) throw new LockedFault("Another run holds the lock.", { remedy: "Wait for it." });
			await systemClock.sleep(LOOK_EVERY_MS, signal);
		}
		held = true;
	};
	return {
		read: async () => (held ? snapshot : recover(snapshot)),
		async open(options) {
			await take(options);
			snapshot = recover(snapshot);
			return writer({
				now: () => snapshot,
				next: (after) => (snapshot = after),
				release: () => (held = false),
			});
		},
	};
}

interface Held {
	readonly now: () => Snapshot;
	readonly next: (after: Snapshot) => void;
	readonly release: () => void;
}

function writer({ now, next, release }: Held): StateWriter {
	let refusing = false;
	let closed = false;
	return {
		snapshot: now,
		current: now,
		async append(entry) {
			if (refusing) throw refusedFault();
			refusing = true;
			const working = workingCopy(now());
			if (working.lineage === "") working.lineage = ulid();
			absorb(working, entry);
			next(working);
			refusing = false;
		},
		async close() {
			refusing = true;
			if (!closed) release();
			closed = true;
		},
	};
}
