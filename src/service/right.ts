import { join } from "node:path";
import { ulid } from "ulid";
import { takeLock } from "../system/lock.ts";
import { printable } from "../system/run.ts";
import type { Media } from "./media/media.ts";
import { openMedia } from "./media/open.ts";
import { readText } from "./media/read.ts";
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

/**
 * Throws `LockedFault` where another process has it, `StoreFault` while the store is moved, or where media
 * are those of another.
 */
export async function takeRight(options: Opening, store: Store): Promise<Right> {
	const media = openMedia(options);
	if (!store.isShared) return rightToFolder(options, store, media);
	await mustBeTheirs(media, store);
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

type Opening = Pick<ServiceOptions, "data" | "media">;

async function rightToFolder({ data }: Opening, store: Store, media: Media): Promise<Right> {
	const lock = await takeLock(join(data, "owner.lock"), {
		...{ command: "showrun service", waitMs: 0 },
		signal: new AbortController().signal,
	});
	try {
		if (media.copies) await mustBeTheirs(media, store);
		return lock;
	} catch (error) {
		await lock.release();
		throw error;
	}
}

const MARK = "store.id";

/** Throws `StoreFault` where other processes serve the store with media elsewhere. */
async function mustBeTheirs(media: Media, store: Store): Promise<void> {
	const id = await ownDataId(store);
	// In this order: whoever is there wrote the mark before.
	const others = await store.rights(SERVES);
	const mark = (await readText(media, MARK))?.trim();
	if (mark === id) return;
	// What nothing here needs is removed there: it must not be what another service needs.
	if (mark !== undefined && media.copies) throw foreignFault(media);
	if (others.length > 0) throw elsewhereFault(media);
	await media.write(MARK, `${id}\n`);
}

function foreignFault({ where }: Media): StoreFault {
	return new StoreFault(`The bucket holds the media of another service: ${where(MARK)} says so.`, {
		remedy: "Name another bucket or prefix (embedded.media.s3). If that service is gone, delete that object.",
	});
}

function elsewhereFault({ where, copies }: Media): StoreFault {
	const [what, setting] = copies ? ["bucket", "embedded.media"] : ["data folder", "embedded.data"];
	return new StoreFault(`Other processes of this service use another ${what} than ${printable(where(""))}.`, {
		remedy: `Set ${setting} to the ${what} that they use; every machine has to reach it.`,
	});
}

function movedFault(): StoreFault {
	return new StoreFault(
		"This process did not reach its database for so long that the data may have been moved meanwhile.",
		{
			remedy: "Start it again. If the data was moved, set embedded.store to the new place first.",
		},
	);
}
