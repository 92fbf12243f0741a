import type { UpdateChange } from "../model/plan.ts";
import type { RunContext } from "./context.ts";
import {
	heldPost,
	mustBeAhead,
	mustBeAsRecorded,
	mustWait,
	staleFault,
	unversionedFault,
} from "./held-post.ts";
import { mustAgreeOnTime } from "./service-time.ts";

/**
 * Gives a post that waits what is asked for now. It is read first, and changed only as it was read. The
 * journal notes that first: where no answer comes, the next run reads what became of it.
 */
export async function updatePost(context: RunContext, change: UpdateChange): Promise<void> {
	const { address, action, request, taskId } = change;
	const { service, signal, emit, writer, clock } = context;
	mustAgreeOnTime(context);
	const post = heldPost(writer.current(), address);
	const reading = await service.publishTask(taskId, signal);
	await mustWait(context, post, reading);
	await mustBeAsRecorded(context, post, { reading, asked: request.scheduledAt });
	mustBeAhead(context, [reading.scheduledAt, request.scheduledAt]);
	const [accountId] = Object.keys(reading.configs ?? {});
	const { version } = reading;
	if (version === undefined || accountId === undefined) throw unversionedFault();
	emit({ type: "sending", address, action });
	const { operation } = post;
	await writer.append({ type: "updating", address, operation, at: clock.now(), version, request });
	const changed = await service.updatePost({ taskId, version }, { request, accountId }, signal);
	await mustWait(context, post, changed.reading);
	if (changed.class !== "done") throw staleFault();
	await writer.append({ type: "updated", address, operation, at: clock.now(), request });
	emit({ type: "sent", address, action, outcome: "done", message: "updated" });
}
