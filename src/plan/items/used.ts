import { parseAddress } from "../../model/address.ts";
import { keysOf } from "../../model/keys.ts";
import type { Snapshot } from "../../model/snapshot.ts";

/** What became of the videos of items so far: each is named by campaign and video. */
export interface Used {
	/** Whether its video was submitted, or may have been. */
	isSubmitted(campaign: string, video: string): boolean;
	/** Whether a clip of it was handed over, or may have been. */
	isPosted(campaign: string, video: string): boolean;
}

/** Looks through the state for what was done with each video. */
export function usedIn({ resources, operations, ledger }: Snapshot): Used {
	const [submitted, posted] = [new Set<string>(), new Set<string>()];
	const others = [...Object.values(operations), ...ledger].map(({ address }) => address);
	for (const text of [...keysOf(resources), ...others]) {
		const address = parseAddress(text);
		if (address === undefined) continue;
		const name = `${address.campaign} ${address.video}`;
		if (address.kind !== "rendition") submitted.add(name);
		if (address.kind === "post") posted.add(name);
	}
	return {
		isSubmitted: (campaign, video) => submitted.has(`${campaign} ${video}`),
		isPosted: (campaign, video) => posted.has(`${campaign} ${video}`),
	};
}
