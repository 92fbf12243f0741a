import { join } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { ulid } from "ulid";
import { defined } from "../model/defined.ts";
import type { Secret } from "../model/secret.ts";
import { type Trust, trustOf } from "../system/networks.ts";
import { type Cache, trimCache } from "./cache/trim.ts";
import { type Credentials, openCredentials } from "./credentials/credentials.ts";
import { accountDestination } from "./delivery/account-destination.ts";
import type { DeliveryContext } from "./delivery/context.ts";
import type { Destination } from "./delivery/destination.ts";
import { openDestinations } from "./delivery/destinations/destinations.ts";
import { feedWriter, rebuildFeeds } from "./delivery/feed.ts";
import { linkMaker } from "./delivery/links.ts";
import { type DeliveryWorker, startDeliveries } from "./delivery/worker.ts";
import { logFailure } from "./failure-messages.ts";
import { type Counters, openCounters } from "./http/counters.ts";
import { rendersAtOnce, type SharedConcurrency, shareConcurrency } from "./jobs/concurrency.ts";
import { type Jobs, openJobs } from "./jobs/jobs.ts";
import { openRenders, type Renders } from "./jobs/renders.ts";
import { openSigner, type Signer } from "./links.ts";
import type { ServiceOptions } from "./options.ts";
import { platformDestinations } from "./platforms/platforms.ts";
import { Refusal } from "./refusal.ts";
import { type AccountBook, openAccounts } from "./store/accounts.ts";
import { type Books, guarded, openBooks } from "./store/books.ts";
import type { DeliveryCount } from "./store/delivery-count.ts";
import type { StoreLease } from "./store/lease.ts";
import { openStore } from "./store/open.ts";
import type { SentPosts } from "./store/sent-posts.ts";
import type { Store } from "./store/store.ts";
import { type KeyBook, openKeys } from "./tenants/keys.ts";
import { openPartials, type Partials } from "./uploads/partials.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** What every request handler works with. */
export interface Core extends Books {
	readonly options: ServiceOptions;
	/** Where everything is kept but media. */
	readonly store: Store;
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

/** What only the owner of the data folder has. */
export interface Workers {
	readonly jobs: Jobs;
	readonly deliveries: DeliveryWorker;
	/** Requests that create something are executed one at a time: no check can be outrun by another request. */
	readonly inTurn: LimitFunction;
	readonly webhooks: Webhooks;
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
	};
}

interface CoreParts {
	readonly shared: Shared;
	readonly options: ServiceOptions;
	readonly localKey: Secret;
	readonly linkKey: Buffer;
	/** Absent: nobody is told of anything. */
	readonly webhooks?: Webhooks;
}

/** What only the owner opens. */
interface OwnerParts {
	readonly count: DeliveryCount;
	readonly sent: SentPosts;
	readonly webhooks: Webhooks;
	/** Everything that the workers write is written under it. */
	readonly lease: StoreLease;
}

/** Opens the data folder for its owner; nothing runs before the workers are told to resume. */
export function openCore(parts: CoreParts & OwnerParts): Core & { readonly workers: Workers } {
	const core = openReader(parts);
	const { options, renders, accounts } = core;
	const { tasks, publishes } = guarded(core, parts.lease);
	const log = options.log ?? (() => undefined);
	const { cacheBytes: maxBytes = Number.POSITIVE_INFINITY, keep } = options;
	const { cacheMs: unusedMs = Number.POSITIVE_INFINITY } = keep ?? {};
	const trim = (given: Pick<Cache, "behindMs"> = {}) =>
		trimCache({ ...options, maxBytes, unusedMs, ...given }, core);
	const fetching = { folder: join(options.data, "fetches"), limits: options.fetching };
	const { suspects } = parts.shared;
	const jobs = openJobs({ engine: options.engine, renders, fetching, tasks, trim, suspects, log });
	const { outbox, data, clock } = options;
	const failed = (error: unknown) => logFailure(error, log);
	const deliveries = startDeliveries({
		data,
		clock,
		renders,
		publishes,
		accounts,
		destinationOf: core.destinationOf,
		mustNotBeSuspended: options.mustNotBeSuspended ?? (() => {}),
		linkTo: linkMaker(core),
		lateRuleOf: lateRules(options.accounts, accounts),
		count: parts.count,
		sent: parts.sent,
		rebuild: (signal) => rebuildFeeds(outbox, { writeFeed: core.writeFeed, failed, signal }),
		log,
	});
	return {
		...core,
		workers: {
			...{ jobs, deliveries, webhooks: parts.webhooks },
			...{ inTurn: pLimit(1), newId: () => ulid(options.clock.now()) },
		},
	};
}

/** What the settings say of late posts, by the name of their account. */
function lateRules(
	declared: ServiceOptions["accounts"],
	accounts: Pick<AccountBook, "idOf">,
): DeliveryContext["lateRuleOf"] {
	const rules = new Map(declared.map((account) => [accounts.idOf(account), account.late]));
	return (target) => rules.get(accounts.idOf(target));
}

/** Opens the data folder for reading only. */
export function openReader({ shared, options, localKey, linkKey, webhooks }: CoreParts): Core {
	const { data, outbox, feedUrl } = options;
	const store = openStore(options);
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
		...{ store, base: shared.base },
		unopened: shared.unopened,
		others: shared.others,
		isKeyGood: shared.keys.isGood,
		options,
		localKey,
		keys: [...options.apiKeys, localKey].filter((key) => key.reveal() !== ""),
		signer: openSigner(linkKey, options.clock),
		counters,
		trusts: trustOf(options.trustedProxies ?? []),
		renders: openRenders(data, measured(options, counters), shared.steps.of(data)),
		...openBooks(store, webhooks?.announce),
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
