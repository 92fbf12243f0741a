import { join } from "node:path";
import { ulid } from "ulid";
import { takeLock } from "../system/lock.ts";
import { readIfThere, writePrivate } from "../system/private.ts";
import { printable } from "../system/run.ts";
import type { ServiceOptions } from "./options.ts";
import { ownDataId } from "./store/data-id.ts";
import { StoreFault } from "./store/fault.ts";
import { MOVES, SERVES } from "./store/lease.ts";
import type { Store } from "./store/store.ts";

/** The right to serve what is in a store: of a data folder one process has it, of a database several. */
export interface Right {
	/** Aborted with a `StoreFault` once it is gone. Absent: nobody else can have it. */
	readonly lost?: AbortSignal;
	/** What it is named after. Absent likewise. */
	readonly id?: string;
	release(): Promise<void>;
}

/** Throws `LockedFault` where another process has it, `StoreFault` while the store is moved. */
export async function takeRight({ data }: Pick<ServiceOptions, "data">, store: Store): Promise<Right> {
	if (!store.isShared)
		return takeLock(join(data, "owner.lock"), {
			...{ command: "showrun service", waitMs: 0 },
			signal: new AbortController().signal,
		});
	await mustBeTheirs(data, store);
	// First it is told, then is looked: a move looks for it after it told of itself.
	const id = ulid();
	const lease = await store.lease(`${SERVES}${id}`);
	if (lease === undefined || (await store.rights(MOVES)).length > 0) {
		await lease?.release();
		throw new StoreFault("What the service keeps is being moved.", {
			remedy: "Start it again once `showrun store migrate` has ended.",
		});
	}
	const lost = new AbortController();
	lease.lost.addEventListener("abort", () => lost.abort(movedFault()), { once: true });
	return { id, lost: lost.signal, release: lease.release };
}

const MARK = "store.id";

/** Throws `StoreFault` where other processes serve the store with media elsewhere. */
async function mustBeTheirs(data: string, store: Store): Promise<void> {
	const [id, path] = [await ownDataId(store), join(data, MARK)];
	// In this order: whoever is there wrote the mark before.
	const others = await store.rights(SERVES);
	if ((await readIfThere(path))?.trim() === id) return;
	if (others.length > 0)
		throw new StoreFault(
			`Other processes serve what is in the database, with another data folder than ${printable(data)}.`,
			{
				remedy:
					"Name the folder with their videos and clips, which every machine has to see (embedded.data).",
			},
		);
	await writePrivate(path, `${id}\n`);
}

function movedFault(): StoreFault {
	return new StoreFault(
		"This process did not answer for so long that what it serves may have been moved meanwhile.",
		{
			remedy: "Start it again, where it was moved with settings that name the new place (embedded.store).",
		},
	);
}
