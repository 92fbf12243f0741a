import { defined } from "../../model/defined.ts";
import type { WirePublishResult, WirePublishTask } from "../../wire/messages.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";

/** A publishing task with what became of it for each account: the declared extension of interface 2.5. */
export function publishToWire(task: PublishRecord): WirePublishTask {
	return { ...acceptedToWire(task), status: task.status, results: task.targets.map(resultOf) };
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

function resultOf(target: PublishTarget): WirePublishResult {
	return defined({
		account_id: target.accountId,
		status: target.status,
		error_message: target.error,
		location: target.location,
		delivered_at: target.deliveredAt,
		late: target.late,
	});
}
