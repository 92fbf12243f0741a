import { type AddressText, videoOf } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import type { ResultsGone } from "../model/reason.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { windowOf } from "./window.ts";

/**
 * Services keep results for days: those of a younger task would be gone at once again, and every task costs.
 * Milliseconds.
 */
const LEAST_AGE_MS = 86_400_000;

/** What is known when results turn out to be gone. */
interface ExpiryContext {
	readonly snapshot: Pick<Snapshot, "resources">;
	readonly observed: Pick<Observed, "now">;
	readonly options: Pick<PlanOptions, "selected">;
}

/**
 * Videos whose results are gone while posts need them that the service would take soon, with since when and
 * how many posts those are.
 */
export function expiredVideos(
	changes: readonly Change[],
	{ snapshot, observed: { now }, options }: ExpiryContext,
): ReadonlyMap<AddressText, ResultsGone> {
	const needing = new Map<AddressText, number>();
	for (const change of changes) {
		const video =
			needsResults(change, now) && options.selected?.(change.address) !== false
				? videoOf(change.address)
				: undefined;
		if (video !== undefined) needing.set(video, (needing.get(video) ?? 0) + 1);
	}
	return new Map(
		[...needing].flatMap(([video, posts]): [AddressText, ResultsGone][] => {
			const at = expiredAt(video, snapshot, now);
			return at === undefined ? [] : [[video, { expiredAt: at, posts }]];
		}),
	);
}

/** A post further ahead than the service takes may wait: results made now would be gone again before. */
function needsResults(change: Change, now: EpochMs): boolean {
	if (change.action !== "attention" || change.reason !== "results-expired") return false;
	return change.at === undefined || windowOf(change.at, now).kind !== "too-early";
}

function expiredAt(
	video: AddressText,
	{ resources }: ExpiryContext["snapshot"],
	now: EpochMs,
): EpochMs | undefined {
	const state = resources[video];
	if (state?.kind !== "video" || now - state.submittedAt < LEAST_AGE_MS) return undefined;
	const at = state.result?.expireAt;
	return at !== undefined && at <= now ? at : undefined;
}
