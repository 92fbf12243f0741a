import type { Campaign } from "../../model/campaign.ts";
import { type Clip, overlap } from "../../model/clip.ts";
import type { Reason } from "../../model/plan.ts";
import { bindOf, type ClipReview, clipsFileOf, momentKey } from "../../model/review.ts";

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
	/** Why words of people are not used. Absent: they are, or there are none. */
	readonly voidWords?: string;
}

/** Why a clip counts as not approved. */
export interface Unapproved {
	readonly reason: Extract<Reason, "review-pending" | "review-void">;
	/** What to do, and in which file. */
	readonly detail: string;
}

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
	const gone = reviews.filter(
		({ approve, moment }) => approve !== undefined && !found.has(momentKey(moment)),
	);
	const file = clipsFileOf(campaign.file);
	return {
		allowed: of.clips.filter((clip) => !refused(clip, byKey.get(momentKey(clip.moment)), gone)),
		of: (clip) => {
			const review = byKey.get(momentKey(clip.moment));
			if (review === undefined) return { clip, unapproved: unreviewed(clip, gone, file) };
			return standing(clip, review, review.bind === bound(of.source, clip));
		},
	};
}

/** A no holds whatever changes, also for what a later cut of the stretch finds; only a word about that very clip lifts it. */
function refused(clip: Clip, review: ClipReview | undefined, gone: readonly ClipReview[]): boolean {
	return review?.approve === undefined
		? gone.some((each) => each.approve === false && isSame(each, clip))
		: !review.approve;
}

function isSame({ moment }: ClipReview, clip: Clip): boolean {
	return overlap(moment, clip.moment) >= SAME_MOMENT;
}

function unreviewed(clip: Clip, gone: readonly ClipReview[], file: string): Unapproved {
	const earlier = gone.find((each) => each.approve === true && isSame(each, clip));
	if (earlier === undefined)
		return {
			reason: "review-pending",
			detail: `showrun clips writes it into ${file}; say approve: true there`,
		};
	return {
		reason: "review-void",
		detail: `its times were ${momentKey(earlier.moment)} ms; showrun clips writes the new ones into ${file}`,
	};
}

function standing(clip: Clip, review: ClipReview, fits: boolean): ReviewedClip {
	const where = `${review.place.file}:${review.place.line}`;
	const hasWords = Object.keys(review.words).length > 0;
	const unapproved = unapprovedAt(where, review, fits);
	return {
		clip: fits && hasWords ? { ...clip, ...review.words } : clip,
		...(unapproved && { unapproved }),
		...(!fits &&
			hasWords && {
				voidWords: `Its generated text or its source changed since words of yours were written for it (${where}).`,
			}),
	};
}

function unapprovedAt(where: string, { approve, voided }: ClipReview, fits: boolean): Unapproved | undefined {
	if (approve && fits) return undefined;
	if (approve) return { reason: "review-void", detail: `showrun clips shows what changed in ${where}` };
	return voided
		? { reason: "review-void", detail: `say approve: true again in ${where}` }
		: { reason: "review-pending", detail: `say approve: true in ${where}` };
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
