import type { AccountRef } from "./account.ts";
import type { Asked } from "./asked.ts";
import type { EpochMs } from "./brand.ts";
import type { Moment } from "./clip.ts";
import type { LateRule } from "./late-rule.ts";

/** What is said on the platform with one clip (interface 2.7). */
export interface PostBody {
	readonly title?: string;
	readonly description?: string;
	readonly tags?: readonly string[];
	readonly visibility?: "public" | "private" | "unlisted";
	readonly thumbnailUrl?: string;
	readonly category?: string;
	readonly allowComment?: boolean;
	readonly allowDuet?: boolean;
	readonly allowStitch?: boolean;
	readonly discloseContent?: boolean;
}

/** Where the reference of a post is written. */
export type ReferenceField = "tags" | "description";

/** A short text by which a person finds a post, and where it is written. */
export interface Reference {
	readonly text: string;
	readonly in: ReferenceField;
}

/** The effective request of one post: one clip to one account. */
export interface PostRequest {
	readonly taskId: string;
	readonly idx: number;
	readonly moment: Moment;
	/** Source fingerprint the moment belongs to, see `sourceKey`. */
	readonly source: string;
	readonly account: AccountRef;
	readonly body: PostBody;
	/** Sent with `body`, and no part of it. */
	readonly reference?: Reference;
	readonly resolution?: string;
	/** What `body` was made of. Ours alone; absent in posts that were made by hand or earlier. */
	readonly recipe?: string;
	/** What people asked for, see `Asked`. */
	readonly asked?: Asked;
	/** How many times the moment may be posted to the account. Ours alone; absent: once. */
	readonly repeat?: number;
	/** What becomes of it where it is late. Absent: it goes out. */
	readonly late?: LateRule;
	/** Absent: as soon as possible. */
	readonly scheduledAt?: EpochMs;
}
