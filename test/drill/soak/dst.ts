import { DAY } from "./world.ts";

/** Hours that Berlin is ahead of UTC. */
function offsetAt(at: number): number {
	const hour = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit" }).format(at);
	return (Number(hour) - new Date(at).getUTCHours() + 24) % 24;
}

/** How often the clocks of Berlin were set forward and back between two times. */
export function clockChanges(from: number, to: number): { readonly forward: number; readonly back: number } {
	const changes = { forward: 0, back: 0 };
	for (let at = from; at < to; at += DAY) {
		const change = offsetAt(Math.min(to, at + DAY)) - offsetAt(at);
		if (change > 0) changes.forward++;
		if (change < 0) changes.back++;
	}
	return changes;
}

/** When a soak of so many days begins: now, or a short one half its days before the clocks change. */
export function beginAt(days: number): number {
	const now = Date.now();
	if (days >= 365) return now;
	let change = now;
	while (offsetAt(change) === offsetAt(change + DAY)) change += DAY;
	return Math.max(now, change - (days / 2) * DAY);
}
