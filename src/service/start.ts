import { defined } from "../model/defined.ts";
import { makePrivateFolder } from "../system/private.ts";
import { tendCopies } from "./cache/copies.ts";
import type { Cleanup } from "./cleanup/cleanup.ts";
import { startClosing } from "./cleanup/modes.ts";
import { type Core, openReader, openShared, type Shared } from "./core.ts";
import { failureMessage, logFailure } from "./failure-messages.ts";
import { buildApp } from "./http/app.ts";
import { type OpenServer, openServer } from "./http/server.ts";
import { type Beginning, logOf, newKey, type Owned, openTenant, worksOn } from "./open-tenant.ts";
import { QUEUES, type RunningService, type RunningWorker, type ServiceOptions } from "./options.ts";
import { removeOwner, removeOwnNote, writeOwner } from "./owner.ts";
import type { Right } from "./right.ts";
import type { Lead } from "./sharing/lead.ts";
import { join, type Member, type MemberFacts, type Membership } from "./sharing/members.ts";
import { openTaker, type Taker } from "./sharing/taker.ts";
import { dataFault } from "./store/fault.ts";
import { borrowLinkKey } from "./store/keys.ts";
import { openStore } from "./store/open.ts";
import { FIRST_TENANT } from "./tenants/scopes.ts";
import { openTenancy, optionsOf, optionsOfTenant, unopenedTenant } from "./tenants/tenancy.ts";

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
export async function startOwned(options: ServiceOptions, right: Right): Promise<RunningService> {
	const { lost, release } = right;
	const ending: Ending = { data: options.data, leads: [] };
	try {
		if (!openStore(options).isShared) await removeOwner(options.data);
		const { first, shared, open } = await openTenants(ending, options);
		await share(ending, { ...{ shared, open, options }, right, kind: "service" });
		const tenancy = openTenancy({ first, keys: shared.keys, others: shared.others, open });
		ending.server = await openServer(buildApp(tenancy), options);
		shared.base.url ??= ending.server.url;
		ending.closing = startClosing(options);
		await writeOwner(options.data, { url: ending.server.url, key: first.localKey });
		const apiKey = options.apiKeys[0] ?? first.localKey;
		const { given } = first.workers.deliveries;
		const close = once(() => stop(ending, 0).finally(release));
		return { url: ending.server.url, apiKey, given, close, ...defined({ lost }) };
	} catch (error) {
		await stop(ending, 0).finally(release);
		throw error;
	}
}

/** How often is looked for tenants that are new: no request may come here of them. Milliseconds. */
const TENANTS_MS = 10_000;

/** Works for a shared store, and answers no requests. The right is given up once all has ended. */
export async function startWorking(options: ServiceOptions, right: Right): Promise<RunningWorker> {
	const { lost, release } = right;
	const ending: Ending = { data: options.data, leads: [] };
	try {
		const { shared, open } = await openTenants(ending, options);
		await share(ending, { ...{ shared, open, options }, right, kind: "worker" });
		const close = (drainMs: number) => stop(ending, drainMs).finally(release);
		return { close, ...defined({ lost }) };
	} catch (error) {
		await stop(ending, 0).finally(release);
		throw error;
	}
}

interface Tenants {
	readonly shared: Shared;
	readonly first: Owned;
	readonly open: (tenant: string) => Promise<Owned>;
}

/** Opens all tenants there are, and works for them. */
async function openTenants(ending: Ending, options: ServiceOptions): Promise<Tenants> {
	const shared = openShared(options);
	const first = await openTenant({ leads: ending.leads, shared }, optionsOfTenant(options, FIRST_TENANT));
	const open = onceEach(async (tenant) => {
		const core = await beginTenant({ leads: ending.leads, shared }, optionsOf(options, tenant), tenant);
		shared.others.set(tenant, core);
		return core;
	});
	await openOthers(shared, open);
	if (first.media.copies) ending.tending = tending(() => [first, ...shared.others.values()], options);
	return { shared, first, open };
}

/** What a process shares its store with. */
interface Sharing extends Pick<Tenants, "shared" | "open"> {
	readonly options: ServiceOptions;
	readonly right: Right;
	readonly kind: MemberFacts["kind"];
}

/** Tells the other processes of this one, and takes its part of the tasks. */
async function share(ending: Ending, { shared, open, options, right, kind }: Sharing): Promise<void> {
	const { id } = right;
	if (id === undefined) return;
	const { queues = QUEUES, version, tasksAtOnce = shared.steps.atOnce, engine } = options;
	const atOnce = worksOn(options, "tasks") ? tasksAtOnce : 0;
	const failed = (error: unknown) => logFailure(error, logOf(options));
	const tools = atOnce === 0 ? [] : await engine.tools(new AbortController().signal);
	const member = await join({
		...{ store: openStore(options), id, failed },
		facts: { ...{ kind, queues, tools, tasksAtOnce: atOnce }, ...defined({ version }) },
		work: () => ({
			tasks: sum(shared.sharedTasks.map(({ tasks }) => tasks.here().length)),
			stuck: sum(shared.sharedTasks.map(({ jobs }) => jobs.stuckTasks())),
			unopened: shared.unopened.size,
		}),
		outdone: (by) => atOnce > 0 && logOf(options)(outdoneText(tools, by)),
	});
	ending.member = member;
	const mayTake = () => !member.isOutdone();
	ending.taker = openTaker(() => shared.sharedTasks, { atOnce, failed, mayTake });
	ending.looking = every(TENANTS_MS, () => openOthers(shared, open).catch(failed));
}

/** How often is looked after what this machine has of media in a bucket. Milliseconds. */
const COPIES_MS = 600_000;

function tending(cores: () => readonly Core[], options: ServiceOptions): () => Promise<void> {
	const tend = (core: Core) => tendCopies(core).catch((error: unknown) => logFailure(error, logOf(options)));
	return every(COPIES_MS, async () => {
		for (const core of cores()) await tend(core);
	});
}

/** Works again and again, until it is ended: that resolves once the last time is over. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
	let [last, isOver] = [Promise.resolve(), false];
	const timer = setInterval(() => {
		last = last.then(() => (isOver ? undefined : work()));
	}, ms);
	return () => {
		isOver = true;
		clearInterval(timer);
		return last;
	};
}

function sum(counts: readonly number[]): number {
	return counts.reduce((all, each) => all + each, 0);
}

function outdoneText(tools: readonly string[], by: Member | undefined): string {
	if (by === undefined) return "This process takes tasks: no other has more for them any more.";
	const missing = by.tools.filter((each) => !tools.includes(each)).join(", ");
	return `This process takes no tasks: ${by.host} (pid ${by.pid}) has what is missing here (${missing}).`;
}

async function openOthers({ keys }: Shared, open: Tenants["open"]): Promise<void> {
	for (const tenant of await keys.tenants())
		if (tenant !== FIRST_TENANT) await open(tenant).catch(() => undefined);
}

/** What is broken in the folder of one tenant is logged, and keeps the others from nothing. */
async function beginTenant(beginning: Beginning, options: ServiceOptions, tenant: string): Promise<Owned> {
	const { log = () => {}, data } = options;
	try {
		await makePrivateFolder(data);
		return await openTenant(beginning, options);
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

interface Ending {
	readonly data: string;
	readonly leads: Lead[];
	taker?: Taker;
	member?: Membership;
	/** Ends the looks for tenants that are new. */
	looking?: () => Promise<void>;
	/** Ends the looks after copies. */
	tending?: () => Promise<void>;
	closing?: Cleanup;
	server?: OpenServer;
}

/** Requests in flight may still create something, so the server ends first; all waits share one bound. */
async function stop(ending: Ending, drainMs: number): Promise<void> {
	const { data, server, leads, taker, member, closing } = ending;
	const started = performance.now();
	const left = () => Math.max(0, CLOSE_MS - (performance.now() - started));
	member?.end();
	// A tenant that is opened now is ended with the others.
	await Promise.all([ending.looking?.(), ending.tending?.()]);
	if (leads.length > 0) await removeOwnNote(data);
	const stopped = leads.map((lead) => lead.stop());
	const drained = taker?.close(drainMs);
	await closing?.close();
	await server?.close(left());
	await Promise.all(stopped);
	// While tasks are waited for, another process delivers.
	await Promise.all([drained, ...leads.map((lead) => lead.close(left()))]).finally(() => member?.leave());
}

function once(close: () => Promise<void>): () => Promise<void> {
	let closed: Promise<void> | undefined;
	return () => {
		closed ??= close();
		return closed;
	};
}
