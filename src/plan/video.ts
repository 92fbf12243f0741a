import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { type Difference, differencesOf } from "../model/difference.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change, SubmitChange, SubmitReason } from "../model/plan.ts";
import type { ResultsGone } from "../model/reason.ts";
import type { Operation, Snapshot, VideoState } from "../model/snapshot.ts";
import { sameSource } from "../model/source-key.ts";
import type { VideoRequest } from "../model/task.ts";
import { isLost } from "../model/unknown.ts";
import { costOf } from "./cost.ts";
import { changedParts } from "./desired/changed-parts.ts";
import type { WantedVideo } from "./desired/wanted.ts";

/** Decides what one video needs. Undefined: nothing. */
export function decideVideo(
	wanted: WantedVideo,
	known: { readonly state: VideoState | undefined; readonly open: Operation | undefined },
	world: {
		observed: Observed;
		snapshot: Snapshot;
		options: PlanOptions;
		expired?: ReadonlyMap<AddressText, ResultsGone>;
	},
): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	const { state, open } = known;
	if (open) return openOperation(open, about, { ...world.options, now: world.observed.now });
	if (state === undefined) return submission(wanted, { reason: "absent" }, world);
	const changed = changedParts(state.request, wanted.request)[0];
	if (changed)
		return {
			...submission(wanted, { reason: changed }, world),
			differences: whatChanged(state.request, wanted.request),
		};
	if (world.options.replace.includes(wanted.address))
		return submission(wanted, { reason: "replaced" }, world);
	const gone = world.expired?.get(wanted.address);
	if (gone) return submission(wanted, { reason: "results-gone", reasonData: gone }, world);
	const { status, taskId, result } = state;
	if (status === "FAILED") return failedTask(about, state);
	if (result) return undefined;
	if (status === "SUCCEEDED") return { ...about, action: "read", reason: "results-unread", taskId };
	return { ...about, action: "wait", reason: "task-running", reasonData: { taskId, status } };
}

/** A task that failed is not made again by itself: it would fail, and cost, again. */
export function failedTask(
	about: Pick<Change, "address" | "place">,
	{ error: message }: Pick<VideoState, "error">,
): Change {
	return {
		...about,
		action: "attention",
		reason: "task-failed",
		reasonData: defined({ message }),
		remedy: { code: "replace", address: about.address },
	};
}

/** Whether, and until when, an attempt may be sent again under its own key. */
export type RepeatOptions = Pick<PlanOptions, "idempotency" | "keyLifetimeMs"> & { readonly now: EpochMs };

/**
 * What an attempt without a proven outcome needs: another try under its own key where that is safe, else a
 * person.
 */
export function openOperation(
	operation: Operation,
	about: Pick<Change, "address" | "place">,
	options: RepeatOptions,
): Change {
	if (operation.phase === "armed") return { ...about, action: "wait", reason: "outcome-unknown" };
	const isWhole = !isLost(operation) && !operation.redacted;
	if (options.idempotency && isWhole && isKeyAlive(operation, options))
		return { ...about, action: "repeat", reason: "outcome-retried", operation };
	return { ...about, action: "unknown", reason: "outcome-unknown", operation };
}

/** An older key would be taken for a new one. Before the attempt itself only a clock that was set can be. */
function isKeyAlive({ armedAt, at }: Operation, { keyLifetimeMs, now }: RepeatOptions): boolean {
	const ageMs = now - (armedAt ?? at);
	return keyLifetimeMs === undefined || (ageMs >= -SET_MS && ageMs < keyLifetimeMs - SET_MS);
}

/** Clocks may differ by so much, and a request may take so long on its way. Milliseconds. */
const SET_MS = 5 * 60_000;

function submission(
	{ request, source, brand, address, place }: WantedVideo,
	because: SubmitReason,
	world: { observed: Observed; snapshot: Snapshot },
): SubmitChange {
	const action = because.reason === "absent" ? "submit" : "resubmit";
	const about = { address, place, ...defined({ brand }) };
	return { ...about, ...because, request, source, action, ...costOf({ address, request }, world) };
}

/** The name of the task is ours alone and does not count. */
function whatChanged(before: VideoRequest, after: VideoRequest): readonly Difference[] {
	const parts = (["source", "clipping", "export"] as const).filter(
		(part) => part !== "source" || !sameSource(before.source, after.source),
	);
	return parts.flatMap((part) => differencesOf(before[part], after[part], part));
}
