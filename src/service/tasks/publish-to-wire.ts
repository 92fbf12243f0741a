import { defined } from "../../model/defined.ts";
import type { WirePublishResult, WirePublishTask } from "../../wire/messages.gen.ts";
import type { Core } from "../core.ts";
import { versionOf } from "../delivery/transitions.ts";
import { Refusal } from "../refusal.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";

/** A publishing task. Throws `Refusal` 404 where there is none. */
export async function foundPost(core: Core, id: string): Promise<PublishRecord> {
	const task = await core.publishes.get(id);
	if (!task) throw new Refusal(404, "There is no publishing task with this id.");
	return task;
}

/**
 * A publishing task with what was asked for and what became of it for each account: the declared extension of
 * interface 2.5.
 */
export async function publishToWire({ accounts }: Core, task: PublishRecord): Promise<WirePublishTask> {
	const { status, projectId, idx, late, targets } = task;
	return {
		...acceptedToWire(task),
		status,
		version: versionOf(task),
		project_id: projectId,
		idx,
		publish_configs: Object.fromEntries(targets.map(({ accountId, config }) => [accountId, config])),
		...(late && { late_rule: { max_ms: late.maxMs, action: late.action } }),
		results: await Promise.all(targets.map(async (target) => resultOf(await asNow(accounts, target)))),
	};
}

/** The answer to the create call, which stays the same however far the task has come since. */
export function acceptedToWire({ id, createdAt, scheduleId, scheduledAt }: PublishRecord): WirePublishTask {
	return {
		task_id: id,
		status: scheduledAt === null ? "PENDING" : "SCHEDULED",
		created_at: createdAt,
		schedule_id: scheduleId,
		scheduled_at: scheduledAt,
	};
}

/** What was said of an account that is connected again holds no longer. */
async function asNow(accounts: Core["accounts"], target: PublishTarget): Promise<PublishTarget> {
	if (!target.needsAccount || !(await isConnected(accounts, target))) return target;
	const { needsAccount: _, note: __, ...rest } = target;
	return rest;
}

/** An account of the same name may be a folder by now, where nothing goes that was promised to a platform. */
async function isConnected(
	accounts: Core["accounts"],
	{ accountId, destination }: PublishTarget,
): Promise<boolean> {
	const [account, via] = await Promise.all([accounts.find(accountId), accounts.viaOf(accountId)]);
	return account?.token_valid === true && (destination === undefined || destination === via?.kind);
}

/** What the status says already is not said twice. */
function stateOf(phase: PublishTarget["phase"]): WirePublishResult["state"] {
	return phase === "done" || phase === "refused" ? undefined : phase;
}

function resultOf(target: PublishTarget): WirePublishResult {
	return defined({
		account_id: target.accountId,
		status: target.status,
		error_message: target.error,
		location: target.location,
		delivered_at: target.deliveredAt,
		late: target.late,
		url: target.url,
		state: stateOf(target.phase),
		note: target.note,
		needs_account: target.needsAccount,
		waits_until: target.waitsUntil,
	});
}
