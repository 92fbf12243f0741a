import type { AddressText } from "../model/address.ts";
import { type Difference, differencesOf } from "../model/difference.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Change, SubmitChange } from "../model/plan.ts";
import type { Operation, Snapshot, VideoState } from "../model/snapshot.ts";
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
		expired?: ReadonlyMap<AddressText, string>;
	},
): Change | undefined {
	const about = { address: wanted.address, place: wanted.place };
	const { state, open } = known;
	if (open) return openOperation(open, about, world.options);
	if (state === undefined) return submission(wanted, "absent", world);
	const changed = changedParts(state.request, wanted.request)[0];
	if (changed)
		return { ...submission(wanted, changed, world), ...whatChanged(state.request, wanted.request) };
	if (world.options.replace.includes(wanted.address)) return submission(wanted, "replaced", world);
	const expired = world.expired?.get(wanted.address);
	if (expired !== undefined) return { ...submission(wanted, "results-gone", world), detail: expired };
	if (state.status === "FAILED") {
		const remedy = `Put right what it names, then: showrun apply -replace '${wanted.address}'`;
		return {
			...about,
			action: "attention",
			reason: "task-failed",
			detail: state.error ?? "The service gave no message.",
			remedy,
		};
	}
	if (state.result) return undefined;
	if (state.status === "SUCCEEDED")
		return { ...about, action: "read", reason: "results-unread", taskId: state.taskId };
	return {
		...about,
		action: "wait",
		reason: "task-running",
		detail: `task ${state.taskId}, ${state.status}`,
	};
}

/** What an attempt without a proven outcome needs: another try under its own key where that is safe, else a person. */
export function openOperation(
	operation: Operation,
	about: Pick<Change, "address" | "place">,
	options: PlanOptions,
): Change {
	if (operation.phase === "armed")
		return {
			...about,
			action: "wait",
			reason: "outcome-unknown",
			detail: "it is being sent right now by another process",
		};
	if (options.idempotency && !isLost(operation))
		return { ...about, action: "repeat", reason: "outcome-retried", operation };
	return {
		...about,
		action: "unknown",
		reason: "outcome-unknown",
		operation,
		...(operation.evidence?.error && { detail: operation.evidence.error }),
	};
}

function submission(
	wanted: WantedVideo,
	reason: SubmitChange["reason"],
	world: { observed: Observed; snapshot: Snapshot },
): SubmitChange {
	const { request, source, address, place } = wanted;
	return {
		address,
		place,
		reason,
		request,
		source,
		action: reason === "absent" ? "submit" : "resubmit",
		...costOf(wanted, world),
	};
}

/** The name of the task is ours alone and does not count. */
function whatChanged(
	before: VideoRequest,
	after: VideoRequest,
): { readonly detail: string; readonly differences: readonly Difference[] } {
	const differences = (["source", "clipping", "export"] as const).flatMap((part) =>
		differencesOf(before[part], after[part], part),
	);
	return { detail: differences.map(({ field }) => field).join(", "), differences };
}
