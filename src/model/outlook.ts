import type { AccountHealth } from "./account.ts";

/** What doing a plan will take, beyond its changes. Numbers without a bound are absent. */
export interface Outlook {
	readonly units: PlannedUnits;
	readonly posts: Bounds;
	/** Requests to the service, without those that look after running tasks. */
	readonly requests: Bounds;
	/** What the service allows in a minute. Absent: no limit. */
	readonly requestsPerMinute?: number;
	/**
	 * Accounts whose authorization is not good for long and that posts still need. Empty where the accounts
	 * were not read.
	 */
	readonly atRisk: readonly AccountHealth[];
}

/** API units of the tasks to be submitted. */
export interface PlannedUnits {
	/** From the lengths of the sources. */
	readonly known: number;
	/** Judged by what earlier tasks cost. */
	readonly estimated: number;
	/** How many tasks nothing is known of. */
	readonly unknown: number;
}

export interface Bounds {
	readonly least: number;
	readonly most?: number;
}
