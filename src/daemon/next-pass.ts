import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** How soon a service is asked again about what runs there, in milliseconds: first, and at most. */
export interface PollPace {
	readonly firstMs: number;
	readonly mostMs: number;
}

/** What a pass left behind. */
export interface Outlook {
	readonly rest: Plan;
	/** Something runs that will have news. */
	readonly underway: boolean;
	readonly snapshot: Snapshot;
	/** Passes in a row that found nothing new. */
	readonly quiet: number;
	readonly now: EpochMs;
	/** When what failed may be tried again. */
	readonly retries: readonly EpochMs[];
}

/** A scheduled post is asked after this long past its minute. Milliseconds. */
const AFTER_MS = 2_000;

/** When the next pass is due by itself. Undefined: only a trigger from outside brings news. */
export function nextPass(outlook: Outlook, poll: PollPace): EpochMs | undefined {
	const { rest, retries, now } = outlook;
	const times = [...pollTime(outlook, poll), ...waitTimes(rest), ...postTimes(outlook), ...retries].filter(
		(at) => at > now,
	);
	return times.length === 0 ? undefined : epochMs(Math.min(...times));
}

function pollTime({ underway, quiet, now }: Outlook, { firstMs, mostMs }: PollPace): number[] {
	return underway ? [now + Math.min(mostMs, firstMs * 1.3 ** quiet)] : [];
}

/** Posts that can be handed over once the service's window reaches them. */
function waitTimes({ changes }: Plan): number[] {
	return changes.flatMap((change) =>
		change.action === "wait" && change.until !== undefined ? [change.until] : [],
	);
}

function postTimes({ snapshot }: Outlook): number[] {
	return Object.values(snapshot.resources).flatMap((state) => {
		const at = state.kind === "post" && state.status === "SCHEDULED" ? state.request.scheduledAt : undefined;
		return at === undefined ? [] : [at + AFTER_MS];
	});
}
