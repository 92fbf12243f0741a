import { randomBytes } from "node:crypto";
import { ulid } from "ulid";
import { Secret } from "../model/secret.ts";
import { sha256 } from "../system/files.ts";
import { type Core, openReader, type Shared, type Workers } from "./core.ts";
import { type DeliveryParts, deliveryContext } from "./delivery-context.ts";
import { logFailure } from "./failure-messages.ts";
import { QUEUES, type Queue, type ServiceOptions } from "./options.ts";
import { type Lead, openLead } from "./sharing/lead.ts";
import { tell } from "./sharing/news.ts";
import { openSharedTasks } from "./sharing/shared-tasks.ts";
import { sharedWorkers, takeNews } from "./sharing/workers.ts";
import { ownDataId } from "./store/data-id.ts";
import { openDeliveryCount } from "./store/delivery-count.ts";
import { ownLinkKey } from "./store/keys.ts";
import { aloneFor, FETCHES, type StoreLease } from "./store/lease.ts";
import { openStore } from "./store/open.ts";
import { openSentPosts } from "./store/sent-posts.ts";
import type { Store } from "./store/store.ts";
import { type JobSharing, openTenantJobs } from "./tenant-jobs.ts";
import type { WebhookParts } from "./webhooks/context.ts";
import { announceTo, openWebhooks, webhookParts } from "./webhooks/webhooks.ts";
import { beginWork, ownWorkers } from "./work.ts";

/** A tenant that requests can be answered for. */
export type Owned = Core & { readonly workers: Workers };

/** What all tenants of a process are opened with. */
export interface Beginning {
	readonly shared: Shared;
	/** What is to be ended with the process. */
	readonly leads: Lead[];
}

/** Opens one tenant, and works for it as far as no other process does. */
export async function openTenant(beginning: Beginning, options: ServiceOptions): Promise<Owned> {
	const store = openStore(options);
	const opening: Opening = {
		...beginning,
		...{ store, options, parts: webhookParts(options), linkKey: await ownLinkKey(store) },
		outside: { id: await ownDataId(store), memory: options.memory },
		failed: (error) => logFailure(error, logOf(options)),
	};
	const { core, workers } = await (store.isShared ? openBeside(opening) : openAlone(opening));
	return { ...core, workers: { ...workers, newId: () => ulid(options.clock.now()) } };
}

/** What a tenant is opened with. */
interface Opening extends Beginning {
	readonly store: Store;
	readonly options: ServiceOptions;
	readonly parts: WebhookParts;
	readonly linkKey: Buffer;
	readonly outside: Parameters<typeof openDeliveryCount>[1];
	readonly failed: (error: unknown) => void;
}

type Opened = { readonly core: Core; readonly workers: Omit<Workers, "newId"> };

/** Where this process has the store for itself. */
async function openAlone({ leads, shared, ...opening }: Opening): Promise<Opened> {
	const { store, options, parts, linkKey, outside, failed } = opening;
	const webhooks = await openWebhooks(parts);
	const { announce } = webhooks;
	const core = openReader({ shared, options, localKey: newKey(), linkKey, announce });
	const fetchAlone: JobSharing["fetchAlone"] = (_, fetch) => fetch();
	const jobs = openTenantJobs(core, shared, { tasks: core.tasks, atOnce: 1, fetchAlone });
	const begun = async (lease: StoreLease) =>
		beginWork({ core, lease, webhooks, jobs, resume: jobs.resume, ...(await rememberedIn(core, outside)) });
	const lead = await openLead({ store, begin: begun, isWanted: true, look: async () => {}, failed });
	leads.push(lead);
	const work = lead.work();
	if (work === undefined) throw new Error("a store of one process is always its own");
	return { core, workers: ownWorkers(work, jobs) };
}

/** Where other processes may serve the same. */
async function openBeside({ leads, shared, ...opening }: Opening): Promise<Opened> {
	const { store, options, parts, linkKey, outside, failed } = opening;
	const announce = announceTo(parts, (id) => tell(store, { kind: "event", id }));
	const core = openReader({ shared, options, localKey: newKey(), linkKey, announce });
	const tasks = openSharedTasks(core);
	const atOnce = options.tasksAtOnce ?? shared.steps.atOnce;
	const fetchAlone: JobSharing["fetchAlone"] = (address, fetch, signal) =>
		aloneFor(() => store.lease(`${FETCHES}${sha256(address)}`), { work: fetch, signal });
	const jobs = openTenantJobs(core, shared, { tasks: tasks.books, atOnce, fetchAlone });
	const begun = async (lease: StoreLease) =>
		beginWork({
			...{ core, lease, webhooks: await openWebhooks(parts), resume: tasks.offerAll },
			...(await rememberedIn(core, outside)),
		});
	const lead = await openLead({
		...{ store, begin: begun, failed },
		isWanted: worksOn(options, "posts"),
		look: (work) => takeNews(core, work, failed),
	});
	leads.push(lead);
	shared.sharedTasks.push({ tasks, jobs });
	const context = deliveryContext(core, await rememberedIn(core, outside));
	return { core, workers: sharedWorkers({ core, tasks, jobs, context, lead: () => lead }) };
}

/** What remembers deliveries, as it is now. */
async function rememberedIn(
	{ store }: Core,
	outside: Parameters<typeof openDeliveryCount>[1],
): Promise<DeliveryParts> {
	return { count: await openDeliveryCount(store, outside), sent: await openSentPosts(store, outside) };
}

/** Whether a process works on it. */
export function worksOn({ queues = QUEUES }: ServiceOptions, queue: Queue): boolean {
	return queues.includes(queue);
}

/** Where bugs are told. */
export function logOf({ log = () => {} }: ServiceOptions): (text: string) => void {
	return log;
}

/** A key that nobody knows yet. */
export function newKey(): Secret {
	return new Secret(randomBytes(32).toString("hex"));
}
