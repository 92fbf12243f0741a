import type { Core } from "../core.ts";
import { isPublished, publishOutcome } from "../lifecycle.ts";
import type { DataDoubt, DeliveryCount } from "../store/delivery-count.ts";
import { StoreFault } from "../store/fault.ts";
import type { PublishRecord } from "../store/shapes.ts";
import { cancelled } from "./client-changes.ts";
import { newQueuedPost } from "./context.ts";
import { openJob } from "./job.ts";
import { allTakenBack, isAhead, withStatus, withTarget } from "./transitions.ts";

/**
 * Settles what a restored or copied data folder may have delivered already, before anything is delivered from
 * it: by reading the outbox, else as `restored` says. Throws `StoreFault` where nobody has said.
 */
export async function settleRestored(core: Core, count: DeliveryCount): Promise<void> {
	const { doubt } = count;
	const { options, publishes } = core;
	const held = doubt === undefined ? [] : await unsettled(core, doubt);
	if (doubt && held.length > 0 && options.restored === undefined)
		throw restoredFault(options.data, doubt, held);
	if (options.restored === "skip") for (const { id } of held) await publishes.change(id, skipped);
	await count.accept();
}

/** Posts that another process may have delivered, and that the outbox does not hold. */
async function unsettled(core: Core, { kind }: DataDoubt): Promise<readonly PublishRecord[]> {
	const now = core.options.clock.now();
	const held: PublishRecord[] = [];
	for (const task of await core.publishes.current(({ status }) => !isPublished(status))) {
		// Whoever has the other copy delivers those that are still to come too.
		if (kind === "older" && isAhead(task, now)) continue;
		const open = task.targets.filter(({ status }) => !isPublished(status));
		const found = await Promise.all(open.map(({ accountId }) => wasPosted(core, task, accountId)));
		if (found.includes(false)) held.push(task);
	}
	return held;
}

/** Whether the destination says so. One that cannot be read says nothing. */
async function wasPosted(core: Core, task: PublishRecord, accountId: string): Promise<boolean> {
	const context = { ...core, clock: core.options.clock };
	const entry = newQueuedPost({ taskId: task.id, accountId, due: task.scheduledAt ?? task.createdAt });
	// How its posts leave may not be known here: then nothing is.
	const job = await openJob(context, entry, new AbortController().signal).catch(() => "unreadable" as const);
	if (job === undefined) return true;
	if (job === "unreadable") return false;
	const settled = await job.destination.settle?.(job.work, job.target.progress).catch(() => undefined);
	return settled?.kind === "posted";
}

function skipped(task: PublishRecord): PublishRecord {
	// What a platform was given comes out there, once.
	if (task.status !== "PROCESSING") return cancelled(allTakenBack(task));
	const error =
		"Not delivered: the data folder was restored or copied, and a person chose to skip this post.";
	const ended = task.targets
		.filter(({ status }) => !isPublished(status))
		.reduce((before, target) => withTarget(before, { ...target, status: "ERROR", error }), task);
	return withStatus(ended, publishOutcome(ended.targets.map(({ status }) => status)));
}

const MOST = 3;

function restoredFault(data: string, doubt: DataDoubt, held: readonly PublishRecord[]): StoreFault {
	const posts = held.length === 1 ? "1 post" : `${held.length} posts`;
	const names = held
		.slice(0, MOST)
		.map(({ id, targets }) => `${id} to ${targets.map((each) => each.username).join(", ")}`);
	const more = held.length > MOST ? ` and ${held.length - MOST} more` : "";
	return new StoreFault(
		`${whyOf(data, doubt)} Whether ${posts} went out is unknown: ${names.join("; ")}${more}. Nothing was delivered.`,
		{
			remedy: `Check the accounts. To deliver what is unknown: showrun serve --restored deliver
To never deliver it from here: showrun serve --restored skip`,
		},
	);
}

function whyOf(data: string, doubt: DataDoubt): string {
	switch (doubt.kind) {
		case "older":
			return `The data folder ${data} was restored: this machine recorded later deliveries from it.`;
		case "copy":
			return `The data folder ${data} is a copy of ${doubt.of}, which delivers the same posts.`;
		case "unseen":
			return `The data folder ${data} is a copy, and nothing here recorded what was delivered from it.`;
	}
}
