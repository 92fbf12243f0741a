import { logFailure } from "../failure-messages.ts";
import type { Tellers } from "./context.ts";
import type { EventRecord, Sending } from "./event.ts";

/** What was sent can be replayed for so long. */
const SENT_MS = 7 * 24 * 3_600_000;

interface Kept {
	readonly now: number;
	/** How long dead letters are kept. */
	readonly deadMs: number;
	readonly signal: AbortSignal;
}

/** Removes events that wait nowhere any more and ended long ago. */
export async function removeOldEvents(tellers: Tellers, { now, deadMs, signal }: Kept): Promise<void> {
	const { events, counted, queues, parts } = tellers;
	const names = queues.map(({ name }) => name);
	for (const id of await events.currentIds()) {
		if (signal.aborted) return;
		let removed: EventRecord | undefined;
		const isOver = (event: EventRecord) => {
			removed = event;
			return Object.entries(event.sendings).every(([name, sending]) => {
				const isGone = !names.includes(name);
				const limit = sending.status === "sent" ? SENT_MS : deadMs;
				return (isGone || sending.status !== "waiting") && now - endOf(sending) > limit;
			});
		};
		const isRemoved = await events.remove(id, isOver).catch((error: unknown) => {
			logFailure(error, parts.log);
			return false;
		});
		const dead = isRemoved ? names.filter((name) => removed?.sendings[name]?.status === "dead") : [];
		counted.dead -= dead.length;
	}
}

function endOf({ endedAt, since }: Sending): number {
	return endedAt ?? since;
}
