import type { Answers, Call } from "../api/port.ts";
import type { EpochMs } from "../model/brand.ts";
import { StopFault } from "../model/fault.ts";
import type { PostRequest } from "../model/post.ts";
import type { Operation, OperationKind, PostState, RenditionState, VideoState } from "../model/snapshot.ts";
import type { RenditionRequest, VideoRequest } from "../model/task.ts";
import { windowOf } from "../plan/window.ts";

/** The call an operation made, byte for byte. */
export function callOf<Kind extends OperationKind>(operation: Operation, kind: Kind): Call<Kind> {
	const { endpoint, payload, payloadSha256 } = operation;
	return { kind, endpoint, payload, payloadSha256 };
}

/** What to remember of an accepted clipping task. */
export function videoResource(request: VideoRequest): (answer: Answers["submit"], at: EpochMs) => VideoState {
	return (answer, at) => ({
		kind: "video",
		request,
		taskId: answer.id,
		submittedAt: at,
		status: answer.status,
	});
}

/** What to remember of an accepted post. */
export function postResource(request: PostRequest): (answer: Answers["publish"], at: EpochMs) => PostState {
	return (answer, at) => ({
		kind: "post",
		request,
		taskId: answer.taskId,
		acceptedAt: at,
		status: answer.status,
	});
}

/** What to remember of an accepted export. */
export function renditionResource(
	request: RenditionRequest,
): (answer: Answers["export"], at: EpochMs) => RenditionState {
	return (answer, at) => ({
		kind: "rendition",
		request,
		taskId: answer.id,
		submittedAt: at,
		status: "CREATED",
	});
}

/**
 * Refuses a scheduled post whose time slipped out of the service's window while it waited its turn. `now` is
 * the service's.
 */
export function mustBeInWindow({ scheduledAt }: PostRequest, now: EpochMs): void {
	if (scheduledAt === undefined || windowOf(scheduledAt, now).kind === "open") return;
	throw new StopFault("Its time came too close while it waited to be sent; nothing was sent.", {
		remedy: "Give it a later time in `at:`.",
	});
}
