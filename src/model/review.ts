import { createHash } from "node:crypto";
import type { AddressText } from "./address.ts";
import type { Clip, Moment } from "./clip.ts";
import type { Place } from "./place.ts";

/** What a person said about one clip in the reviewed-clips file. */
export interface ClipReview {
	readonly moment: Moment;
	/** Where its entry stands. */
	readonly place: Place;
	/** What the clip was when it was looked at, see `bindOf`. */
	readonly bind: string;
	/** Absent: not decided. */
	readonly approve?: boolean;
	/** Words to say in place of the generated ones. */
	readonly words: ClipWords;
	/** Whether an approval stands there that no longer counts, because the clip changed. */
	readonly voided: boolean;
}

/** The generated texts of a clip, as far as a person replaced them. */
export type ClipWords = Partial<Pick<Clip, "title" | "description" | "tags">>;

/** Clips of one video that posts wait for a person to approve. */
export interface PendingReview {
	readonly video: AddressText;
	/** The file to edit, as shown. */
	readonly file: string;
	/** How many. */
	readonly clips: number;
}

/** The name of a clip in the reviewed-clips file: `83400-118000`, in milliseconds of the source. */
export function momentKey({ from, to }: Moment): string {
	return `${from}-${to}`;
}

/**
 * What an approval is bound to: the source, the times and the generated text, as one short digest. `source`:
 * see `sourceKey`.
 */
export function bindOf(
	source: string,
	{ moment, title, description, tags }: Pick<Clip, "moment" | "title" | "description" | "tags">,
): string {
	const parts = JSON.stringify([source, moment.from, moment.to, title, description, tags]);
	return createHash("sha256").update(parts).digest("hex").slice(0, 20);
}

/** What a file says about a clip, as one short digest: what a decision was made in view of. */
export function reviewDigest(approve: boolean | undefined, { title, description, tags }: ClipWords): string {
	const parts = JSON.stringify([approve, title, description, tags].map((each) => each ?? null));
	return createHash("sha256").update(parts).digest("hex").slice(0, 20);
}

/**
 * The reviewed-clips file that belongs to a campaign file: `talk.campaign.yaml` has `talk.clips.yaml` beside
 * it.
 */
export function clipsFileOf(campaignFile: string): string {
	const [, base = campaignFile, ending = ".yaml"] =
		/^(.*?)(?:\.campaign)?(?:(\.ya?ml)|\.json)?$/.exec(campaignFile) ?? [];
	return `${base}.clips${ending}`;
}
