import { join } from "node:path";
import type { DaemonParts } from "../../daemon/daemon.ts";
import { type Kept, readKept, writeKept } from "../../daemon/kept.ts";
import type { Settings } from "../../model/settings.ts";
import { type Breaker, openBreaker } from "../../reconcile/breaker.ts";
import type { Clock } from "../../system/clock.ts";

/** What an earlier watch put off, and a breaker that goes on from its own; written when they change. */
export async function openKept(
	{ root }: Settings,
	clock: Clock,
): Promise<{ readonly breaker: Breaker; readonly retries: NonNullable<DaemonParts["retries"]> }> {
	const file = join(root, ".showrun", "cache", "watch.json");
	const kept = await readKept(file);
	const breaker = openBreaker(() => clock.now(), kept.breaker);
	let written = JSON.stringify(kept);
	const keep = async (retries: Kept["retries"]) => {
		const now = { retries, breaker: breaker.state };
		if (JSON.stringify(now) === written) return;
		written = JSON.stringify(now);
		await writeKept(file, now);
	};
	return { breaker, retries: { before: kept.retries, keep } };
}
