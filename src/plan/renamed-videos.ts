import { parseAddress, videoAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Change, PlanNote, SubmitChange } from "../model/plan.ts";
import { levelled } from "../model/rules/level.ts";
import { same } from "../model/same.ts";
import type { VideoState } from "../model/snapshot.ts";
import { moveBetween, ofFeedsIn, type VideoMove } from "../model/video-move.ts";
import { changedParts } from "./desired/changed-parts.ts";
import type { World } from "./world.ts";

/**
 * Videos that are to be submitted and ask for the very same as one that leaves the campaign: most likely
 * somebody renamed it, or added a key to its matrix, and would pay for it again.
 */
export function renamedVideos(
	changes: readonly Change[],
	{ campaigns, snapshot }: World,
	notes: readonly PlanNote[],
): readonly PlanNote[] {
	const submits = changes.filter(
		(change): change is SubmitChange => change.action === "submit" && change.reason === "absent",
	);
	if (submits.length === 0) return [];
	const told = notes.flatMap(({ finding }) => ("moves" in finding ? (finding.moves ?? []) : []));
	return campaigns.flatMap((campaign) => {
		const left = leftVideos(campaign, snapshot);
		return submits.flatMap((change): readonly PlanNote[] => {
			const address = parseAddress(change.address);
			if (address?.campaign !== campaign.name) return [];
			const at = left.findIndex(({ state }) => changedParts(state.request, change.request).length === 0);
			const [before] = at < 0 ? [] : left.splice(at, 1);
			if (before === undefined) return [];
			const move = moveBetween(before.video, address.video, ofFeedsIn(campaign));
			return told.some((each) => same(each, move)) ? [] : noteOf(change, move, campaign);
		});
	});
}

/** Videos that the state knows and the campaign has no more. Each may be what one other became. */
function leftVideos(
	{ name, videos }: Campaign,
	{ resources }: World["snapshot"],
): { readonly video: string; readonly state: VideoState }[] {
	const declared = new Set<string>(videos.map((video) => videoAddress(name, video.name)));
	return Object.entries(resources).flatMap(([text, state]) => {
		const address = declared.has(text) ? undefined : parseAddress(text);
		return address?.kind === "video" && address.campaign === name && state.kind === "video"
			? [{ video: address.video, state }]
			: [];
	});
}

function noteOf({ address, place }: SubmitChange, move: VideoMove, { rules }: Campaign): readonly PlanNote[] {
	const finding = { code: "renamed-video", moves: [move] } as const;
	return levelled([{ rule: "renamed-video", severity: "warning", finding } as const], rules).map((level) => ({
		rule: level.rule,
		finding: level.finding,
		address,
		...(place && { place }),
	}));
}
