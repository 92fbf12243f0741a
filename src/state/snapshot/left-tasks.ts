import type { AddressText } from "../../model/address.ts";
import type { JournalEntry, ResourceState, VideoState } from "../../model/snapshot.ts";

/** What is known by address; grows in place. */
interface VideoTasks {
	readonly resources: Record<AddressText, ResourceState>;
	leftTasks?: Record<AddressText, VideoState>;
}

/** Forgets an address, but for the task of a video that may be asked for again as it was. */
export function forget(
	state: VideoTasks,
	{ address, keepsTask }: Extract<JournalEntry, { readonly type: "forget" }>,
): void {
	const before = state.resources[address];
	delete state.resources[address];
	if (keepsTask && before?.kind === "video") state.leftTasks = { ...state.leftTasks, [address]: before };
	else settleLeft(state, address);
}

/** The task that was left at an address counts no more: it was taken up again, or another one was. */
export function settleLeft(state: Pick<VideoTasks, "leftTasks">, address: AddressText): void {
	if (state.leftTasks?.[address] === undefined) return;
	const { [address]: _, ...rest } = state.leftTasks;
	if (Object.keys(rest).length > 0) state.leftTasks = rest;
	else delete state.leftTasks;
}
