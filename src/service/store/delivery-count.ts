import { mkdir, readdir, realpath, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile, sha256 } from "../../system/files.ts";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { readDataId } from "./data-id.ts";
import { jsonObject } from "./json.ts";

/**
 * Why a data folder may not know what was delivered from it: it is older than what this user remembers, a
 * copy of another one, or a copy of one that nobody here remembers.
 */
export type DataDoubt =
	| { readonly kind: "older" }
	| { readonly kind: "copy"; readonly of: string }
	| { readonly kind: "unseen" };

/** Counts deliveries in the data folder, and outside of it, where no backup or copy of the folder reaches. */
export interface DeliveryCount {
	/** Undefined: both counts agree. */
	readonly doubt: DataDoubt | undefined;
	/** Durable in both places before a delivery begins. */
	bump(): Promise<void>;
	/** Takes the folder as it is from here on. */
	accept(): Promise<void>;
}

/** What the data folder holds: the number of the folder on its disk tells a copy from the folder itself. */
interface Inside {
	readonly count: number;
	readonly inode: string;
}

interface Found {
	readonly path: string;
	readonly inside: Inside | undefined;
	readonly inode: string;
}

interface Outside {
	readonly path: string;
	readonly count: number;
}

/** Compares the counts. `memory`: where they are kept outside; absent: nothing is compared. */
export async function openDeliveryCount(
	data: string,
	{ id, memory }: { readonly id: string; readonly memory: string | undefined },
): Promise<DeliveryCount> {
	if (memory === undefined) return { doubt: undefined, bump: async () => {}, accept: async () => {} };
	const [folder, path] = [join(memory, id), await realpath(data)];
	const known = (await onThisDisk(() => readOutside(folder))) ?? [];
	const [inside, inode] = [await readInside(data), await inodeOf(data)];
	let count = inside?.count ?? 0;
	const write = async (next: number) => {
		count = next;
		// Inside first: what is ahead there after a kill is no doubt.
		await writePrivate(countPath(data), JSON.stringify({ format: 1, count, inode }));
		await onThisDisk(() => writeOutside(folder, { path, count }));
	};
	return {
		doubt: await doubtOf({ path, inside, inode }, { id, known, folder }),
		bump: joined(() => write(count + 1)),
		async accept() {
			const newest = Math.max(count, ...known.map((each) => each.count));
			const isNoted = known.some((each) => each.path === path && each.count === newest);
			if (!isNoted || inside?.count !== newest || inside.inode !== inode) await write(newest);
		},
	};
}

/** No folder has this number, so what is restored is never taken for the folder that was backed up. */
const RESTORED = "restored";

/** Notes in a data folder that was made of a backup that others may have delivered from it since. */
export async function markRestored(data: string): Promise<void> {
	const count = (await readInside(data))?.count ?? 0;
	await writePrivate(countPath(data), JSON.stringify({ format: 1, count, inode: RESTORED }));
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
	{ path, inside, inode }: Found,
	{ id, known, folder }: { readonly id: string; readonly known: readonly Outside[]; readonly folder: string },
): Promise<DataDoubt | undefined> {
	const here = known.find((each) => each.path === path);
	const isBehind = (count: number) => (inside?.count ?? 0) < count;
	if (here !== undefined) return isBehind(here.count) ? { kind: "older" } : undefined;
	// Former versions counted nothing. A container with a new home finds the very folder that it left.
	if (known.length === 0)
		return inside === undefined || inside.inode === inode ? undefined : { kind: "unseen" };
	for (const each of known) {
		if ((await readDataId(each.path).catch(() => undefined)) === id) return { kind: "copy", of: each.path };
		// It was moved: what comes back to that path later is a copy of this one.
		await onThisDisk(() => rm(outsidePath(folder, each.path), { force: true }));
	}
	return isBehind(Math.max(...known.map((each) => each.count))) ? { kind: "older" } : undefined;
}

async function readInside(data: string): Promise<Inside | undefined> {
	const { count, inode } = jsonObject((await readIfThere(countPath(data))) ?? "") ?? {};
	return typeof count === "number" && typeof inode === "string" ? { count, inode } : undefined;
}

/** Stays with a folder that is renamed or mounted, and differs in a copy. */
async function inodeOf(data: string): Promise<string> {
	return (await stat(data, { bigint: true })).ino.toString();
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

function countPath(data: string): string {
	return join(data, "deliveries.json");
}
