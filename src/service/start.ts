import { randomBytes } from "node:crypto";
import { ulid } from "ulid";
import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import { makePrivateFolder } from "../system/private.ts";
import type { Cleanup } from "./cleanup/cleanup.ts";
import { startClosing } from "./cleanup/modes.ts";
import { type Core, openReader, openShared, type Shared, type Workers } from "./core.ts";
import { type DeliveryParts, deliveryContext } from "./delivery-context.ts";
import { failureMessage, logFailure } from "./failure-messages.ts";
import { buildApp } from "./http/app.ts";
import { type OpenServer, openServer } from "./http/server.ts";
import type { RunningService, ServiceOptions } from "./options.ts";
import { removeOwner, removeOwnNote, writeOwner } from "./owner.ts";
import type { Right } from "./right.ts";
import { type Lead, openLead } from "./sharing/lead.ts";
import { tell } from "./sharing/news.ts";
import { openUnderWay } from "./sharing/under-way.ts";
import { lookAtNews, sharedWorkers } from "./sharing/workers.ts";
import { ownDataId } from "./store/data-id.ts";
import { openDeliveryCount } from "./store/delivery-count.ts";
import { dataFault } from "./store/fault.ts";
import { borrowLinkKey, ownLinkKey } from "./store/keys.ts";
import { openStore } from "./store/open.ts";
import { openSentPosts } from "./store/sent-posts.ts";
import { FIRST_TENANT } from "./tenants/scopes.ts";
import { openTenancy, optionsOf, optionsOfTenant, unopenedTenant } from "./tenants/tenancy.ts";
import { announceTo, openWebhooks, webhookParts } from "./webhooks/webhooks.ts";
import { beginWork, ownWorkers } from "./work.ts";

/** Whoever only reads is asked by nobody but itself. */
const NO_KEYS = { find: async () => undefined };
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
 * The service of a store that this process may serve; takes up what a former process left. The right is given
 * up once all has ended.
 */
export async function startOwned(options: ServiceOptions, { lost, release }: Right): Promise<RunningService> {
	const ending: Ending = { data: options.data, leads: [] };
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
		ending.closing = startClosing(options);
		await writeOwner(options.data, { url: ending.server.url, key: first.localKey });
		const apiKey = options.apiKeys[0] ?? first.localKey;
		const { given } = first.workers.deliveries;
		const close = once(() => stop(ending).finally(release));
		return { url: ending.server.url, apiKey, given, close, ...defined({ lost }) };
	} catch (error) {
		await stop(ending).finally(release);
		throw error;
	}
}

/** Opens one tenant, and works for it where no other process does. */
async function begin({ ending, shared }: Beginning, options: ServiceOptions): Promise<Owned> {
	const store = openStore(options);
	const parts = webhookParts(options);
	const outside = { id: await ownDataId(store), memory: options.memory };
	const linkKey = await ownLinkKey(store);
	const own = store.isShared ? undefined : await openWebhooks(parts);
	const announce = own?.announce ?? announceTo(parts, (id) => tell(store, { kind: "event", id }));
	const core = openReader({ shared, options, localKey: newKey(), linkKey, announce });
	const underWay = openUnderWay(store);
	const lead = await openLead({
		store,
		begin: async (lease) =>
			beginWork({
				...{ core, shared, lease, webhooks: own ?? (await openWebhooks(parts)) },
				...(await rememberedIn(core, outside)),
			}),
		look: (work) => lookAtNews({ core, underWay }, work),
		failed: (error) => logFailure(error, options.log ?? (() => undefined)),
	});
	ending.leads.push(lead);
	const context = deliveryContext(core, await rememberedIn(core, outside));
	const work = lead.work();
	const workers =
		store.isShared || work === undefined
			? sharedWorkers({ core, underWay, context, lead: () => lead })
			: ownWorkers(work);
	return { ...core, workers: { ...workers, newId: () => ulid(options.clock.now()) } };
}

/** What remembers deliveries, as it is now. */
async function rememberedIn(
	{ store }: Core,
	outside: Parameters<typeof openDeliveryCount>[1],
): Promise<DeliveryParts> {
	return { count: await openDeliveryCount(store, outside), sent: await openSentPosts(store, outside) };
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

type Owned = Core & { readonly workers: Workers };

interface Beginning {
	readonly ending: Ending;
	readonly shared: Shared;
}

interface Ending {
	readonly data: string;
	readonly leads: Lead[];
	closing?: Cleanup;
	server?: OpenServer;
}

/** Requests in flight may still create something, so the server ends first; all waits share one bound. */
async function stop({ data, server, leads, closing }: Ending): Promise<void> {
	const started = performance.now();
	const left = () => Math.max(0, CLOSE_MS - (performance.now() - started));
	if (leads.length > 0) await removeOwnNote(data);
	const stopped = leads.map((lead) => lead.stop());
	await closing?.close();
	await server?.close(left());
	await Promise.all(stopped);
	await Promise.all(leads.map((lead) => lead.close(left())));
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
