import type { Engine } from "../engine/port.ts";
import type { PlatformApps } from "../model/platform-app.ts";
import type { PlatformSettings } from "../model/platform-settings.ts";
import type { Secret } from "../model/secret.ts";
import type { EventEndpoint } from "../model/service-events.ts";
import type { Clock } from "../system/clock.ts";
import type { DiskSpace } from "../system/free-space.ts";
import type { WirePlatform } from "../wire/names.ts";
import type { Lifetimes } from "./cleanup/lifetimes.ts";
import type { Uptime } from "./cleanup/trusted-time.ts";
import type { KeySource } from "./credentials/data-key.ts";
import type { Destination } from "./delivery/destination.ts";
import type { WebhookSettings } from "./delivery/destinations/webhook-settings.ts";
import type { FetchLimits } from "./fetch/limits.ts";
import type { Exchange } from "./http/context.ts";
import type { Media } from "./media/media.ts";
import type { LateRule } from "./store/shapes.ts";
import type { Store } from "./store/store.ts";

/** An account posts can be delivered to: a folder of the outbox, or a webhook that stands for it. */
export interface OutboxAccount {
	readonly platform: WirePlatform;
	readonly username: string;
	/**
	 * State its authorization starts in, for trying out the others. Absent: valid, unless it was connected
	 * otherwise.
	 */
	readonly token?: TokenState;
	/** Its posts leave through a webhook. */
	readonly via?: "webhook";
	/** What becomes of its late posts that say nothing themselves. Absent: they are delivered. */
	readonly late?: LateRule;
	/** Absent of one with `via`: it is not known here, so nothing is delivered. */
	readonly webhook?: Omit<WebhookSettings, "kind">;
}

/** An account whose posts the program that embeds the service delivers. */
export interface ProgramAccount {
	readonly platform: WirePlatform;
	readonly username: string;
	readonly destination: Destination;
}

/**
 * `expiring`: still valid, to be renewed soon. `expired`: publishing is refused until the account is
 * connected again.
 */
export type TokenState = "valid" | "expiring" | "expired";

/**
 * Handles a request of the interface, whose key is right, in place of `handle`, which does what the service
 * does with it.
 */
export type Middleware = (exchange: Exchange, handle: () => Promise<Response>) => Promise<Response>;

/** Everything the embedded service is told from outside. Paths are absolute. */
export interface ServiceOptions {
	/** Data folder: one process owns it at a time. */
	readonly data: string;
	/** Where records are kept. Absent: in the data folder. */
	readonly store?: Store;
	/** Where videos, pictures and what belongs to them are kept. Absent: in the data folder. */
	readonly media?: Media;
	/** Where this user's programs remember deliveries, outside of the data folder. Absent: nowhere. */
	readonly memory?: string;
	/**
	 * What becomes of posts that a restored or copied data folder may have delivered already. Absent: a person
	 * is asked, and the service does not start.
	 */
	readonly restored?: "deliver" | "skip";
	/** Where posts are delivered. */
	readonly outbox: string;
	/** Environment that programs of destinations may be given parts of. Absent: an empty one. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/**
	 * URL the outbox is served under by something else, without a trailing slash. Absent: feeds hold `file:`
	 * URLs.
	 */
	readonly feedUrl?: string;
	/**
	 * URL that clients and receivers of posts reach this service under, without a trailing slash: every link
	 * begins with it. Absent: the address a request came to, and receivers only on this machine.
	 */
	readonly publicUrl?: string;
	/**
	 * Addresses and networks of proxies that are believed where a request came from. Absent: nobody is.
	 */
	readonly trustedProxies?: readonly string[];
	/** The key that seals the credentials of accounts. Absent: accounts have none. */
	readonly credentials?: KeySource;
	/** Developer apps, in whose name accounts of platforms were connected. Absent: none. */
	readonly apps?: PlatformApps;
	/**
	 * Records for good that the account of an id made of its name is the one with this id of the platform.
	 * Absent: whoever keeps the ledger of posts does it.
	 */
	readonly noteAlias?: (made: string, id: string) => Promise<void>;
	/** How is posted to platforms. Absent: nothing is. */
	readonly platforms?: PlatformSettings;
	readonly plan: "starter" | "enterprise";
	/** How long results can be read, in milliseconds. */
	readonly resultLifetimeMs: number;
	/** Outbox accounts that are connected from the start. */
	readonly accounts: readonly OutboxAccount[];
	/** Accounts whose posts this program delivers; they stay connected. Absent: none. */
	readonly programs?: readonly ProgramAccount[];
	/**
	 * How large rendered clips and source videos may get together before what was not used for longest goes.
	 * Absent: no limit.
	 */
	readonly cacheBytes?: number;
	/** Less free space than this on its disk, and the service takes nothing new. Absent: no limit. */
	readonly minFreeBytes?: number;
	/** How full the disk of a folder is. Absent: as the system says. */
	readonly diskSpace?: (folder: string) => Promise<DiskSpace>;
	/** How long what is over is kept. Absent: for ever. */
	readonly keep?: Lifetimes;
	readonly engine: Engine;
	/** How many clips are rendered at once. Absent: as many as this machine does best. */
	readonly rendersAtOnce?: number;
	/** How many tasks of a shared store this process works on at once. Absent: as many as it renders clips. */
	readonly tasksAtOnce?: number;
	/** Version of the program, for the other processes of a shared store. Absent: it is not told. */
	readonly version?: string;
	/** What of a shared store this process works on. Absent: all of it. */
	readonly queues?: readonly Queue[];
	/** How videos are fetched from addresses. */
	readonly fetching: FetchLimits;
	readonly clock: Clock;
	/** How long the machine has run. Absent: as the system says. */
	readonly uptime?: () => Promise<Uptime>;
	/** Port 0: any free one. */
	readonly listen: { readonly host: string; readonly port: number };
	/** Empty: one random key is made. */
	readonly apiKeys: readonly Secret[];
	/** Names of the header that carries the version of the interface: any of them will do. */
	readonly versionHeaders: readonly string[];
	/**
	 * Absent members are not limited, and showrun itself, which shows the local key, never is. A deployment of
	 * the interface allows 5 running tasks and 15 requests a minute.
	 */
	readonly limits?: ClientLimits;
	/** What differs for tenants, by their names. Absent: nothing. */
	readonly tenantLimits?: Readonly<Record<string, ClientLimits>>;
	/** Whose part of the service this is. Absent: that of the first tenant. */
	readonly tenant?: string;
	/** Who is told what becomes of tasks and posts, by the tenant whose they are. Absent: nobody. */
	readonly webhooks?: Readonly<Record<string, readonly EventEndpoint[]>>;
	/** Told of every event that an endpoint did not take for so long that it is not sent any more. */
	readonly deadLetters?: (letter: DeadLetter) => void;
	/**
	 * How long a body may take, in milliseconds. An upload may take longer, as long as it goes on at a
	 * byte for each of them. Absent: 10 seconds.
	 */
	readonly bodyMs?: number;
	/**
	 * Most connections at a time. Those without a request make way for others, else more are closed at once.
	 * Absent: 2000.
	 */
	readonly connections?: number;
	/** Tests watch requests with it, or make them fail; the program itself never sets it. */
	readonly middleware?: Middleware;
	/** Throws a `Fault` while nothing may be delivered. Absent: it may. */
	readonly mustNotBeSuspended?: () => void;
	/** Told of bugs, one text each; the answer says "internal error" only. */
	readonly log?: (text: string) => void;
	/** Told of every request that was answered. */
	readonly requests?: (request: AnsweredRequest) => void;
}

/**
 * What a process of a shared store works on: tasks, or what one process at a time does for posts (deliveries,
 * events for endpoints, cleaning).
 */
export const QUEUES = ["tasks", "posts"] as const;
export type Queue = (typeof QUEUES)[number];

/** What clients of one tenant are held to. */
export interface ClientLimits {
	readonly requestsPerMinute?: number;
	/** Queued ones among them. */
	readonly runningTasks?: number;
	/** Of videos and rendered clips in the data folder. */
	readonly storageBytes?: number;
}

/** An event that is sent no more, for a log: nothing in it is secret. */
export interface DeadLetter {
	readonly tenant: string;
	/** Name of the endpoint. */
	readonly endpoint: string;
	/** Id of the event, as receivers know it. */
	readonly event: string;
	readonly type: string;
	readonly attempts: number;
	/** Why the last attempt failed. */
	readonly why: string;
}

/** A request that was answered, for a log: nothing in it is secret. */
export interface AnsweredRequest {
	/** As the client named it in `X-Request-Id`, else made here; the answer carries it. */
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** Until the answer began. */
	readonly ms: number;
	/** Address of the client, as far as trusted proxies tell. */
	readonly client?: string;
	/** Whose key was shown, where it is one that was made for a tenant: `TENANT/NAME`. */
	readonly key?: string;
	/** The key under which the client may repeat it: showrun's name of the operation. */
	readonly operation?: string;
}

/** A process that works and is not talked to. */
export interface RunningWorker {
	/** Aborted with a `Fault` once what is worked on was moved. */
	readonly lost?: AbortSignal;
	/** Takes nothing new, waits for tasks under way so many milliseconds, and gives back the rest. */
	close(drainMs: number): Promise<void>;
}

/** A service one can talk to. */
export interface RunningService {
	/** Without a trailing slash. */
	readonly url: string;
	readonly apiKey: Secret;
	/**
	 * Resolves once platforms have what they publish by themselves, as far as they can be given it now. Absent:
	 * another process sees to that.
	 */
	given?(signal: AbortSignal, waiting: () => void): Promise<void>;
	/** Aborted with a `Fault` once another process took over what is served. Absent: none can. */
	readonly lost?: AbortSignal;
	/** Ends the service where this process owns it (bounded, about ten seconds); else only lets go. */
	close(): Promise<void>;
}
