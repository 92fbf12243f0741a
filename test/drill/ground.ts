import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { fileStore, openDespite } from "../../src/state/file/store.ts";
import type { AccountNames } from "../../src/state/ledger/account-names.ts";
import { type GuardReader, guardReader } from "../../src/state/ledger/guards.ts";
import type { Naming } from "../../src/state/ledger/posts.ts";
import type { LedgerEntry } from "../../src/state/ledger/records.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { systemClock } from "../../src/system/clock.ts";

/** One user on one machine: what their programs remember is below this folder. */
export interface Home {
	readonly name: string;
	readonly folder: string;
}

/** What a process knows when it opens a state. */
export interface Process {
	readonly listed: () => ReadonlySet<string> | undefined;
}

/** Where the state of one workspace is. */
export interface Place {
	/** Short id of the workspace. */
	readonly name: string;
	readonly home: Home;
	/** The state as a process opens it; without one as an old program does. */
	readonly open: (process: Process | undefined) => StateStore;
	/** What guards of old programs know. */
	readonly guards: GuardReader;
	/** What a ledger besides that of the home holds. */
	readonly remote: (naming: Naming, names: AccountNames) => Promise<readonly LedgerEntry[]>;
	/** A process was killed that held the state: nothing is closed, and its lock is nobody's. */
	readonly abandon: (writer: StateWriter) => Promise<void>;
	/** A person takes the state as it is. False: there was nothing to adopt. */
	readonly adopt: () => Promise<boolean>;
}

/** How a workspace comes from another one; only a copy has its state. */
export const WAYS = ["clone", "worktree", "subfolder", "copy"] as const;
export type Way = (typeof WAYS)[number];

/** Where a history happens. */
export interface Ground {
	/** Homes know of each other through a remote. */
	readonly isShared: boolean;
	/** One workspace, and its state alone: no ledger is kept beside it. */
	readonly isAlone: boolean;
	/** Old programs leave something that later ones read. */
	readonly hasOldPrograms: boolean;
	home(): Promise<Home>;
	/** The first workspace of a home, or another one. */
	begin(home: Home, from?: { readonly place: Place; readonly way: Way }): Promise<Place>;
	/** The folder or the link that held the state is removed. */
	lose(place: Place): Promise<void>;
	/** What is remembered in a home now, to be put back later as a machine's snapshot is. */
	save(home: Home, places: readonly Place[]): Promise<() => Promise<void>>;
	/** The refs of a remote as they are now, to be put back later. Undefined: there is no remote. */
	readonly saveRemote?: (what: "state" | "everything") => Promise<() => Promise<void>>;
	remove(): Promise<void>;
}

const ROOMY = "/dev/shm";

/** A folder for everything, on a disk that is as fast as a value where the machine has one. */
export async function roomFor(): Promise<string> {
	const root = existsSync(ROOMY) ? ROOMY : tmpdir();
	return mkdtemp(join(root, "showrun-histories-"));
}

/** Homes below a folder. */
export function homesIn(room: string): () => Promise<Home> {
	let count = 0;
	return async () => {
		const name = `home-${++count}`;
		await mkdir(join(room, name, "memory"), { recursive: true });
		return { name, folder: join(room, name) };
	};
}

export const removed = (room: string) => rm(room, { recursive: true, force: true });

/** The process of a history is this very one, which lives: nobody would take its locks over. */
export async function removeLocks(folder: string): Promise<void> {
	const names = await readdir(folder, { recursive: true });
	await Promise.all(
		names
			.filter((name) => /(lock|\.sock)$/.test(name))
			.map((name) => rm(join(folder, name), { force: true })),
	);
}

/** Copies what a home holds; the returned function puts it back. */
export async function copyOf(folder: string, room: string): Promise<() => Promise<void>> {
	const copy = await mkdtemp(join(room, "saved-"));
	await cp(folder, copy, { recursive: true, preserveTimestamps: true });
	return async () => {
		await removed(folder);
		await cp(copy, folder, { recursive: true, preserveTimestamps: true });
	};
}

/** One state that is as fast as a value, without a ledger. */
export async function alone(): Promise<Ground> {
	return { ...(await inMemory()), isAlone: true };
}

/** State that is as fast as a value; only the ledgers are files. */
export async function inMemory(): Promise<Ground> {
	const room = await roomFor();
	const stores = new Map<string, StateStore>();
	let count = 0;
	const storeOf = (name: string) => stores.get(name) ?? memoryStore();
	return {
		isShared: false,
		isAlone: false,
		hasOldPrograms: false,
		home: homesIn(room),
		async begin(home, from) {
			const name = `w${++count}`;
			stores.set(
				name,
				memoryStore(from?.way === "copy" ? await from.place.open(undefined).read() : undefined),
			);
			return {
				...{ name, home, open: () => storeOf(name), guards: async () => [], remote: async () => [] },
				abandon: (writer) => writer.close(),
				adopt: async () => false,
			};
		},
		lose: async ({ name }) => void stores.set(name, memoryStore()),
		async save({ folder }, places) {
			const states = new Map<string, Snapshot>();
			for (const { name } of places) states.set(name, await storeOf(name).read());
			const restore = await copyOf(folder, room);
			return async () => {
				for (const [name, state] of states) stores.set(name, memoryStore(state));
				await restore();
			};
		},
		remove: () => removed(room),
	};
}

/** State on disk, with what the machine remembers besides. */
export async function onDisk(): Promise<Ground> {
	const room = await roomFor();
	let count = 0;
	return {
		isShared: false,
		isAlone: false,
		hasOldPrograms: true,
		home: homesIn(room),
		async begin(home, from) {
			const name = `w${++count}`;
			const folder = join(home.folder, name);
			if (from?.way === "copy")
				await cp(join(from.place.home.folder, from.place.name), folder, { recursive: true });
			else await mkdir(folder);
			return placeOnDisk(home, name);
		},
		async lose({ home, name }) {
			await removed(join(home.folder, name));
			await mkdir(join(home.folder, name));
		},
		save: ({ folder }) => copyOf(folder, room),
		remove: () => removed(room),
	};
}

function placeOnDisk(home: Home, name: string): Place {
	const outside = { folder: join(home.folder, "memory") };
	const old = { path: join(home.folder, name, "state.json"), outside };
	const place = { ...old, bound: { folder: { path: join(outside.folder, "ledger") } } };
	return {
		...{ name, home, open: (process) => fileStore(process ? place : old), remote: async () => [] },
		guards: guardReader(outside),
		abandon: () => removeLocks(home.folder),
		async adopt() {
			const signal = new AbortController().signal;
			const options = { command: "adopt", waitMs: 0, signal };
			const { writer, trouble, mismatch } = await openDespite(place, options);
			const isWrong = trouble !== undefined || mismatch !== undefined;
			const moments = trouble?.moments ?? [];
			if (isWrong) await writer.append({ type: "adopted", at: systemClock.now(), moments });
			await writer.close();
			return isWrong;
		},
	};
}
