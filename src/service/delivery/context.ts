import type { Clock } from "../../system/clock.ts";
import type { Renders } from "../jobs/renders.ts";
import type { Media } from "../media/media.ts";
import type { AccountBook } from "../store/accounts.ts";
import type { DeliveryCount } from "../store/delivery-count.ts";
import type { Records } from "../store/records.ts";
import type { SentPosts } from "../store/sent-posts.ts";
import type { LateRule, PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Destination, Progress } from "./destination.ts";

/** What deliveries work with. */
export interface DeliveryContext {
	readonly media: Media;
	readonly clock: Clock;
	readonly renders: Renders;
	readonly publishes: Records<PublishRecord>;
	readonly accounts: AccountBook;
	/** Where the posts of an account go. */
	readonly destinationOf: (accountId: string) => Promise<Destination>;
	/** What becomes of late posts of an account that say nothing themselves. Undefined: they are delivered. */
	readonly lateRuleOf: (target: Pick<PublishTarget, "platform" | "username">) => LateRule | undefined;
	/** A link to a path of this service. Throws a `Fault` as long as it does not listen. */
	readonly linkTo: (path: string, livesMs: number) => string;
	readonly count: DeliveryCount;
	/** What services of this user sent to accounts that are not folders. */
	readonly sent: SentPosts;
	/** Makes again what was made of delivered posts and is lost, while the worker runs. */
	readonly rebuild: (signal: AbortSignal) => Promise<void>;
	/** Throws a `Fault` while nothing may be delivered. */
	readonly mustNotBeSuspended: () => void;
	readonly log: (text: string) => void;
}

/** One post to one account that is not over. */
export interface QueuedPost {
	readonly taskId: string;
	readonly accountId: string;
	/** When it is to be public, in epoch milliseconds. */
	due: number;
	/** When to look at it again. */
	at: number;
	running: boolean;
	/** It was changed while it was looked at. */
	again: boolean;
	/** What this process has prepared, and when. */
	prepared: Prepared | undefined;
	/** What became of it, where the record of that could not be written yet. */
	ending: ((task: PublishRecord) => PublishRecord) | undefined;
	/** Its platform is to be given it before its time, as soon as it can be. Undefined: not looked at yet. */
	isGiving: boolean | undefined;
	/** How often it was prepared anew because what was prepared could not be posted. */
	anew: number;
	/** How often in a row something on this machine was in the way. */
	faults: number;
	/** Why its account has to be connected again first: a sentence. Undefined: it has not. */
	needsAccount: string | undefined;
	/** Why it waits, as it was logged last. */
	note: string | undefined;
}

/** A post that was not looked at yet. */
export function newQueuedPost(about: Pick<QueuedPost, "taskId" | "accountId" | "due">): QueuedPost {
	const unknown = { prepared: undefined, ending: undefined, note: undefined, needsAccount: undefined };
	const isGiving = undefined;
	return { ...about, ...unknown, isGiving, at: 0, running: false, again: false, faults: 0, anew: 0 };
}

interface Prepared {
	readonly attempt: number;
	readonly at: number;
	readonly progress: Progress;
}
