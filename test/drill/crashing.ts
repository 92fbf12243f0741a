import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore } from "../../src/state/file/store.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { Killed } from "../fakes/service.ts";

/** The process dies at its nth entry: before it is on disk, or after. */
export interface Crash {
	readonly append: number;
	readonly when: "before" | "after";
}

/** One process. Once it is dead it writes nothing more. */
export interface Life {
	dead: boolean;
}

/** Where a history happens. */
export interface Ground {
	readonly store: StateStore;
	/** A process was killed that held the state: nothing is closed, and its lock is nobody's. */
	readonly abandon: (writer: StateWriter) => Promise<void>;
	readonly remove: () => Promise<void>;
}

/** State that is as fast as a value. */
export async function inMemory(): Promise<Ground> {
	return { store: memoryStore(), abandon: (writer) => writer.close(), remove: async () => {} };
}

/** State on disk, with what the machine remembers besides. */
export async function onDisk(): Promise<Ground> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-histories-"));
	return {
		store: fileStore({ path: join(folder, "state.json"), outside: { folder: join(folder, "memory") } }),
		// The process of a history is this very one, which lives: nobody would take its locks over.
		async abandon() {
			const names = await readdir(folder, { recursive: true });
			await Promise.all(names.filter((name) => name.endsWith(".lock")).map((name) => rm(join(folder, name))));
		},
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

/** Ends the process here. */
export function die(life: Life): never {
	life.dead = true;
	throw new Killed();
}

/** A store as a process sees it that may die. What was on disk stays. */
export function crashing({ store, abandon }: Ground, life: Life, crash: Crash | undefined): StateStore {
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
): Pick<StateWriter, "snapshot" | "append"> {
	let count = 0;
	return {
		snapshot: () => writer.snapshot(),
		async append(entry) {
			count++;
			if (life.dead || (crash?.append === count && crash.when === "before")) die(life);
			await writer.append(entry);
			if (crash?.append === count) die(life);
		},
	};
}
