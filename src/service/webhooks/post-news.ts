import { defined } from "../../model/defined.ts";
import type { WirePostEventData } from "../../wire/messages.gen.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { cleanText, cleanUrl, type EventNews } from "./event.ts";

/** What a change of a publishing task says to others: for each account on its own. Pure. */
export function postNews(before: PublishRecord | undefined, post: PublishRecord): readonly EventNews[] {
	return post.targets.flatMap((target) => {
		const former = before?.targets.find(({ accountId }) => accountId === target.accountId);
		const type = newsOf(former && stateOf(former), stateOf(target));
		return type === undefined ? [] : [{ type, data: { ...dataOf(post, target) } }];
	});
}

type State = "open" | "waiting" | "delivered" | "failed" | "unknown" | "held" | "skipped" | "cancelled";

function stateOf({ status, phase, needsAccount }: PublishTarget): State {
	switch (status) {
		case "DONE":
		case "PARTIAL_DONE":
			return "delivered";
		case "CANCELLED":
			return "cancelled";
		case "ERROR":
			return phase === "unknown" || phase === "held" || phase === "skipped" ? phase : "failed";
		default:
			return phase === "held" ? "held" : needsAccount ? "waiting" : "open";
	}
}

function newsOf(before: State | undefined, after: State): EventNews["type"] | undefined {
	if (before === after) return undefined;
	if (after !== "open") return `post.${after}`;
	// That its account is there again is no news: what becomes of it follows.
	return before === "waiting" ? undefined : "post.accepted";
}

function dataOf(post: PublishRecord, target: PublishTarget): WirePostEventData {
	const { id, projectId, idx, createdAt, scheduledAt, scheduleId } = post;
	return {
		task_id: id,
		account_id: target.accountId,
		platform: target.platform,
		username: cleanText(target.username),
		status: target.status,
		project_id: projectId,
		idx,
		created_at: createdAt,
		scheduled_at: scheduledAt,
		schedule_id: scheduleId,
		...defined({
			delivered_at: target.deliveredAt,
			late: target.late,
			url: cleanUrl(target.url),
			error_message: cleanText(target.error),
			note: cleanText(target.note),
		}),
	};
}
