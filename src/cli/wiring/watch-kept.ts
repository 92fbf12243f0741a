import { join } from "node:path";
import type { DaemonParts } from "../../daemon/daemon.ts";
import { type Kept, readKept, writeKept } from "../../daemon/kept.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import { type Breaker, openBreaker } from "../../reconcile/breaker.ts";
import type { Clock } from "../../system/clock.ts";
import type { WatchRetries } from "../../views/watch-retries.ts";
import type { Agenda } from "./agenda.ts";

/** What an earlier watch put off, and a breaker that goes on from its own; written when they change. */
export async function openKept(
	{ root }: Settings,
	clock: Clock,
): Promise<{ readonly breaker: Breaker; readonly retries: NonNullable<DaemonParts["retries"]> }> {
	const file = keptIn(root);
	const kept = await readKept(file);
	const breaker = openBreaker(() => clock.now(), kept.breaker);
	let written = JSON.stringify(kept);
	const keep = async ({ retries, trouble }: Pick<Kept, "retries" | "trouble">) => {
		const now = { retries, breaker: breaker.state, ...defined({ trouble }) };
		if (JSON.stringify(now) === written) return;
		written = JSON.stringify(now);
		await writeKept(file, now);
	};
	return { breaker, retries: { before: kept.retries, keep } };
}

/**
 * A watch that is still there has tried again by then, however long a pass waits for answers. Milliseconds.
 */
const SILENT_MS = 10 * 60_000;

/** What watch tries again by itself, of addresses that are not done by now. */
export async function readWatchRetries({
	settings: { root },
	items,
	now,
}: Pick<Agenda, "settings" | "items" | "now">): Promise<WatchRetries> {
	const { retries, breaker, trouble: kept } = await readKept(keptIn(root));
	const open = new Set(items.filter(({ standing }) => standing !== "done").map(({ address }) => address));
	const stoppedUntil = breaker.until !== undefined && breaker.until > now ? breaker.until : undefined;
	const trouble = kept !== undefined && now < kept.until + SILENT_MS ? kept : undefined;
	return {
		retries: retries.filter(({ address }) => open.has(address)),
		...defined({ stoppedUntil, trouble }),
	};
}

function keptIn(root: string): string {
	return join(root, ".showrun", "cache", "watch.json");
}
