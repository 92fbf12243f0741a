import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { Killed } from "../fakes/service.ts";

/** The process dies at its nth entry: before it is on disk, or after. */
export interface Crash {
	readonly append: number;
	readonly when: "before" | "after";
}

/** A store whose process dies. What was on disk stays, and the lock of a dead process is nobody's. */
export function crashing(store: StateStore, crash: Crash | undefined): StateStore {
	return { read: () => store.read(), open: async (options) => dying(await store.open(options), crash) };
}

function dying(writer: StateWriter, crash: Crash | undefined): StateWriter {
	let [count, dead] = [0, false];
	const die = () => {
		dead = true;
		throw new Killed();
	};
	return {
		snapshot: () => writer.snapshot(),
		async append(entry) {
			count++;
			if (dead || (crash?.append === count && crash.when === "before")) die();
			await writer.append(entry);
			if (crash?.append === count) die();
		},
		close: () => writer.close(),
	};
}
