import {
	type AddressText,
	campaignOf,
	formatAddress,
	type PostAddress,
	parseAddress,
	videoAddress,
} from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { entriesOf } from "../model/keys.ts";
import type { Change } from "../model/plan.ts";
import type { ReasonData } from "../model/reason.ts";
import type { PostState } from "../model/snapshot.ts";
import { clipsOfKept, droppedBy } from "./desired/kept-posts.ts";
import type { Resource } from "./desired/wanted.ts";
import { heldUntil } from "./handed-over.ts";
import type { World } from "./world.ts";

type Cause = ReasonData["no-longer-asked"]["cause"];

/**
 * Posts that the service holds and that a person's edit no longer asks for. They stay known until they are
 * out:
 * a branch without their entry may be left again.
 * Those that are only not chosen any more, because clips changed, keep their place.
 */
export function unasked(
	resources: readonly Resource[],
	{ campaigns, snapshot, observed, options }: World,
): Change[] {
	const asked = new Set<AddressText>(resources.map(({ address }) => address));
	const open = new Set(Object.values(snapshot.operations).map(({ address }) => address));
	return entriesOf(snapshot.resources).flatMap(([text, state]): Change[] => {
		const at = heldUntil(state, observed.now);
		if (state.kind !== "post" || at === undefined || asked.has(text) || open.has(text)) return [];
		const campaign = campaigns.find(({ name }) => name === campaignOf(text));
		if (campaign === undefined) return [];
		const found = entryOf(parseAddress(text), campaign);
		const cause = found === undefined ? "removed" : causeOf(found, state, clipsOf(found.address, snapshot));
		if (cause === undefined) return [];
		const place = found?.post.place ?? { file: campaign.file, line: 1, column: 1 };
		const remedy = defined({
			...({ code: "cancel-in-calendar", address: text, isAsked: false } as const),
			isCancellable: options.publishCancel || undefined,
		});
		const about = { address: text, place, action: "attention", at, remedy } as const;
		return [{ ...about, reason: "no-longer-asked", reasonData: { cause } }];
	});
}

interface Found {
	readonly address: PostAddress;
	readonly campaign: Campaign;
	readonly post: Post;
}

/** The entry that a post belongs to. Undefined: there is none any more. */
function entryOf(address: ReturnType<typeof parseAddress>, campaign: Campaign): Found | undefined {
	if (address?.kind !== "post") return undefined;
	const post = campaign.posts.find(
		({ name, from, targets }) =>
			name === address.item &&
			from === address.video &&
			targets.some(({ account }) => account === address.account),
	);
	return post && { address, campaign, post };
}

function causeOf(
	{ address, campaign, post }: Found,
	{ request }: PostState,
	clips: readonly Clip[],
): Cause | undefined {
	if (address.occurrence > post.repeat) return "repeat";
	const kept = { address: formatAddress(address), moment: request.moment, request, count: 1 };
	const clip = clipsOfKept([kept], clips).get(kept);
	return droppedBy(kept, post, { reviews: campaign.reviews, video: address.video, clip });
}

function clipsOf({ campaign, video }: PostAddress, { resources }: World["snapshot"]): readonly Clip[] {
	const state = resources[videoAddress(campaign, video)];
	return state?.kind === "video" ? (state.result?.clips ?? []) : [];
}
