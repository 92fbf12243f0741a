import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { epochMs } from "../../../src/model/brand.ts";
import type { DeliveryContext } from "../../../src/service/delivery/context.ts";
import type { Destination } from "../../../src/service/delivery/destination.ts";
import { type DeliveryWorker, startDeliveries } from "../../../src/service/delivery/worker.ts";
import { folderMedia } from "../../../src/service/media/folder.ts";
import { folderRecords } from "../../../src/service/store/folder/records.ts";
import type { Records } from "../../../src/service/store/records.ts";
import type { PublishRecord } from "../../../src/service/store/shapes.ts";
import type { Clock } from "../../../src/system/clock.ts";

/** A folder of publishing tasks on which one worker after the other is started. */
export interface Ground {
	readonly folder: string;
	/** Starts a worker that reads everything anew. `change` watches or stops its writes. */
	start(
		destinationOf: DeliveryContext["destinationOf"],
		change?: (publishes: Records<PublishRecord>) => Records<PublishRecord>,
	): Promise<DeliveryWorker>;
	read(id: string): Promise<PublishRecord>;
	put(task: PublishRecord): Promise<void>;
}

const HASTE = 200;
const PATIENCE_MS = 60_000;

export async function withGround(body: (ground: Ground) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-delivery-"));
	const open = () => folderRecords<PublishRecord>(join(folder, "publishes"));
	await writeFile(join(folder, "clip"), "bytes of the clip");
	const workers: DeliveryWorker[] = [];
	try {
		await body({
			folder,
			start: async (destinationOf, change = (publishes) => publishes) => {
				const worker = startDeliveries(contextIn(folder, { destinationOf, publishes: change(open()) }));
				workers.push(worker);
				await worker.resume();
				return worker;
			},
			read: async (id) => {
				const task = await open().get(id);
				if (!task) throw new Error(`no task ${id}`);
				return task;
			},
			put: (task) => open().put(task),
		});
	} finally {
		// A worker that was stopped amid a write never ends.
		await Promise.race([Promise.all(workers.map((worker) => worker.close(0))), sleep(10)]);
		await rm(folder, { recursive: true, force: true });
	}
}

/** What a worker over the folder works with. */
export function contextIn(
	folder: string,
	parts: Pick<DeliveryContext, "destinationOf" | "publishes">,
): DeliveryContext {
	const file = join(folder, "clip");
	const account = { token_valid: true } as Awaited<ReturnType<DeliveryContext["accounts"]["find"]>>;
	const renders = {
		has: async () => true,
		thumbnail: async () => "clip",
	} as unknown as DeliveryContext["renders"];
	return {
		media: { ...folderMedia(folder), bring: async () => file },
		clock: hastyClock(),
		renders,
		accounts: {
			find: async () => account,
			connectionOf: async () => 1,
			invalidate: async () => undefined,
		} as unknown as DeliveryContext["accounts"],
		lateRuleOf: () => undefined,
		sent: { claim: async () => undefined, release: async () => undefined },
		count: { doubt: undefined, bump: async () => undefined, accept: async () => undefined },
		linkTo: (path: string) => `http://127.0.0.1:9${path}`,
		rebuild: async () => undefined,
		mustNotBeSuspended: () => undefined,
		log: () => undefined,
		...parts,
	};
}

/** Runs faster than the clock on the wall. */
function hastyClock(): Clock {
	const began = performance.now();
	const passed = () => (performance.now() - began) * HASTE;
	return {
		now: () => epochMs(Math.floor(1_000_000 + passed())),
		monotonic: passed,
		sleep: (ms, signal) => sleep(ms / HASTE, undefined, { signal }),
	};
}

/** An immediate post to the accounts. */
export function immediate(id: string, accounts: readonly string[]): PublishRecord {
	return {
		format: 1,
		id,
		createdAt: 0,
		scheduledAt: null,
		scheduleId: null,
		status: "PENDING",
		projectId: "p",
		idx: 0,
		source: { sha256: "a", extension: "mp4", title: "talk" },
		clip: { beginMs: 0, endMs: 1, title: "", description: "", tags: [], score: 1, parts: {} },
		render: { resolution: "480p" },
		video: "clip",
		targets: accounts.map((accountId) => ({
			accountId,
			platform: "youtube",
			username: accountId,
			config: { title: "T" },
			status: "PENDING",
		})),
	};
}

/** Waits until the task on disk is as wanted. */
export async function untilTask(
	ground: Ground,
	id: string,
	holds: (task: PublishRecord) => boolean,
): Promise<PublishRecord> {
	const deadline = performance.now() + PATIENCE_MS;
	for (;;) {
		const task = await ground.read(id);
		if (holds(task)) return task;
		if (performance.now() > deadline) throw new Error(`waited too long: ${JSON.stringify(task.targets)}`);
		await sleep(5);
	}
}

/** Every account goes to the same destination. */
export function always(destination: Destination): DeliveryContext["destinationOf"] {
	return async () => destination;
}
