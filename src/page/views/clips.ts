import type { AddressText } from "../../model/address.ts";
import { videoAddress } from "../../model/address.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { Clip } from "../../model/clip.ts";
import { clockTime } from "../../model/clock-time.ts";
import { bindOf, type ClipReview, momentKey, reviewDigest } from "../../model/review.ts";
import { sourceKey } from "../../model/source-key.ts";
import { counted } from "../../views/ink.ts";
import type { ClipExplanation, Overview, SpokenWord } from "../port.ts";
import { may } from "../session/roles.ts";
import { exact, type Html, html, type Part } from "./html.ts";
import { type Frame, writing } from "./layout.ts";
import { pager, sliceOf, withQuery } from "./page-size.ts";
import { choice } from "./posts.ts";

/** A clip that was found, and what the reviewed-clips file says about it. */
export interface ReviewedClip {
	readonly video: AddressText;
	/** Name of the video in its campaign. */
	readonly name: string;
	readonly campaign: Campaign;
	readonly clip: Clip;
	/** What is decided about, see `bindOf`. */
	readonly bind: string;
	/** Only where it is about this clip as it is now. */
	readonly review?: ClipReview;
	/** A decision was made about another text. */
	readonly isVoid: boolean;
}

/** How a clip stands. */
export type ClipStatus = "open" | "approved" | "refused";

/** Which clips are shown; what is empty chooses nothing. */
export interface ClipFilter {
	readonly video: string;
	readonly show: string;
	readonly page: number;
}

const PAGE_SIZE = 12;

/** Every clip of the campaigns' videos, the best of each video first. */
export function clipsIn({
	campaigns,
	snapshot,
}: Pick<Overview, "campaigns" | "snapshot">): readonly ReviewedClip[] {
	return campaigns.flatMap((campaign) =>
		campaign.videos.flatMap(({ name }) => {
			const video = videoAddress(campaign.name, name);
			const state = snapshot.resources[video];
			if (state?.kind !== "video" || state.result === undefined) return [];
			const source = sourceKey(state.request.source);
			const reviews = new Map((campaign.reviews?.[name] ?? []).map((each) => [momentKey(each.moment), each]));
			return [...state.result.clips]
				.sort((a, b) => a.idx - b.idx)
				.map((clip) =>
					reviewedClip({ video, name, campaign, clip }, source, reviews.get(momentKey(clip.moment))),
				);
		}),
	);
}

function reviewedClip(
	of: Pick<ReviewedClip, "video" | "name" | "campaign" | "clip">,
	source: string,
	review: ClipReview | undefined,
): ReviewedClip {
	const isCurrent = review !== undefined && review.bind === bindOf(source, of.clip);
	return {
		...of,
		// A page shows few of thousands of clips.
		get bind() {
			return bindOf(source, of.clip);
		},
		isVoid: review?.voided === true || (review !== undefined && !isCurrent),
		...(isCurrent && { review }),
	};
}

export function statusOf({ review }: Pick<ReviewedClip, "review">): ClipStatus {
	if (review?.approve === undefined) return "open";
	return review.approve ? "approved" : "refused";
}

/** The clips of one page, for who has to fetch what belongs to them. */
export function chosenClips(overview: Overview, { video, show, page }: ClipFilter) {
	const all = clipsIn(overview);
	const found = all.filter(
		(each) => (video === "" || each.video === video) && (show === "" || statusOf(each) === show),
	);
	return { all, slice: sliceOf(found, page, PAGE_SIZE) };
}

/** What a card shows besides the clip. */
export interface ClipExtras {
	readonly words: readonly SpokenWord[];
	readonly explanation?: ClipExplanation;
}

/** Cards of clips, each with what is needed to decide. */
export function clipsPage(
	{
		all,
		slice,
		filter,
		extras,
	}: ReturnType<typeof chosenClips> & {
		readonly filter: ClipFilter;
		readonly extras: (clip: ReviewedClip) => ClipExtras;
	},
	frame: Frame,
): Html {
	const { page: _, ...query } = filter;
	const open = all.filter((each) => statusOf(each) === "open").length;
	const videos = [...new Set(all.map(({ video }) => video))].map((each) => [each, each] as const);
	return html`<form class="filters" method="get" action="clips" role="search">
${choice({ label: "Video", name: "video", options: videos }, filter.video)}
${choice({ label: "Decision", name: "show", options: DECISIONS }, filter.show)}
<button>Show</button></form>
<p class="dim">${counted(all.length, "clip")}, ${open} not decided. Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>space</kbd> play, <kbd>a</kbd> approve, <kbd>x</kbd> refuse, <kbd>e</kbd> edit, <kbd>i</kbd> <kbd>o</kbd> begin and end the cut at the word that is heard.</p>
<div data-live="clips">${
		slice.total === 0
			? html`<p class="calm">${all.length === 0 ? "No clips were found yet: apply a plan with a video first." : html`Nothing matches. <a href="clips">Show all clips</a>`}</p>`
			: html`<div class="clips">${slice.shown.map((clip) => clipCard(clip, extras(clip), { frame, filter }))}</div>`
	}
${pager(slice, (page) => withQuery("clips", { ...query, page }))}</div>`;
}

const DECISIONS = [
	["open", "not decided"],
	["approved", "approved"],
	["refused", "refused"],
] as const;
const STATES: Readonly<Record<ClipStatus, readonly [string, string]>> = {
	open: ["waiting", "> not decided"],
	approved: ["done", "✓ approved"],
	refused: ["failed", "✗ refused"],
};

interface Around {
	readonly frame: Frame;
	readonly filter: ClipFilter;
}

function clipCard(shown: ReviewedClip, { words, explanation }: ClipExtras, around: Around): Html {
	const { clip, review, video, isVoid } = shown;
	const { media, poster } = around.frame.linksOf({ video, moment: clip.moment });
	const [kind, state] = STATES[statusOf(shown)];
	const title = review?.words.title ?? clip.title;
	const id = `clip-${shown.bind}`;
	return html`<article class="clip is-${kind}" id="${id}" tabindex="-1" aria-labelledby="${id}-title" data-clip data-from="${clip.moment.from}">
<video controls preload="none" playsinline src="${media}" poster="${poster}" aria-label="${title}"></video>
<div class="clip-body">
<div class="card-head"><span class="state is-${kind}">${state}</span><span class="score" title="Score, 0 to 100">${Math.round(clip.score)}</span><span class="dim">${clockTime(clip.moment.from)}–${clockTime(clip.moment.to)}, ${((clip.moment.to - clip.moment.from) / 1000).toFixed(1)} s</span></div>
<h3 id="${id}-title"><bdi>${title}</bdi></h3>
<p><bdi>${review?.words.description ?? clip.description}</bdi></p>
<p class="tags">${(review?.words.tags ?? clip.tags).map((tag) => html`<span>#${tag}</span> `)}</p>
${isVoid && html`<p class="notice warn">An earlier decision was about another text or cut, and no longer counts.</p>`}
${decideForms(shown, around)}
${words.length > 0 && html`<details class="said" open><summary>What is said</summary><p>${words.map(({ text, begin, end }): Part => html`<span data-begin="${begin}" data-end="${end}">${text}</span> `)}</p></details>`}
${explanation && why(explanation)}
<p class="place"><a href="post?address=${encodeURIComponent(video)}"><code>${video}</code></a></p>
</div></article>`;
}

function why({ parts, reasons }: ClipExplanation): Html {
	return html`<details><summary>Why this clip</summary>
<ul class="parts">${parts.map(([name, points]) => html`<li><span>${name}</span><meter min="0" max="30" value="${Math.max(0, points)}">${points}</meter><span class="num">${points.toFixed(1)}</span></li>`)}</ul>
${reasons.map((reason) => html`<p>${reason}</p>`)}
<p class="dim">Scores rank the moments of one source; they are no forecast.</p></details>`;
}

function decideForms(shown: ReviewedClip, { frame, filter }: Around): Part {
	if (!may(frame.visitor.role, "review")) return undefined;
	const { clip, review } = shown;
	const words = review?.words ?? {};
	const status = statusOf(shown);
	const hidden = html`${writing(frame)}${Object.entries({
		video: shown.video,
		moment: momentKey(clip.moment),
		bind: shown.bind,
		seen: reviewDigest(review?.approve, words),
		back: withQuery("clips", { ...filter }),
	}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
	return html`<form method="post" action="decide" class="buttons">${hidden}
<button name="approve" value="true" class="strong" data-key="a">Approve</button>
<button name="approve" value="false" data-key="x">Refuse</button>
${status !== "open" && html`<button name="approve" value="open" class="quiet">Decide later</button>`}</form>
<details data-key="e"><summary>Edit words and times</summary>
<form method="post" action="decide" class="edit">${hidden}<input type="hidden" name="edit" value="yes">
<label>Title <input name="title" value="${exact(words.title ?? clip.title)}"></label>
<label>Description <textarea name="description" rows="3">${exact(words.description ?? clip.description)}</textarea></label>
<label>Tags, with blanks between <input name="tags" value="${exact((words.tags ?? clip.tags).join(" "))}"></label>
<label>Cut from–to, in seconds of the source; empty: as found <input name="trim" placeholder="${seconds(clip.moment.from)}-${seconds(clip.moment.to)}" pattern="[0-9:.]+-[0-9:.]+"></label>
<p class="dim">Select words in the transcript to cut to them. Texts are posted as written; templates are not filled in. Other times cost the units of the video again, and add a new clip to approve.</p>
<button class="strong">Save</button></form></details>`;
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(1);
}
