import { type AddressText, parseAddress, videoAddress, withoutMoment } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Change, PlanNote, SubmitChange } from "../model/plan.ts";
import type { VideoState } from "../model/snapshot.ts";
import type { World } from "./world.ts";

/** Why a person must approve the clips of a post. Undefined: nobody must. */
export function needsReview(
	{ review }: Pick<Post, "review">,
	state: Pick<VideoState, "result"> | undefined,
): "asked" | "recognised" | undefined {
	if (review !== undefined) return review === "required" ? "asked" : undefined;
	return state?.result?.transcript === "recognised" ? "recognised" : undefined;
}

/**
 * Which posts wait, or will wait, for a person because their words are recognised and nobody corrected them:
 * once for each entry of `posts`, with where it opts out.
 */
export function recognisedWords(
	changes: readonly Change[],
	{ campaigns, observed: { engine } }: World,
): readonly PlanNote[] {
	const waiting = changes.filter(waitsForWords);
	const submits = changes.filter(
		(change): change is SubmitChange =>
			(change.action === "submit" || change.action === "resubmit") &&
			engine?.transcribes === true &&
			!(change.source.kind === "file" && change.source.transcript !== undefined),
	);
	if (waiting.length === 0 && submits.length === 0) return [];
	const [waitingOf, allOf] = [byEntry(waiting), byEntry(changes)];
	const submitted = new Set(submits.map(({ address }) => address));
	return campaigns.flatMap((campaign) =>
		campaign.posts.flatMap((post): readonly PlanNote[] => {
			if (post.review !== undefined) return [];
			const posts = waitingOf(campaign, post);
			const isAhead = submitted.has(videoAddress(campaign.name, post.from));
			const [about] = posts.length > 0 ? posts : allOf(campaign, post);
			if (about === undefined || (posts.length === 0 && !isAhead)) return [];
			return [noteOf(about.address, { campaign, post }, posts.length)];
		}),
	);
}

/** The changes of each entry of `posts`: there may be thousands of both. */
function byEntry(changes: readonly Change[]): (campaign: Campaign, post: Post) => readonly Change[] {
	const found = new Map<string, Change[]>();
	for (const change of changes) {
		const address = parseAddress(change.address);
		if (address?.kind !== "post") continue;
		const entry = `${address.campaign} ${address.item}`;
		const before = found.get(entry);
		if (before === undefined) found.set(entry, [change]);
		else before.push(change);
	}
	return ({ name }, post) => found.get(`${name} ${post.name}`) ?? [];
}

function waitsForWords({ reason, reasonData }: Change): boolean {
	return reason === "review-pending" && "recognised" in reasonData;
}

function noteOf(
	address: AddressText,
	{ campaign, post }: { readonly campaign: Campaign; readonly post: Post },
	waiting: number,
): PlanNote {
	const { place, from, name: entry } = post;
	const { file, line } = place;
	const isLocal = campaign.videos.some(({ name, source }) => name === from && source.kind === "file");
	const local = isLocal ? videoAddress(campaign.name, from) : undefined;
	const finding = { code: "recognised-words", entry, waiting, file, line, ...defined({ local }) } as const;
	return { rule: "recognised-words", finding, address: withoutMoment(address), place };
}
