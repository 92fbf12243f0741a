import type { Campaign } from "../../model/campaign.ts";
import { type Clip, overlap } from "../../model/clip.ts";
import { defined } from "../../model/defined.ts";
import type { Place } from "../../model/place.ts";
import type { Because } from "../../model/reason.ts";
import { bindOf, type ClipReview, type ClipWords, clipsFileOf, momentKey } from "../../model/review.ts";

/** From this share of the shorter of the two on, a clip of a later cut is the one that was decided about. */
const SAME_MOMENT = 0.6;

/** The clips of one video after what people said about them. */
export interface ReviewedClips {
	/** Those that nobody refused, as they were found. */
	readonly allowed: readonly Clip[];
	/** One of them, with what is said about it. */
	readonly of: (clip: Clip) => ReviewedClip;
}

export interface ReviewedClip {
	/** With the words of people in place of the generated ones. */
	readonly clip: Clip;
	/** Why it counts as not approved. Absent: it is approved. */
	readonly unapproved?: Unapproved;
	/** Where the edits of an earlier version of the clip stand, which are not used. Absent: there are none. */
	readonly voidEdits?: Pick<Place, "file" | "line">;
	/** What people wrote in place of its words, void or not. Absent: nothing. */
	readonly edits?: ClipWords;
}

/** Why a clip counts as not approved. */
export type Unapproved = Because<"review-pending" | "review-void">;

/** Looks up what was decided about the clips of a video. `source`: see `sourceKey`. */
export function reviewedClips(
	campaign: Pick<Campaign, "file" | "reviews">,
	of: { video: string; source: string; clips: readonly Clip[] },
): ReviewedClips {
	const reviews = campaign.reviews?.[of.video] ?? [];
	if (reviews.length === 0)
		return {
			allowed: of.clips,
			of: (clip) => ({ clip, unapproved: unreviewed(clip, [], clipsFileOf(campaign.file)) }),
		};
	const byKey = new Map(reviews.map((review) => [momentKey(review.moment), review]));
	const found = new Set(of.clips.map(({ moment }) => momentKey(moment)));
	const gone = reviews.filter(({ moment }) => !found.has(momentKey(moment)));
	const file = clipsFileOf(campaign.file);
	return {
		allowed: of.clips.filter((clip) => !refused(clip, byKey.get(momentKey(clip.moment)), gone)),
		of: (clip) => {
			const review = byKey.get(momentKey(clip.moment));
			if (review === undefined) return undecided(clip, gone, file);
			return decided(clip, review, review.bind === bound(of.source, clip));
		},
	};
}

/**
 * A no holds whatever changes, also for what a later cut of the stretch finds; only a word about that very
 * clip lifts it.
 */
function refused(clip: Clip, review: ClipReview | undefined, gone: readonly ClipReview[]): boolean {
	return review?.approve === undefined
		? gone.some((each) => each.approve === false && isSame(each, clip))
		: !review.approve;
}

function isSame({ moment }: ClipReview, clip: Clip): boolean {
	return overlap(moment, clip.moment) >= SAME_MOMENT;
}

/** What people wrote about an earlier cut is not said of this one; that it goes is no edit of theirs. */
function undecided(clip: Clip, gone: readonly ClipReview[], file: string): ReviewedClip {
	const edited = gone.find((each) => hasWords(each) && isSame(each, clip));
	const unapproved = unreviewed(clip, gone, file);
	if (edited === undefined) return { clip, unapproved };
	return { clip, unapproved, voidEdits: lineOf(edited), edits: edited.words };
}

function hasWords({ words }: ClipReview): boolean {
	return Object.keys(words).length > 0;
}

function lineOf({ place: { file, line } }: ClipReview): Pick<Place, "file" | "line"> {
	return { file, line };
}

function unreviewed(clip: Clip, gone: readonly ClipReview[], file: string): Unapproved {
	const earlier = gone.find((each) => each.approve === true && isSame(each, clip));
	if (earlier === undefined) return { reason: "review-pending", reasonData: { file } };
	return { reason: "review-void", reasonData: { cause: "times", file, moment: earlier.moment } };
}

function decided(clip: Clip, review: ClipReview, fits: boolean): ReviewedClip {
	const place = lineOf(review);
	const isEdited = hasWords(review);
	return {
		clip: fits && isEdited ? { ...clip, ...review.words } : clip,
		...defined({
			unapproved: unapprovedAt(place, review, fits),
			voidEdits: !fits && isEdited ? place : undefined,
			edits: isEdited ? review.words : undefined,
		}),
	};
}

function unapprovedAt(
	at: Pick<Place, "file" | "line">,
	{ approve, voided }: ClipReview,
	fits: boolean,
): Unapproved | undefined {
	if (approve && fits) return undefined;
	if (approve) return { reason: "review-void", reasonData: { cause: "changed", ...at } };
	return voided
		? { reason: "review-void", reasonData: { cause: "marked", ...at } }
		: { reason: "review-pending", reasonData: at };
}

const binds = new WeakMap<Clip, { readonly source: string; readonly bind: string }>();

/** Plans are made again and again of the same clips. */
function bound(source: string, clip: Clip): string {
	const known = binds.get(clip);
	if (known?.source === source) return known.bind;
	const bind = bindOf(source, clip);
	binds.set(clip, { source, bind });
	return bind;
}
