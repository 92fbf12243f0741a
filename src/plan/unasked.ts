import {
	type AddressText,
	addressOfOccurrence,
	campaignOf,
	formatAddress,
	type PostAddress,
	parseAddress,
	videoAddress,
} from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { entriesOf } from "../model/keys.ts";
import type { Change, PlanNote } from "../model/plan.ts";
import type { ReasonData } from "../model/reason.ts";
import type { PostState } from "../model/snapshot.ts";
import { comparedKey, sourceKey } from "../model/source-key.ts";
import { clipsOfKept, droppedBy, type KeptPosts, keptPostsIn } from "./desired/kept-posts.ts";
import type { Resource } from "./desired/wanted.ts";
import { heldUntil } from "./handed-over.ts";
import { keptAccountNotes, keptBeside, type StayingPost } from "./kept-accounts.ts";
import type { World } from "./world.ts";

type Cause = ReasonData["no-longer-asked"]["cause"];

/** What the service holds and the campaigns do not ask for. */
interface Unasked {
	readonly changes: readonly Change[];
	/** On what stays because its entry says `keep: true`. */
	readonly notes: readonly PlanNote[];
}

/**
 * Posts that the service holds and that a person's edit no longer asks for. They stay known until they are
 * out: a branch without their entry may be left again.
 * Those that are only not chosen any more, because clips changed, keep their place.
 */
export function unasked(resources: readonly Resource[], world: World): Unasked {
	const { campaigns, snapshot, observed } = world;
	const asked = new Set<AddressText>(resources.map(({ address }) => address));
	const open = new Set(Object.values(snapshot.operations).map(({ address }) => address));
	const changes: Change[] = [];
	const staying: StayingPost[] = [];
	const known = { world, keptPosts: keptLater(world), isKeptBeside: keptBeside(snapshot) };
	for (const [text, state] of entriesOf(snapshot.resources)) {
		const at = heldUntil(state, observed.now);
		if (state.kind !== "post" || at === undefined || asked.has(text) || open.has(text)) continue;
		const campaign = campaigns.find(({ name }) => name === campaignOf(text));
		const address = parseAddress(text);
		if (campaign === undefined || address?.kind !== "post") continue;
		const post = entryOf(address, campaign);
		const found = { text, address, campaign, post, state };
		if (post?.keep && !names(post, address)) staying.push({ address: text, post });
		else changes.push(...changeOf(found, { at, cause: causeOf(found, known), world }));
	}
	return { changes, notes: keptAccountNotes(staying) };
}

interface Found {
	readonly text: AddressText;
	readonly address: PostAddress;
	readonly campaign: Campaign;
	/** Its entry, whatever accounts that names now. */
	readonly post: Post | undefined;
	readonly state: PostState;
}

/** The entry that a post belongs to. Undefined: there is none any more. */
function entryOf({ item, video }: PostAddress, { posts }: Campaign): Post | undefined {
	return posts.find(({ name, from }) => name === item && from === video);
}

function names({ targets }: Post, { account: of }: PostAddress): boolean {
	return targets.some(({ account }) => account === of);
}

interface Why {
	readonly at: EpochMs;
	readonly cause: Cause | undefined;
	readonly world: World;
}

function changeOf({ text, address, campaign, post }: Found, { at, cause, world }: Why): Change[] {
	if (cause === undefined) return [];
	const isNamed = post !== undefined && names(post, address);
	const place = isNamed ? post.place : { file: campaign.file, line: 1, column: 1 };
	const remedy = defined({
		...({ code: "cancel-in-calendar", address: text, isAsked: false } as const),
		isCancellable: world.options.publishCancel || undefined,
		canKeep: cause === "keep" || undefined,
		canStay: cause === "source" || undefined,
	});
	const about = { address: text, place, action: "attention", at, remedy } as const;
	return [{ ...about, reason: "no-longer-asked", reasonData: { cause } }];
}

interface CauseContext {
	readonly world: World;
	readonly keptPosts: () => KeptPosts;
	readonly isKeptBeside: (post: PostAddress) => boolean;
}

function causeOf(found: Found, { world, keptPosts, isKeptBeside }: CauseContext): Cause | undefined {
	const { address, campaign, post } = found;
	const { request } = found.state;
	if (post === undefined) return "removed";
	if (!names(post, address)) return isKeptBeside(address) ? "keep" : "removed";
	if (address.occurrence > post.repeat) return "repeat";
	const source = sourceOf(address, world);
	const isOther = source !== undefined && comparedKey(source) !== comparedKey(request.source);
	if (isOther && !isSameContent(found, source, keptPosts)) return "source";
	const kept = { address: formatAddress(address), moment: request.moment, request, count: 1 };
	const clip = clipsOfKept([kept], clipsOf(address, world)).get(kept);
	return droppedBy(kept, post, { reviews: campaign.reviews, video: address.video, clip });
}

/** Made where it is needed only: there may be thousands of posts. */
function keptLater({ snapshot, observed }: World): () => KeptPosts {
	let kept: KeptPosts | undefined;
	return () => {
		kept ??= keptPostsIn(snapshot, observed);
		return kept;
	};
}

function isSameContent({ text, address }: Found, source: string, keptPosts: () => KeptPosts): boolean {
	const first = addressOfOccurrence(text, 1);
	return keptPosts()(address, source).some((each) => each.address === first);
}

function sourceOf({ campaign, video }: PostAddress, { observed }: World): string | undefined {
	const source = observed.sources[videoAddress(campaign, video)];
	return source && sourceKey(source);
}

function clipsOf({ campaign, video }: PostAddress, { snapshot }: World): readonly Clip[] {
	const state = snapshot.resources[videoAddress(campaign, video)];
	return state?.kind === "video" ? (state.result?.clips ?? []) : [];
}
