import type { Loaded } from "../campaign/load.ts";
import type { Campaign } from "../model/campaign.ts";
import { clipsFileOf } from "../model/review.ts";

/** The campaigns to apply, and the files whose last good version is used because the new one is invalid. */
export interface UsableCampaigns {
	readonly campaigns: readonly Campaign[];
	readonly broken: readonly string[];
}

/** What was loaded. `broken`: campaign files that cannot be used; absent: the diagnostics tell. */
export type LoadedAgain = Pick<Loaded, "campaigns" | "diagnostics"> & Partial<Pick<Loaded, "broken">>;

/** Takes what was loaded; for a file with errors its last good version, as long as the file is there. */
export function lastGood(
	before: readonly Campaign[],
	{ campaigns, diagnostics, broken: unusable = [] }: LoadedAgain,
): UsableCampaigns {
	const errors = diagnostics.filter(({ severity }) => severity === "error");
	// An error in a file that campaigns share is said once, and is an error of each of them.
	const broken = [...new Set([...errors.flatMap(({ place }) => (place ? [place.file] : [])), ...unusable])];
	// An error without a position may be about any file, so no new version is used.
	if (errors.some(({ place }) => place === undefined)) return { campaigns: before, broken };
	const isBroken = ({ file }: Campaign) => broken.includes(file) || broken.includes(clipsFileOf(file));
	const good = campaigns.filter((campaign) => !isBroken(campaign));
	const names = new Set(good.map(({ name }) => name));
	return {
		campaigns: [...good, ...before.filter((campaign) => isBroken(campaign) && !names.has(campaign.name))],
		broken,
	};
}
