import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { Killed } from "../fakes/service.ts";
import type { Place } from "./ground.ts";

/** The process dies at its nth entry: before it is on disk, or after. */
export interface Crash {
	readonly append: number;
	readonly when: "before" | "after";
}

/** One process. Once it is dead it writes nothing more. */
export interface Life {
	dead: boolean;
}

/** Ends the process here. */
export function die(life: Life): never {
	life.dead = true;
	throw new Killed();
}

/** A store as a process sees it that may die. What was on disk stays. */
export function crashing(
	store: StateStore,
	{ abandon }: Pick<Place, "abandon">,
	{ life, crash }: { readonly life: Life; readonly crash: Crash | undefined },
): StateStore {
	return {
		read: () => store.read(),
		async open(options) {
			const writer = await store.open(options);
			return { ...dying(writer, life, crash), close: () => (life.dead ? abandon(writer) : writer.close()) };
		},
	};
}

function dying(
	writer: StateWriter,
	life: Life,
	crash: Crash | undefined,
): Pick<StateWriter, "snapshot" | "current" | "append"> {
	let count = 0;
	return {
		snapshot: () => writer.snapshot(),
		current: () => writer.current(),
		async append(entry) {
			count++;
			if (life.dead || (crash?.append === count && crash.when === "before")) die(life);
			await writer.append(entry);
			if (crash?.append === count) die(life);
		},
	};
}
