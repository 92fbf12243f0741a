import { videoAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { StopFault } from "../model/fault.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { Settings } from "../model/settings.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { knownAddresses, selectorOf, unmatched } from "../plan/select.ts";
import { didYouMean } from "../system/yaml/suggest.ts";
import type { PlanFlags } from "./plan-flags.ts";

/** What selects among the addresses of the campaigns. */
type Selecting = Pick<PlanFlags, "target" | "exclude" | "replace">;

/** What a plan may rely on with these settings and flags. Throws `StopFault` for a flag that names nothing: a misspelt one would do nothing, silently. */
export function planOptionsOf(
	{ service }: Settings,
	flags: Selecting,
	{ campaigns, snapshot }: { readonly campaigns: readonly Campaign[]; readonly snapshot: Snapshot },
): PlanOptions {
	mustBeVideos(flags.replace, campaigns);
	const selection = { targets: flags.target, excludes: flags.exclude };
	const known = knownAddresses(campaigns, snapshot);
	const [foreign] = unmatched(selection, known);
	if (foreign !== undefined)
		throw new StopFault(`No address is named by \`${foreign}\`.`, { remedy: didYouMean(foreign, known, "Addresses") || "The campaigns ask for nothing." });
	const selected = selectorOf(selection, known);
	return { idempotency: service.idempotency, publishStatus: service.publishStatus, replace: flags.replace, ...(selected && { selected }) };
}

function mustBeVideos(replace: PlanOptions["replace"], campaigns: readonly Campaign[]): void {
	const known = campaigns.flatMap(({ name, videos }) => videos.map((video) => videoAddress(name, video.name)));
	const foreign = replace.find((address) => !known.includes(address));
	if (foreign === undefined) return;
	if (/^[^.]+\.post\./.test(foreign))
		throw new StopFault(
			`-replace names the post \`${foreign}\`, and a post is never replaced: what is public stays public, and sending it again would make a second one.`,
			{
				remedy: "Change it on the platform by hand. To post a moment once more on purpose, say `repeat: 2` in the post.",
			},
		);
	throw new StopFault(`-replace names \`${foreign}\`, which is no video of these campaigns.`, { remedy: didYouMean(foreign, known, "Videos") });
}
