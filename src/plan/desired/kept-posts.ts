import { writtenClips } from "../../compose/written.ts";
import {
	type AddressText,
	addressOfOccurrence,
	postAddress,
	type TargetAddress,
} from "../../model/address.ts";
import type { Campaign, Post } from "../../model/campaign.ts";
import { type Clip, type Moment, overlap, SAME_MOMENT } from "../../model/clip.ts";
import { isForgotten, type PostedElsewhere } from "../../model/elsewhere.ts";
import { entriesOf } from "../../model/keys.ts";
import type { Observed } from "../../model/observed.ts";
import type { PostRequest } from "../../model/post.ts";
import { momentKey } from "../../model/review.ts";
import type { PostState, Snapshot } from "../../model/snapshot.ts";
import { comparedKey } from "../../model/source-key.ts";
import { isRuledOut } from "./choose.ts";

/**
 * A post that was handed over, or may have been. It keeps its place among the clips of its entry, whatever
 * clips are found, and however they rank, later on.
 */
export interface KeptPost {
	/** Of the first post of its moment. */
	readonly address: AddressText;
	/** In the source as it is now. */
	readonly moment: Moment;
	readonly request: PostRequest;
	/** How many posts of its moment there are. */
	readonly count: number;
	/** Absent: nobody knows yet whether it was handed over. */
	readonly state?: PostState;
}

/** Finds what was handed over of a source to a target. `source`: see `sourceKey`. */
export type KeptPosts = (target: TargetAddress, source: string) => readonly KeptPost[];

/** Indexes the posts of a state by their targets. */
export function keptPostsIn(
	{ resources, operations, ledger }: Snapshot,
	{ elsewhere = [] }: Pick<Observed, "elsewhere">,
): KeptPosts {
	const found = new Map<string, Map<AddressText, KeptPost>>();
	const add = (text: AddressText, kept: Pick<KeptPost, "request" | "state">) => {
		const target = targetIn(text);
		const address = text.includes("#") ? addressOfOccurrence(text, 1) : text;
		const posts = found.get(target) ?? new Map<AddressText, KeptPost>();
		found.set(target, posts);
		const before = posts.get(address);
		const first = before ?? { ...kept, address, moment: kept.request.moment };
		posts.set(address, { ...first, count: (before?.count ?? 0) + 1 });
	};
	for (const [address, state] of entriesOf(resources))
		if (state.kind === "post") add(address, { request: state.request, state });
	for (const { address, ...operation } of Object.values(operations))
		if (operation.kind === "publish") add(address, { request: operation.wanted });
	const own = new Set(elsewhere.length === 0 ? [] : ledger.map(({ operation }) => operation));
	const moved = elsewhere.filter((entry) => own.has(entry.operation) && isCertain(entry));
	return (target, source) => {
		const posts = [...(found.get(postAddress(target, "*"))?.values() ?? [])];
		return oneEach(posts.flatMap((post) => inSource(post, comparedKey(source), moved)));
	};
}

/** The same as `withoutMoment`, without taking the address apart: there may be thousands. */
function targetIn(text: AddressText): string {
	const moment = text.indexOf("@");
	return `${text.slice(0, moment)}@*${text.slice(text.indexOf('"]', moment))}`;
}

function isCertain(entry: PostedElsewhere): boolean {
	return entry.elsewhere.unclearSources === undefined && !isForgotten(entry);
}

/** A post of another source counts where that holds the same content, at the moment it has there. */
function inSource(post: KeptPost, source: string, moved: readonly PostedElsewhere[]): readonly KeptPost[] {
	if (comparedKey(post.request.source) === source) return [post];
	const there = moved.find((entry) => entry.address === post.address && comparedKey(entry.source) === source);
	return there === undefined ? [] : [{ ...post, moment: there.moment }];
}

/** A further post of a moment takes no place of its own, where a later cut gave it other times either. */
function oneEach(posts: readonly KeptPost[]): readonly KeptPost[] {
	const isFurther = ({ request: { repeat = 1 } }: KeptPost) => repeat > 1;
	return posts.filter(
		(post, index) =>
			!isFurther(post) ||
			!posts.slice(0, index).some(({ moment }) => overlap(moment, post.moment) >= SAME_MOMENT),
	);
}

/** The clips that kept posts are of now: the very ones, else those that later cuts made of their moments. */
export function clipsOfKept(kept: readonly KeptPost[], clips: readonly Clip[]): ReadonlyMap<KeptPost, Clip> {
	if (kept.length === 0) return new Map();
	const byMoment = momentsOf(clips);
	const exact = kept.flatMap((post): [KeptPost, Clip][] => {
		const clip = byMoment.get(momentKey(post.moment));
		return clip === undefined ? [] : [[post, clip]];
	});
	const found = new Map(exact);
	const taken = new Set(found.values());
	for (const post of kept) {
		const clip = found.has(post)
			? undefined
			: clips.find((each) => !taken.has(each) && overlap(each.moment, post.moment) >= SAME_MOMENT);
		if (clip === undefined) continue;
		found.set(post, clip);
		taken.add(clip);
	}
	return found;
}

const looked = new WeakMap<readonly Clip[], ReadonlyMap<string, Clip>>();

/** Made once, however many posts are looked up in it. */
function momentsOf(clips: readonly Clip[]): ReadonlyMap<string, Clip> {
	const before = looked.get(clips);
	if (before !== undefined) return before;
	const byMoment = new Map(clips.map((clip) => [momentKey(clip.moment), clip]));
	looked.set(clips, byMoment);
	return byMoment;
}

/** Why a person's edit no longer asks for a post that was handed over. Undefined: none did. */
export function droppedBy(
	{ moment, request }: KeptPost,
	{ clips: selection }: Post,
	known: { readonly reviews: Campaign["reviews"]; readonly video: string; readonly clip: Clip | undefined },
): "refused" | "clips" | undefined {
	const reviews = known.reviews?.[known.video] ?? [];
	const spans = [moment, known.clip?.moment ?? moment].map(momentKey);
	if (reviews.some((each) => each.approve === false && spans.includes(momentKey(each.moment))))
		return "refused";
	const { asked, idx } = request;
	if (asked === undefined || asked.clips === writtenClips(selection)) return undefined;
	return isRuledOut(selection, { moment, idx, clip: known.clip }) ? "clips" : undefined;
}
