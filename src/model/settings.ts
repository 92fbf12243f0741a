import type { AccountRef, Platform } from "./account.ts";
import type { BucketSettings } from "./bucket.ts";
import type { Policy } from "./campaign.ts";
import type { Endpoint } from "./endpoint.ts";
import type { LateRule } from "./late-rule.ts";
import type { ListenAddress } from "./listen-address.ts";
import type { NotifySettings } from "./notify.ts";
import type { Brand } from "./own-brand.ts";
import type { OwnRecogniser } from "./own-recogniser.ts";
import type { UiSettings } from "./page-user.ts";
import type { PlatformApps } from "./platform-app.ts";
import type { PlatformSettings } from "./platform-settings.ts";
import type { Levels } from "./rules/level.ts";
import type { Secret } from "./secret.ts";
import type { EventEndpoint } from "./service-events.ts";

/**
 * Configuration of the tool itself, resolved: flags over environment over file over defaults. Paths are
 * absolute.
 */
export interface Settings {
	/** Folder the settings file (or else the workspace) is in; holds `.showrun/`. */
	readonly root: string;
	/** A settings file says something. Absent: there is none, or it is empty. */
	readonly hasFile?: true;
	readonly service: ServiceSettings;
	/** Path of the state file; default `<root>/.showrun/state.json`. */
	readonly state: string;
	/**
	 * Where git keeps the state. The file is then what was remembered before. Absent: the file is the state.
	 */
	readonly stateGit?: GitState;
	/** The database that keeps the state; the file is then what was remembered before. Absent: none. */
	readonly statePostgres?: PostgresState;
	/** The state file stays from run to run also under CI. */
	readonly statePersistent: boolean;
	readonly embedded: EmbeddedSettings;
	readonly daemon: DaemonSettings;
	/** Who is told of what needs a person. Absent: nobody. */
	readonly notify?: NotifySettings;
	/** The page. Absent: only links from the terminal let in. */
	readonly ui?: UiSettings;
	/** Shared files that every campaign uses. Absent: none. */
	readonly use?: readonly string[];
	readonly feeds: FeedSettings;
	/** What makes the clips of all campaigns one's own, unless they say otherwise. Absent: nothing. */
	readonly brand?: Brand;
	/** Limits of one run over all campaigns. Absent parts: no limit. */
	readonly policy?: RunPolicy;
	/** How serious the findings of rules are, by id. */
	readonly rules: Levels;
}

/** State on a ref of a git remote. */
export interface GitState {
	/** Name of the remote. */
	readonly remote: string;
	/** Full name of the ref, or its name below `refs/showrun/`. Absent: one a folder of the repository. */
	readonly ref?: string;
	/** Commit that the state has to be, or to contain. Absent: what the clone has seen is enough. */
	readonly expected?: string;
}

/** State in a database of PostgreSQL. */
export interface PostgresState {
	/** Its address. Absent: the variable is not set. */
	readonly url?: Secret;
	/** The environment variable that holds the address. */
	readonly variable: string;
	/** What the state is called there. */
	readonly workspace: string;
}

/** How feeds of campaigns are read. */
export interface FeedSettings {
	/** Whether those of this machine and of private networks may be. */
	readonly privateAddresses: boolean;
}

/** How `showrun watch` runs. */
export interface DaemonSettings {
	/** When a pass is made besides at changes; local time. */
	readonly cron: string;
	/** Port of the health endpoints on 127.0.0.1; 0: any free one. */
	readonly port: number;
	/** Where metrics are served. Absent: nowhere. */
	readonly metrics?: ListenAddress;
	/** Port of the page on 127.0.0.1; 0: any free one. Absent: it is not served. */
	readonly ui?: number;
}

export interface ServiceSettings {
	/** Absent: the embedded service. Without a trailing slash. */
	readonly url?: string;
	/** Absent for the embedded service, and where the key is missing. */
	readonly apiKey?: Secret;
	/** Why a service elsewhere cannot be asked. Absent: it can. Only for commands that need not ask. */
	readonly keyMissing?: { readonly message: string; readonly remedy: string };
	readonly versionHeader: string;
	/** Wire name of each platform. */
	readonly platforms: Readonly<Record<Platform, string>>;
	readonly limits: { readonly requestsPerMinute: number; readonly runningTasks: number };
	/** Extensions of the service; all true for the embedded one. Absent: as the service declares. */
	readonly idempotency?: boolean;
	/** How long the service recognises a key, in milliseconds. */
	readonly keyLifetimeMs?: number;
	readonly publishStatus?: boolean;
	readonly transcripts?: boolean;
}

export interface EmbeddedSettings {
	/** Data folder; default `<root>/.showrun/service`. */
	readonly data: string;
	/** The database with all that the service keeps but media. Absent: it is in the data folder. */
	readonly database?: ServiceDatabase;
	/** The bucket that media are kept in. Absent: they are in the data folder. */
	readonly bucket?: BucketSettings;
	/** Where posts are delivered; default `<root>/outbox`. */
	readonly outbox: string;
	readonly plan: "starter" | "enterprise";
	/** How long results can be read, in milliseconds; default 30 days. */
	readonly resultLifetimeMs: number;
	/** How large rendered clips and source videos may get together; default 20 GB. */
	readonly cacheBytes: number;
	/** Less free space than this, and nothing new is taken; default 500 MB. */
	readonly minFreeBytes: number;
	/** How long finished records, unused uploads and unneeded files of the cache are kept, in milliseconds. */
	readonly keep: { readonly recordsMs: number; readonly uploadsMs: number; readonly cacheMs: number };
	/** Outbox accounts that are connected from the start. */
	readonly accounts: readonly OutboxAccount[];
	/**
	 * URL the outbox is served under, for the feeds; without a trailing slash. Absent: feeds hold `file:` URLs.
	 */
	readonly feedUrl?: string;
	/** URL that clients and receivers of posts reach the service under; without a trailing slash. */
	readonly publicUrl?: string;
	/** Addresses and networks of proxies that are believed where a request came from. */
	readonly trustedProxies: readonly string[];
	/** Path of the ffmpeg to use; absent: found as `engine` finds it. */
	readonly ffmpeg?: string;
	/** Folder the models are in; absent: `showrun/models` in the user's folder for caches. */
	readonly models?: string;
	/** A model of speech of the user's own. Absent: none. */
	readonly recogniser?: OwnRecogniser;
	/** A language model. Absent: none, or its key is missing. */
	readonly chat?: Endpoint;
	/** What writes down what is said. Absent: none, or its key is missing. */
	readonly transcription?: Endpoint;
	/** Developer apps at the platforms that are posted to directly. */
	readonly apps: PlatformApps;
	readonly urls: UrlSettings;
	readonly platforms: PlatformSettings;
	/** Names of the header that carries the version of the interface, in lower case. */
	readonly versionHeaders: readonly string[];
	/** What clients other than showrun itself are held to, each tenant. */
	readonly limits: ServeLimits;
	/** What differs for tenants, by their names. */
	readonly tenantLimits: Readonly<Record<string, ServeLimits>>;
	/** Who is told what becomes of tasks and posts, by the name of the tenant whose they are. */
	readonly webhooks: Readonly<Record<string, readonly EventEndpoint[]>>;
}

/** A database of PostgreSQL. */
export interface ServiceDatabase {
	/** Its address. Absent: the variable is not set. */
	readonly url?: Secret;
	/** The environment variable that holds the address. */
	readonly variable: string;
}

/** Absent members are not limited. */
export interface ServeLimits {
	readonly requestsPerMinute?: number;
	readonly runningTasks?: number;
	readonly storageBytes?: number;
}

/** How videos are fetched from addresses. */
export interface UrlSettings {
	readonly privateAddresses: boolean;
	readonly maxBytes: number;
	/** Milliseconds. */
	readonly limitMs: number;
	/** Pages of video sites are fetched with yt-dlp. */
	readonly ytDlp: boolean;
}

/** An account of the embedded service: a folder of the outbox. */
export interface OutboxAccount extends AccountRef {
	/**
	 * What its authorization is said to be, to rehearse what follows; wins until the account is connected
	 * again.
	 */
	readonly token?: "valid" | "expiring" | "expired";
	/** What becomes of its late posts that say nothing themselves. Absent: they are delivered. */
	readonly late?: LateRule;
	/** Its posts leave through a webhook. */
	readonly via?: "webhook";
	/** Absent of one with `via`: a part of it is missing, which is reported. */
	readonly webhook?: WebhookAccount;
}

/** A receiver that posts for an account. */
export interface WebhookAccount {
	readonly url: Secret;
	readonly secret: Secret;
	readonly privateHosts: boolean;
	/** `repeat`: the receiver drops messages that it knows. */
	readonly delivery: "once" | "repeat";
	readonly settleUrl?: Secret;
	readonly attach: "link" | "multipart";
}

/** Limits of one run over all campaigns. */
export interface RunPolicy extends Policy {
	/** How many posts that wait at the service may be cancelled. Absent: as many as a person approves. */
	readonly maxCancelsPerRun?: number;
}
