import type { AddressText } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { ResultsGone } from "../model/reason.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** Everything a plan is a function of. */
export interface World {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	readonly observed: Observed;
	readonly options: PlanOptions;
	/**
	 * Videos to submit again because posts need results that are gone, with since when. Found by `plan` itself.
	 */
	readonly expired?: ReadonlyMap<AddressText, ResultsGone>;
}
