import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StopFault } from "../model/fault.ts";
import { Secret } from "../model/secret.ts";
import { makePrivateFolder } from "../system/private.ts";
import { type Cleanup, startCleanup } from "./cleanup/cleanup.ts";
import { startClosing } from "./cleanup/modes.ts";
import { completeConnections } from "./connections.ts";
import { type Core, openCore, openReader, openShared, type Shared, type Workers } from "./core.ts";
import { removeUnusedImages } from "./delivery/images.ts";
import { settleRestored } from "./delivery/restored.ts";
import { failureMessage } from "./failure-messages.ts";
import { buildApp } from "./http/app.ts";
import { type OpenServer, openServer } from "./http/server.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { RunningService, ServiceOptions } from "./options.ts";
import { removeOwner, writeOwner } from "./owner.ts";
import { ownDataId } from "./store/data-id.ts";
import { openDeliveryCount } from "./store/delivery-count.ts";
import { dataFault, ServedFault } from "./store/fault.ts";
import { borrowLinkKey, ownLinkKey } from "./store/keys.ts";
import type { StoreLease } from "./store/lease.ts";
import { openStore } from "./store/open.ts";
import { openSentPosts } from "./store/sent-posts.ts";
import { FIRST_TENANT } from "./tenants/scopes.ts";
import { openTenancy, optionsOf, optionsOfTenant, unopenedTenant } from "./tenants/tenancy.ts";
import { recordFinder } from "./webhooks/left.ts";
import { openWebhooks, webhookParts } from "./webhooks/webhooks.ts";

/** Whoever only reads is asked by nobody but itself. */
const NO_KEYS = { find: async () => undefined };
/** How long the end of a killed process's right is waited for, and how often is looked. Milliseconds. */
const [LEASE_WAIT_MS, LEASE_LOOK_MS] = [12_000, 250];
/** How long `close` waits for requests and for deliveries in flight. */
const CLOSE_MS = 10_000;

/**
 * Serves reads from the data folder as it is: writes nothing, resumes nothing, takes no lock. The folder need
 * not exist.
 */
export async function startReader(options: ServiceOptions): Promise<RunningService> {
	const shared = openShared(options);
	const linkKey = await borrowLinkKey(openStore(options));
	const first = openReader({ shared, options, localKey: newKey(), linkKey });
	const tenancy = openTenancy({ first, keys: NO_KEYS, others: new Map(), open: async () => first });
	const server = await openServer(buildApp(tenancy), options);
	const close = () => server.close(CLOSE_MS).finally(() => first.store.close());
	return { url: server.url, apiKey: first.localKey, close: once(close) };
}

/**
 * The service of a data folder whose lock is held; takes up what a former process left. `release` lets go of
 * the lock once all has ended.
 */
export async function startOwned(
	options: ServiceOptions,
	release: () => Promise<void>,
): Promise<RunningService> {
	const ending: Ending = {
		data: options.data,
		begun: [],
		cleanups: [],
		leases: [],
		lost: new AbortController(),
	};
	try {
		await removeOwner(options.data);
		const shared = openShared(options);
		const first = await begin({ ending, shared }, optionsOfTenant(options, FIRST_TENANT));
		const open = onceEach(async (tenant) => {
			const core = await beginTenant({ ending, shared }, optionsOf(options, tenant), tenant);
			shared.others.set(tenant, core);
			return core;
		});
		for (const tenant of await shared.keys.tenants())
			if (tenant !== FIRST_TENANT) await open(tenant).catch(() => undefined);
		const tenancy = openTenancy({ first, keys: shared.keys, others: shared.others, open });
		ending.server = await openServer(buildApp(tenancy), options);
		shared.base.url ??= ending.server.url;
		ending.cleanups.push(startClosing(options));
		await writeOwner(options.data, { url: ending.server.url, key: first.localKey });
		const apiKey = options.apiKeys[0] ?? first.localKey;
		const { given } = first.workers.deliveries;
		const close = once(() => stop(ending).finally(release));
		return { url: ending.server.url, apiKey, given, lost: ending.lost.signal, close };
	} catch (error) {
		await stop(ending).finally(release);
		throw error;
	}
}

/** Opens the data folder of one tenant and takes up what a former process left there. */
async function begin({ ending, shared }: Beginning, options: ServiceOptions): Promise<Owned> {
	await removeLeftovers(options);
	const { data, memory } = options;
	const store = openStore(options);
	const lease = await leaseOf(ending, options);
	const outside = { id: await ownDataId(store), memory };
	const count = await openDeliveryCount(store, outside);
	const sent = await openSentPosts(store, outside);
	const linkKey = await ownLinkKey(store);
	const webhooks = await openWebhooks(webhookParts(options));
	const core = openCore({ shared, options, localKey: newKey(), linkKey, count, sent, webhooks, lease });
	ending.begun.push(core);
	await settleRestored(core, count);
	await core.accounts.settle();
	await connectPrograms(core);
	await completeConnections(core);
	await removeUnusedImages(data, core.publishes);
	webhooks.start(recordFinder(core));
	await core.workers.jobs.resume();
	await core.workers.deliveries.resume();
	ending.cleanups.push(startCleanup(core));
	return core;
}

/** The right to work on what a tenant has. Throws `ServedFault` where another process has it. */
async function leaseOf(ending: Ending, options: ServiceOptions): Promise<StoreLease> {
	const { tenant = FIRST_TENANT } = options;
	const until = performance.now() + LEASE_WAIT_MS;
	let lease = await openStore(options).lease("serve");
	for (; lease === undefined; lease = await openStore(options).lease("serve")) {
		if (performance.now() > until) throw new ServedFault(tenant);
		await sleep(LEASE_LOOK_MS);
	}
	ending.leases.push(lease);
	lease.lost.addEventListener("abort", () => ending.lost.abort(new ServedFault(tenant)), { once: true });
	return lease;
}

/** What is broken in the folder of one tenant is logged, and keeps the others from nothing. */
async function beginTenant(beginning: Beginning, options: ServiceOptions, tenant: string): Promise<Owned> {
	const { log = () => {}, data } = options;
	try {
		await makePrivateFolder(data);
		return await begin(beginning, options);
	} catch (error) {
		beginning.shared.unopened.add(tenant);
		log(
			`The tenant ${tenant} is not served: ${failureMessage(dataFault(error, data), log)} Then start again.`,
		);
		// What of it runs already would go on without anybody who can ask for it.
		for (const { workers } of beginning.ending.begun.filter((core) => core.options === options))
			await Promise.all([workers.jobs.close(), workers.deliveries.close(CLOSE_MS), workers.webhooks.close()]);
		throw unopenedTenant();
	}
}

/**
 * Opens each tenant once, also where that failed: what was begun then may still run, and a second one beside
 * it would post the same.
 */
function onceEach(open: (tenant: string) => Promise<Owned>): (tenant: string) => Promise<Owned> {
	const opened = new Map<string, Promise<Owned>>();
	return (tenant) => {
		const core = opened.get(tenant) ?? open(tenant);
		opened.set(tenant, core);
		return core;
	};
}

/** Its accounts stay connected: without the program their posts wait, and go nowhere else. */
async function connectPrograms({ accounts, options }: Core): Promise<void> {
	for (const { platform, username } of options.programs ?? []) {
		if ((await accounts.viaOf(accounts.idOf({ platform, username })))?.webhook !== undefined)
			throw new StopFault(`The settings declare a webhook for the account ${username} (${platform}).`, {
				remedy: "Delete it there (embedded.accounts), or leave the account to it.",
			});
		await accounts.connect({ platform, username, via: "program" }, options.clock.now());
	}
}

type Owned = Core & { readonly workers: Workers };

interface Beginning {
	readonly ending: Ending;
	readonly shared: Shared;
}

interface Ending {
	readonly data: string;
	/** Tenants that were begun, also where that failed. */
	readonly begun: Owned[];
	readonly cleanups: Cleanup[];
	readonly leases: StoreLease[];
	readonly lost: AbortController;
	server?: OpenServer;
}

/** Requests in flight may still create something, so the server ends first; all waits share one bound. */
async function stop({ data, begun, server, cleanups, leases }: Ending): Promise<void> {
	const started = performance.now();
	const left = () => Math.max(0, CLOSE_MS - (performance.now() - started));
	if (begun.length > 0) await removeOwner(data);
	const jobs = begun.flatMap(({ workers }) => [workers.jobs.close(), workers.webhooks.close()]);
	for (const cleanup of cleanups) await cleanup.close();
	await server?.close(left());
	await Promise.all(jobs);
	await Promise.all(begun.map((core) => core.workers.deliveries.close(left())));
	await Promise.all(leases.map((lease) => lease.release()));
}

function newKey(): Secret {
	return new Secret(randomBytes(32).toString("hex"));
}

function once(close: () => Promise<void>): () => Promise<void> {
	let closed: Promise<void> | undefined;
	return () => {
		closed ??= close();
		return closed;
	};
}
