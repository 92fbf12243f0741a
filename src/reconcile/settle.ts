import type { VideoState } from "../model/snapshot.ts";
import type { TaskReading } from "../model/task.ts";

/** How long results may stay incomplete after SUCCEEDED before what is there is taken, in milliseconds. */
const PATIENCE_MS = 5 * 60_000;
/** How long the clip count must hold, in milliseconds. */
const HOLD_MS = 8_000;

/** What earlier reads of a succeeded task showed. Times are monotonic milliseconds. */
export interface Seen {
	readonly succeededAt: number;
	readonly clips: number;
	readonly since: number;
}

/** Remembers a read of a succeeded task. */
export function see(reading: TaskReading, seen: Seen | undefined, now: number): Seen {
	const clips = reading.clips.length;
	if (seen === undefined) return { succeededAt: now, clips, since: now };
	return seen.clips === clips ? seen : { ...seen, clips, since: now };
}

/**
 * Whether a succeeded task's clips are final. The service may say SUCCEEDED while clips or links are still
 * missing (service-facts, 1), so the count must hold and every clip that is to be rendered must have its
 * link; after five minutes what is there is taken as it is.
 */
export function settled(
	reading: TaskReading,
	state: VideoState,
	{ seen, now }: { readonly seen: Seen; readonly now: number },
): "complete" | "incomplete" | undefined {
	const { exportLimit = Number.POSITIVE_INFINITY } = state.request;
	const rendered = Math.min(reading.clips.length, exportLimit);
	const linked = state.request.export === undefined || reading.linked >= rendered;
	const { limit = Number.NaN, added = [] } = state.request.clipping;
	const full = reading.progress === 1 || reading.clips.length === limit + added.length;
	const held = now - seen.since >= HOLD_MS;
	if (linked && (full || held)) return "complete";
	return outOfPatience(seen, now) ? "incomplete" : undefined;
}

/** Whether what is there is taken as it is. */
export function outOfPatience(seen: Seen, now: number): boolean {
	return now - seen.succeededAt >= PATIENCE_MS;
}
