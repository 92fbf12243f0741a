import type { RenditionState, Snapshot, VideoState } from "./snapshot.ts";

/** Whether a task still has something to tell. */
export function isRunning(state: VideoState | RenditionState): boolean {
	return state.result === undefined && state.status !== "FAILED";
}

/** How many tasks of a state the service runs, as far as it is known. */
export function runningTasks({ resources }: Pick<Snapshot, "resources">): number {
	return Object.values(resources).filter((state) => state.kind !== "post" && isRunning(state)).length;
}
