import type { Observed } from "../model/observed.ts";
import type { SubmitChange } from "../model/plan.ts";
import type { Snapshot, VideoState } from "../model/snapshot.ts";
import { sameSource } from "../model/source-key.ts";
import type { ClippingSettings } from "../model/task.ts";
import type { WantedVideo } from "./desired/wanted.ts";

/** API units for a minute of input (service-facts, "Cost"); express mode halves them (interface 4.4). */
const UNITS_PER_MINUTE = 2;

/**
 * What submitting a video will cost, in API units: from its length, else judged by earlier tasks (of this
 * source, else of all), else nothing.
 */
export function costOf(
	{ address, request }: Pick<WantedVideo, "address" | "request">,
	{ observed, snapshot }: { readonly observed: Observed; readonly snapshot: Snapshot },
): Pick<SubmitChange, "units" | "unitsFrom"> {
	const duration = observed.durations[address];
	if (duration !== undefined)
		return { units: ((duration / 60_000) * UNITS_PER_MINUTE) / speed(request.clipping), unitsFrom: "length" };
	const settled = Object.values(snapshot.resources).flatMap(paid);
	const alike = settled.filter((each) => sameSource(each.source, request.source));
	const judged = mean(alike.length > 0 ? alike : settled);
	return judged === undefined ? {} : { units: judged / speed(request.clipping), unitsFrom: "history" };
}

function speed({ express }: ClippingSettings): number {
	return express ? 2 : 1;
}

interface Paid {
	readonly source: VideoState["request"]["source"];
	/** What it would have cost without express mode. */
	readonly units: number;
}

function paid(state: Snapshot["resources"][keyof Snapshot["resources"]]): Paid[] {
	if (state.kind !== "video" || state.result?.costUnits === undefined) return [];
	return [{ source: state.request.source, units: state.result.costUnits * speed(state.request.clipping) }];
}

function mean(of: readonly Paid[]): number | undefined {
	return of.length === 0 ? undefined : of.reduce((sum, { units }) => sum + units, 0) / of.length;
}
