import { once } from "node:events";
import { stat } from "node:fs/promises";
import pLimit from "p-limit";
import { advance, type Mover } from "../../../src/service/delivery/advance.ts";
import { type DeliveryContext, newQueuedPost } from "../../../src/service/delivery/context.ts";
import type { Destination } from "../../../src/service/delivery/destination.ts";
import type { PublishRecord, PublishTarget } from "../../../src/service/store/shapes.ts";
import type { HeldClock } from "../world.ts";
import type { Kill } from "./phases.ts";

/** One post to one account. */
export interface Delivery {
	readonly task: PublishRecord;
	/** Made anew for each process: what it keeps in memory dies with one. */
	readonly open: () => Destination;
	readonly clock: HeldClock;
	/** Paths of its files. */
	readonly video: string;
	readonly thumbnail: string;
	readonly kill?: Kill | undefined;
	/** Whether the account is connected. Absent: it is. */
	readonly isConnected?: () => boolean;
}

/** More looks than a post takes that waits until tomorrow. */
const MOST_LOOKS = 400;

/**
 * Delivers a post by the worker's own steps, in a process that dies once and is started again; waits are over
 * at once. Gives its record as it is at the end, or after so many looks.
 */
export async function deliverByWorker(delivery: Delivery): Promise<PublishTarget> {
	const disk = { task: delivery.task, writes: 0 };
	let now = startProcess(delivery, disk);
	for (let look = 0; look < MOST_LOOKS && !isEnded(disk.task); look += 1) {
		const next = await now.look();
		if (next === "killed") now = startProcess(delivery, disk);
		else await delivery.clock.move(Math.max(0, (next ?? 0) - delivery.clock.now()));
	}
	const [target] = disk.task.targets;
	if (target === undefined) throw new Error("the post has no account");
	return target;
}

function isEnded({ targets }: PublishRecord): boolean {
	return targets.every(({ status }) => status === "DONE" || status === "ERROR");
}

interface Disk {
	task: PublishRecord;
	writes: number;
}

interface Process {
	/** Looks at the post once. */
	look(): Promise<number | undefined | "killed">;
}

function startProcess(delivery: Delivery, disk: Disk): Process {
	const { task, open, clock } = delivery;
	const death = new AbortController();
	const died = once(death.signal, "abort").then(() => "killed" as const);
	const never = new Promise<never>(() => {});
	const change = async (_: string, how: (before: PublishRecord) => PublishRecord) => {
		if (death.signal.aborted) return never;
		const after = how(disk.task);
		if (after === disk.task) return after;
		disk.writes += 1;
		const isTheOne = delivery.kill?.write === disk.writes;
		if (!isTheOne || delivery.kill?.when === "after") disk.task = after;
		if (!isTheOne) return after;
		death.abort();
		return never;
	};
	const destination = open();
	const context = contextOf(delivery, {
		change,
		get: async () => (death.signal.aborted ? never : disk.task),
		destinationOf: async () => destination,
	});
	const lane = { prepare: pLimit(1), publish: pLimit(1) };
	const mover: Mover = {
		context,
		laneOf: () => lane,
		closing: death.signal,
		aborting: death.signal,
	};
	const entry = newQueuedPost({
		taskId: task.id,
		accountId: task.targets[0]?.accountId ?? "",
		due: clock.now(),
	});
	return { look: () => Promise.race([advance(mover, entry), died]) };
}

type Changing = Pick<DeliveryContext["publishes"], "get" | "change">;

function contextOf(
	{ clock, video, thumbnail, isConnected = () => true }: Delivery,
	{ get, change, destinationOf }: Changing & Pick<DeliveryContext, "destinationOf">,
): DeliveryContext {
	const renders = {
		has: async () => true,
		thumbnail: async () => {
			await stat(thumbnail);
			return "thumbnail";
		},
	};
	const accounts = {
		find: async () => ({ token_valid: isConnected() }),
		connectionOf: async () => 1,
		invalidate: async () => undefined,
	};
	return {
		media: { bring: async (name: string) => (name.endsWith(".mp4") ? video : thumbnail) },
		clock,
		renders,
		publishes: { get, change },
		accounts,
		destinationOf,
		lateRuleOf: () => undefined,
		linkTo: (path: string) => `http://127.0.0.1:9${path}`,
		count: { doubt: undefined, bump: async () => undefined, accept: async () => undefined },
		sent: { claim: async () => undefined, release: async () => undefined },
		rebuild: async () => undefined,
		mustNotBeSuspended: () => undefined,
		log: () => undefined,
	} as unknown as DeliveryContext;
}
