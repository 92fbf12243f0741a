import type { AddressText } from "../model/address.ts";
import { entriesOf } from "../model/keys.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { mayBeRetried } from "../plan/posted.ts";
import type { ReadContext } from "./context.ts";
import { optionsNow } from "./declared.ts";
import type { RunMemory } from "./memory.ts";

/**
 * How many posts that failed are read again at a time, the newest and others in turn: each costs a request of
 * the limit that everything else lives on, and nearly never has news.
 */
const NEWEST = 5;
const OTHERS = 5;
/** How long until more of them are read. Milliseconds. */
const PAUSE_MS = 60_000;

/**
 * The failed posts that this pass does not read again, where the service is elsewhere: reading all of them
 * would hold up a plan for minutes. All get their turn, also where every run is a process of its own.
 */
export function failedForLater(
	context: ReadContext,
	{ resources }: Snapshot,
	memory: RunMemory,
): ReadonlySet<AddressText> {
	if (context.engine !== undefined) return new Set();
	const [options, now] = [optionsNow(context), context.clock.now()];
	const failed = entriesOf(resources).flatMap(([address, state]) =>
		state.kind === "post" &&
		!memory.unreadable.has(address) &&
		options.selected?.(address) !== false &&
		mayBeRetried(state, { now }, options) &&
		(state.cancelling ?? state.updating) === undefined
			? [{ address, at: state.request.scheduledAt ?? state.acceptedAt }]
			: [],
	);
	if (failed.length <= NEWEST + OTHERS) return new Set();
	const addresses = failed.sort((one, other) => other.at - one.at).map(({ address }) => address);
	return new Set(withoutTurn(addresses, memory, { now, elapsed: context.clock.monotonic() }));
}

function withoutTurn(
	newestFirst: readonly AddressText[],
	memory: RunMemory,
	{ now, elapsed }: { readonly now: number; readonly elapsed: number },
): readonly AddressText[] {
	const { at, next = Math.floor(now / PAUSE_MS) * OTHERS } = memory.failedRead ?? {};
	if (at !== undefined && elapsed - at < PAUSE_MS) return newestFirst;
	memory.failedRead = { at: elapsed, next: next + OTHERS };
	const others = newestFirst.slice(NEWEST);
	const first = next % others.length;
	return others.filter((_, index) => (index - first + others.length) % others.length >= OTHERS);
}
