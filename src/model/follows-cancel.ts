import type { Change } from "./plan.ts";

/** Whether a post is made by the same apply, once that has cancelled the one in its place. */
export function followsCancel({ action, reason, reasonData }: Change): boolean {
	return action === "wait" && reason === "old-post-held" && "isCancelled" in reasonData;
}
