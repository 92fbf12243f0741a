import { StopFault } from "../model/fault.ts";
import { LockedFault } from "../system/lock.ts";
import { makePrivateFolder } from "../system/private.ts";
import type { RunningService, RunningWorker, ServiceOptions } from "./options.ts";
import { findOwner } from "./owner.ts";
import { takeRight } from "./right.ts";
import { startOwned, startReader, startWorking } from "./start.ts";
import { dataFault } from "./store/fault.ts";
import { openStore } from "./store/open.ts";

/** How long to wait for an owner that is just starting, and how often to look. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

/**
 * Starts the service and takes up what a former process left. Throws `LockedFault` when another process owns
 * its data folder, `StoreFault` for a foreign file. Of a store that is shared there may be several.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
	const store = openStore(options);
	try {
		await makePrivateFolder(options.data, { shared: [options.outbox] });
		const right = await takeRight(options, store);
		return await startOwned(options, {
			...right,
			release: () => right.release().finally(() => store.close()),
		});
	} catch (error) {
		await store.close();
		throw dataFault(error, options.data);
	}
}

/**
 * Works on the tasks and posts of a store that is shared, beside others, and answers no requests. Throws
 * `StopFault` where the store is a data folder, `StoreFault` where others serve it with another.
 */
export async function startWorker(options: ServiceOptions): Promise<RunningWorker> {
	const store = openStore(options);
	if (!store.isShared)
		throw new StopFault("A worker shares tasks with others in a database, and these settings name none.", {
			remedy: "Set embedded.store: { postgres: … }; without it `showrun serve` does all the work itself.",
		});
	try {
		await makePrivateFolder(options.data, { shared: [options.outbox] });
		const right = await takeRight(options, store);
		return await startWorking(options, {
			...right,
			release: () => right.release().finally(() => store.close()),
		});
	} catch (error) {
		await store.close();
		throw dataFault(error, options.data);
	}
}

/**
 * The service of a data folder, to write with: this process becomes its owner, or connects to the process
 * that is. Throws `LockedFault` when that one does not answer.
 */
export async function connectEmbedded(options: ServiceOptions): Promise<RunningService> {
	const { clock, data } = options;
	const deadline = clock.monotonic() + WAIT_MS;
	for (;;) {
		const started = await startOrLocked(options);
		if (!(started instanceof LockedFault)) return started;
		const owner = await findOwner(data);
		if (owner) return owner;
		if (clock.monotonic() > deadline) throw started;
		await clock.sleep(LOOK_MS, new AbortController().signal);
	}
}

/**
 * The same to read with: connects to the owner where there is one, else reads the folder and leaves it byte
 * for byte as it was.
 */
export async function readEmbedded(options: ServiceOptions): Promise<RunningService> {
	return (await findOwner(options.data)) ?? startReader(options);
}

async function startOrLocked(options: ServiceOptions): Promise<RunningService | LockedFault> {
	try {
		return await startService(options);
	} catch (error) {
		if (error instanceof LockedFault) return error;
		throw error;
	}
}
