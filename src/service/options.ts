import type { Engine } from "../engine/port.ts";
import type { Secret } from "../model/secret.ts";
import type { Clock } from "../system/clock.ts";
import type { WirePlatform } from "../wire/names.ts";
import type { FetchLimits } from "./fetch/fetch.ts";
import type { Rehearsal } from "./rehearsal/faults.ts";

/** An account posts can be delivered to: a folder of the outbox. */
export interface OutboxAccount {
	readonly platform: WirePlatform;
	readonly username: string;
	/** What its authorization is said to be, to rehearse what follows. Absent: valid, unless something else is known of it. */
	readonly token?: TokenState;
}

/** `expiring`: still valid, to be renewed soon. `expired`: publishing is refused until the account is connected again. */
export type TokenState = "valid" | "expiring" | "expired";

/** Everything the embedded service is told from outside. Paths are absolute. */
export interface ServiceOptions {
	/** Data folder: one process owns it at a time. */
	readonly data: string;
	/** Where posts are delivered. */
	readonly outbox: string;
	/** URL the outbox is served under by something else, without a trailing slash. Absent: feeds hold `file:` URLs. */
	readonly feedUrl?: string;
	readonly plan: "starter" | "enterprise";
	/** How long results can be read, in milliseconds. */
	readonly resultLifetimeMs: number;
	/** Outbox accounts that are connected from the start. */
	readonly accounts: readonly OutboxAccount[];
	/** How large rendered clips and source videos may get together before what was not used for longest goes. Absent: no limit. */
	readonly cacheBytes?: number;
	readonly engine: Engine;
	/** How many clips are rendered at once. Absent: as many as this machine does best. */
	readonly rendersAtOnce?: number;
	/** How videos are fetched from addresses. */
	readonly fetching: FetchLimits;
	readonly clock: Clock;
	/** Port 0: any free one. */
	readonly listen: { readonly host: string; readonly port: number };
	/** Empty: one random key is made. */
	readonly apiKeys: readonly Secret[];
	readonly versionHeader: string;
	/** Absent members are not limited. A deployment of the interface allows 5 running tasks and 15 requests a minute. */
	readonly limits?: { readonly runningTasks?: number; readonly requestsPerMinute?: number };
	/** What to do wrong on purpose. Absent: nothing. */
	readonly rehearsal?: Rehearsal;
	/** Told of bugs, one text each; the answer says "internal error" only. */
	readonly log?: (text: string) => void;
}

/** A service one can talk to. */
export interface RunningService {
	/** Without a trailing slash. */
	readonly url: string;
	readonly apiKey: Secret;
	/** Ends the service where this process owns it (bounded, about ten seconds); else only lets go. */
	close(): Promise<void>;
}
