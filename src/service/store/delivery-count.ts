import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile, sha256 } from "../../system/files.ts";
import { readIfThere } from "../../system/private.ts";
import { StoreFault } from "./fault.ts";
import { jsonObject } from "./json.ts";
import type { Store, StoreIdentity, Texts } from "./store.ts";

const NAME = "deliveries.json";

/**
 * Why a data folder may not know what was delivered from it: it is older than what this user remembers, a
 * copy of another one, or a copy of one that nobody here remembers.
 */
export type DataDoubt =
	| { readonly kind: "older" }
	| { readonly kind: "copy"; readonly of: string }
	| { readonly kind: "unseen" };

/** Counts deliveries in the store, and outside of it, where no backup or copy of the store reaches. */
export interface DeliveryCount {
	/** Undefined: both counts agree. */
	readonly doubt: DataDoubt | undefined;
	/** Durable in both places before a delivery begins. */
	bump(): Promise<void>;
	/** Takes the folder as it is from here on. */
	accept(): Promise<void>;
}

/** What the store holds: its mark tells a copy from the store itself. */
interface Inside {
	readonly count: number;
	readonly inode: string;
}

interface Found extends StoreIdentity {
	readonly inside: Inside | undefined;
}

interface Outside {
	readonly path: string;
	readonly count: number;
}

/** Compares the counts. `memory`: where they are kept outside; absent: nothing is compared. */
export async function openDeliveryCount(
	store: Store,
	{ id, memory }: { readonly id: string; readonly memory: string | undefined },
): Promise<DeliveryCount> {
	if (memory === undefined) return { doubt: undefined, bump: async () => {}, accept: async () => {} };
	const folder = join(memory, id);
	const known = (await onThisDisk(() => readOutside(folder))) ?? [];
	const identity = await store.identity();
	const { place: path, mark: inode } = identity;
	const inside = insideOf(await store.read(NAME));
	let count = inside?.count ?? 0;
	const write = async (next: (inside: number) => number) => {
		// Inside first: what is ahead there after a kill is no doubt.
		count = await store.change(NAME, (text) => {
			const result = next(insideOf(text)?.count ?? 0);
			return { result, text: JSON.stringify({ format: 1, count: result, inode }) };
		});
		await onThisDisk(() => writeOutside(folder, { path, count }));
	};
	return {
		doubt: await doubtOf({ ...identity, inside }, { id, known, folder }),
		// Others of the same store may count as well, and none counts back.
		bump: joined(() => write((there) => (there < count ? throwWentBack(store) : there + 1))),
		async accept() {
			const newest = Math.max(count, ...known.map((each) => each.count));
			const isNoted = known.some((each) => each.path === path && each.count === newest);
			if (!isNoted || inside?.count !== newest || inside.inode !== inode)
				await write((there) => Math.max(there, newest));
		},
	};
}

function throwWentBack(store: Pick<Texts, "where">): never {
	throw new StoreFault(`${store.where(NAME)} went back in time: deliveries that were recorded are missing.`, {
		remedy: "Nothing is sent. Put the newest data back, or start the service again to be asked about them.",
	});
}

/** No store has this mark, so what is restored is never taken for what was backed up. */
const RESTORED = "restored";

/** Notes in a store that was made of a backup that others may have delivered from it since. */
export function markRestored(texts: Texts): Promise<void> {
	return texts.change(NAME, (text) => {
		const count = insideOf(text)?.count ?? 0;
		return { result: undefined, text: JSON.stringify({ format: 1, count, inode: RESTORED }) };
	});
}

/** Runs one at a time; who asks while one runs is served, with all others who do, by the next. */
function joined(work: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	return () => {
		next ??= running
			.catch(() => undefined)
			.then(() => {
				next = undefined;
				running = work();
				return running;
			});
		return next;
	};
}

async function doubtOf(
	{ place: path, mark: inode, mayBeAt, inside }: Found,
	{ id, known, folder }: { readonly id: string; readonly known: readonly Outside[]; readonly folder: string },
): Promise<DataDoubt | undefined> {
	const here = known.find((each) => each.path === path);
	const isBehind = (count: number) => (inside?.count ?? 0) < count;
	if (here !== undefined) return isBehind(here.count) ? { kind: "older" } : undefined;
	// Former versions counted nothing. A container with a new home finds the very folder that it left.
	if (known.length === 0)
		return inside === undefined || inside.inode === inode ? undefined : { kind: "unseen" };
	for (const each of known) {
		if (await mayBeAt(each.path, id)) return { kind: "copy", of: each.path };
		// It was moved: what comes back to that path later is a copy of this one.
		await onThisDisk(() => rm(outsidePath(folder, each.path), { force: true }));
	}
	return isBehind(Math.max(...known.map((each) => each.count))) ? { kind: "older" } : undefined;
}

function insideOf(text = ""): Inside | undefined {
	const { count, inode } = jsonObject(text) ?? {};
	return typeof count === "number" && typeof inode === "string" ? { count, inode } : undefined;
}

async function readOutside(folder: string): Promise<readonly Outside[]> {
	const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
	const texts = await Promise.all(names.map((name) => readIfThere(join(folder, name))));
	return texts.flatMap((text) => {
		const { path, count } = jsonObject(text ?? "") ?? {};
		return typeof path === "string" && typeof count === "number" ? [{ path, count }] : [];
	});
}

async function writeOutside(folder: string, outside: Outside): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const text = JSON.stringify({ format: 1, ...outside });
	await replaceFile(outsidePath(folder, outside.path), text, { mode: 0o600 });
}

/** Posts stay on this machine: where its disk refuses to remember them, they are delivered all the same. */
async function onThisDisk<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
	return work().catch((error: unknown) => {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	});
}

function outsidePath(folder: string, path: string): string {
	return join(folder, `${sha256(path).slice(0, 24)}.json`);
}
