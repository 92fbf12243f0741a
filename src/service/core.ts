import pLimit, { type LimitFunction } from "p-limit";
import { defined } from "../model/defined.ts";
import type { Secret } from "../model/secret.ts";
import { type Trust, trustOf } from "../system/networks.ts";
import { type Credentials, openCredentials } from "./credentials/credentials.ts";
import { accountDestination } from "./delivery/account-destination.ts";
import type { Destination } from "./delivery/destination.ts";
import { openDestinations } from "./delivery/destinations/destinations.ts";
import { feedWriter } from "./delivery/feed.ts";
import type { DeliveryWorker } from "./delivery/worker.ts";
import { type Counters, openCounters } from "./http/counters.ts";
import { rendersAtOnce, type SharedConcurrency, shareConcurrency } from "./jobs/concurrency.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { openRenders, type Renders } from "./jobs/renders.ts";
import { openSigner, type Signer } from "./links.ts";
import type { Media } from "./media/media.ts";
import { openMedia } from "./media/open.ts";
import type { ServiceOptions } from "./options.ts";
import { platformDestinations } from "./platforms/platforms.ts";
import { Refusal } from "./refusal.ts";
import type { TenantTasks } from "./sharing/taker.ts";
import { type AccountBook, openAccounts } from "./store/accounts.ts";
import { type Announcements, type Books, openBooks } from "./store/books.ts";
import { openStore } from "./store/open.ts";
import type { PublishRecord, TaskRecord } from "./store/shapes.ts";
import type { Store } from "./store/store.ts";
import { type KeyBook, openKeys } from "./tenants/keys.ts";
import { openPartials, type Partials } from "./uploads/partials.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** What every request handler works with. */
export interface Core extends Books {
	readonly options: ServiceOptions;
	/** Where everything is kept but media. */
	readonly store: Store;
	readonly media: Media;
	/** Every key that is let in, the local one among them. */
	readonly keys: readonly Secret[];
	/** The key in `owner.json`. */
	readonly localKey: Secret;
	readonly signer: Signer;
	readonly counters: Counters;
	/** Which peers are believed where a request came from. */
	readonly trusts: Trust;
	readonly renders: Renders;
	readonly partials: Partials;
	readonly accounts: AccountBook;
	/** Absent: accounts have none. */
	readonly credentials: Credentials | undefined;
	/** Writes the feed of an account's folder of the outbox anew. */
	readonly writeFeed: (folder: string) => Promise<void>;
	/** Where receivers of posts reach this service: known once it listens, unless it is set. */
	readonly base: { url: string | undefined };
	/** Whether a key that was made for a tenant is still good. */
	readonly isKeyGood: (id: string) => Promise<boolean>;
	/** Where the posts of an account go. */
	readonly destinationOf: (accountId: string) => Promise<Destination>;
	/** What the tenants that are served have, by their names; not the first. */
	readonly others: ReadonlyMap<string, Core>;
	/** Tenants whose folders could not be opened: they are not served. */
	readonly unopened: ReadonlySet<string>;
	/** Absent for a reader: nothing may be created, resumed or delivered. */
	readonly workers: Workers | undefined;
}

/** What requests that change something need. The work itself may be done by another process. */
export interface Workers {
	readonly jobs: Pick<Jobs, "cancel" | "stuck" | "stuckTasks" | "remake"> & {
		/** Has a task worked on. */
		offer(task: TaskRecord): Promise<void>;
		/** Share done of a task under way, 0 to 1. */
		progress(id: string): Promise<number | undefined>;
		/** How many tasks are queued or under way, wherever. */
		running(): Promise<number>;
		/** How many of them in this process. */
		open(): number;
	};
	readonly deliveries: Pick<DeliveryWorker, "change" | "open" | "given"> & {
		/** Delivers a task at its time. To be told of every change of one that waits. */
		take(task: PublishRecord): Promise<void>;
	};
	readonly webhooks: Pick<Webhooks, "counts">;
	/** Whether the work is done by this process. */
	readonly isHere: () => boolean;
	readonly newId: () => string;
}

/** What all tenants of one process have in common. */
export interface Shared {
	readonly base: Core["base"];
	/** Steps of the engine: the cores of the machine are shared by all. */
	readonly steps: SharedConcurrency;
	readonly keys: KeyBook;
	readonly unopened: Set<string>;
	readonly others: Map<string, Core>;
	readonly suspects: LimitFunction;
	/** Tasks that are shared with other processes, of all tenants. */
	readonly sharedTasks: TenantTasks[];
}

/** For the first tenant, and with it for all. */
export function openShared(options: ServiceOptions): Shared {
	return {
		base: { url: options.publicUrl },
		steps: shareConcurrency(options.rendersAtOnce ?? rendersAtOnce()),
		keys: openKeys(openStore(options)),
		unopened: new Set(),
		others: new Map(),
		suspects: pLimit(1),
		sharedTasks: [],
	};
}

/** What a process opens a tenant with. */
interface CoreParts {
	readonly shared: Shared;
	readonly options: ServiceOptions;
	readonly localKey: Secret;
	readonly linkKey: Buffer;
	/** Absent: nobody is told of anything. */
	readonly announce?: Announcements;
}

/** Opens the data folder for reading only. */
export function openReader({ shared, options, localKey, linkKey, announce }: CoreParts): Core {
	const { data, outbox, feedUrl } = options;
	const [store, media] = [openStore(options), openMedia(options)];
	const counters = openCounters();
	const writeFeed = feedWriter(defined({ outbox, feedUrl }));
	const accounts = openAccounts(store, options.accounts, options.clock.now);
	const credentials = options.credentials && openCredentials(store, options.credentials);
	const isReachable = options.publicUrl !== undefined;
	const programs = programsOf(accounts, options);
	const platforms = credentials ? platformDestinations({ accounts, credentials, options }) : {};
	const parts = { data, outbox, writeFeed, env: options.env ?? {}, isReachable, platforms };
	const destinations = openDestinations(parts);
	return {
		...{ store, media, base: shared.base },
		unopened: shared.unopened,
		others: shared.others,
		isKeyGood: shared.keys.isGood,
		options,
		localKey,
		keys: [...options.apiKeys, localKey].filter((key) => key.reveal() !== ""),
		signer: openSigner(linkKey, options.clock),
		counters,
		trusts: trustOf(options.trustedProxies ?? []),
		renders: openRenders(media, measured(options, counters), shared.steps.of(data)),
		...openBooks(store, announce),
		partials: openPartials(data),
		accounts,
		credentials,
		writeFeed,
		destinationOf: accountDestination({ accounts, credentials, destinations, programs }),
		workers: undefined,
	};
}

/** The engine, whose renders are counted. */
function measured(
	{ engine, clock }: Pick<ServiceOptions, "engine" | "clock">,
	counters: Counters,
): ServiceOptions["engine"] {
	return {
		...engine,
		async render(...request) {
			const begun = clock.monotonic();
			const report = await engine.render(...request);
			counters.rendered(clock.monotonic() - begun);
			return report;
		},
	};
}

function programsOf(
	accounts: AccountBook,
	{ programs = [] }: ServiceOptions,
): ReadonlyMap<string, Destination> {
	return new Map(programs.map((account) => [accounts.idOf(account), account.destination]));
}

/** The workers of the owner. Throws `Refusal` 403 for a reader. */
export function workersOf(core: Core): Workers {
	if (core.workers) return core.workers;
	throw new Refusal(
		403,
		"This service was opened for reading only: " +
			"nothing can be submitted, uploaded, connected or published here.",
	);
}
