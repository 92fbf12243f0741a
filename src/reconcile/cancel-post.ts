import type { AddressText } from "../model/address.ts";
import { StopFault } from "../model/fault.ts";
import type { Action } from "../model/plan.ts";
import type { Withdrawal } from "../model/withdrawal.ts";
import type { RunContext } from "./context.ts";
import {
	heldPost,
	learntOf,
	mustBeAhead,
	mustBeAsRecorded,
	mustWait,
	staleFault,
	unversionedFault,
} from "./held-post.ts";
import { mustAgreeOnTime } from "./service-time.ts";

/** A post to cancel, and whose word it is. */
export interface Cancel {
	readonly address: AddressText;
	readonly action: Action;
	readonly taskId: string;
	readonly word: Omit<Withdrawal, "at">;
}

/**
 * Cancels a post that waits: its moment is free when this resolves. That it is about to be cancelled is in
 * the journal first, so that a run that finds it cancelled knows whose doing it was; that it is, a read says.
 */
export async function cancelPost(
	context: RunContext,
	{ address, action, taskId, word }: Cancel,
): Promise<void> {
	const { service, signal, emit, writer, clock } = context;
	mustAgreeOnTime(context);
	const post = heldPost(writer.current(), address);
	const reading = await service.publishTask(taskId, signal);
	const before = learntOf(post, reading, clock.now());
	if (before?.type === "withdrawn") return writer.append(before);
	await mustWait(context, post, reading);
	await mustBeAsRecorded(context, post, { reading });
	mustBeAhead(context, [reading.scheduledAt]);
	const { version } = reading;
	if (version === undefined) throw unversionedFault();
	emit({ type: "sending", address, action });
	const { operation } = post;
	await writer.append({ type: "cancelling", address, operation, at: clock.now(), ...word });
	const changed = await service.cancelPost({ taskId, version }, signal);
	await mustBeCancelled(context, { address, taskId, isStale: changed.class === "stale" });
	emit({ type: "sent", address, action, outcome: "done", message: "cancelled" });
}

/** An answer is not enough: what gives a moment back is read. */
async function mustBeCancelled(
	context: RunContext,
	{ address, taskId, isStale }: Pick<Cancel, "address" | "taskId"> & { readonly isStale: boolean },
): Promise<void> {
	const { service, signal, writer, clock } = context;
	const post = heldPost(writer.current(), address);
	const reading = await service.publishTask(taskId, signal);
	const learnt = learntOf(post, reading, clock.now());
	if (learnt?.type === "withdrawn") return writer.append(learnt);
	await mustWait(context, post, reading);
	if (isStale) throw staleFault();
	throw new StopFault(`The service was told to cancel it, and still says ${reading.status}.`, {
		remedy: "It is looked at again by the next run: showrun plan",
	});
}
