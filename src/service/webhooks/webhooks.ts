import { logFailure } from "../failure-messages.ts";
import type { ServiceOptions } from "../options.ts";
import type { Announcements } from "../store/books.ts";
import { openStore } from "../store/open.ts";
import { FIRST_TENANT } from "../tenants/scopes.ts";
import { removeOldEvents } from "./clean.ts";
import type { Came, EndpointContext, FindRecord, Tellers, WebhookParts } from "./context.ts";
import { openEndpoint } from "./endpoint.ts";
import { type EventRecord, messageId } from "./event.ts";
import { EVENTS_FOLDER } from "./folders.ts";
import { type Left, takeLeft } from "./left.ts";
import { announcerOf, give } from "./note.ts";
import { postNews } from "./post-news.ts";
import { watchReplays } from "./replays.ts";
import { taskNews } from "./task-news.ts";

/** Tells endpoints what becomes of the tasks and posts of a tenant, at least once. */
export interface Webhooks {
	/** What a change says is durable before the change is. */
	readonly announce: Announcements;
	/** Begins to send; takes up what a former process left. */
	start(find: FindRecord): void;
	/** Sends an event that another process wrote. */
	take(id: string): Promise<void>;
	counts(): WebhookCounts;
	/** Removes what was sent long ago, and dead letters that nobody replayed for longer. */
	clean(kept: { readonly now: number; readonly deadMs: number; readonly signal: AbortSignal }): Promise<void>;
	/** Ends what is being sent (it is sent again by the next process) and resolves once nothing is. */
	close(): Promise<void>;
}

/** Since the process began, and what there is now. */
export interface WebhookCounts {
	readonly sent: number;
	/** Attempts. */
	readonly failed: number;
	readonly waiting: number;
	readonly dead: number;
}

/** Of the options of a tenant. */
export function webhookParts(options: ServiceOptions): WebhookParts {
	const { clock, webhooks = {}, tenant = FIRST_TENANT, log = () => {}, deadLetters } = options;
	const dead: WebhookParts["dead"] = (letter) => deadLetters?.({ tenant, ...letter });
	return { store: openStore(options), clock, log, dead, endpoints: webhooks[tenant] ?? [] };
}

/** Opens them before any record changes: what is there by then was left by a former process. */
export async function openWebhooks(parts: WebhookParts): Promise<Webhooks> {
	const { store, clock, log, endpoints } = parts;
	const closing = new AbortController();
	const events = store.records<EventRecord>(EVENTS_FOLDER);
	const counted = { sent: 0, failed: 0, dead: 0 };
	const heard = listener(parts, counted);
	const context: EndpointContext = { events, clock, heard, log, signal: closing.signal };
	const queues = endpoints.map((endpoint) => openEndpoint(context, endpoint));
	const tellers: Tellers = { parts, events, queues, counted, noted: new Set(), signal: closing.signal };
	const before = endpoints.length > 0 ? await events.currentIds() : [];
	let [taken, ended]: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
	return {
		announce: announcementsOf(tellers),
		start: (find) => {
			if (endpoints.length === 0) return;
			const left = takeAll(tellers, { before, find });
			[taken, ended] = [left, left.then((waiting) => run(tellers, waiting))];
		},
		take: async (id) => {
			const event = await events.get(id);
			if (event !== undefined) give(tellers, event);
		},
		counts: () => ({ ...counted, waiting: queues.reduce((sum, queue) => sum + queue.waiting(), 0) }),
		clean: async (kept) => {
			await taken;
			await removeOldEvents(tellers, kept);
		},
		close: async () => {
			closing.abort(new Error("the service is closing"));
			await ended;
		},
	};
}

/** Writes what is to be told, and leaves it to another process to send it. `tell`: tells that one. */
export function announceTo(parts: WebhookParts, tell: (id: string) => Promise<void>): Announcements {
	const events = parts.store.records<EventRecord>(EVENTS_FOLDER);
	const counted = { sent: 0, failed: 0, dead: 0 };
	return announcementsOf({ parts, events, queues: [], counted, noted: new Set(), tell, signal: NEVER });
}

const NEVER = new AbortController().signal;

function announcementsOf(tellers: Tellers): Announcements {
	return {
		tasks: announcerOf(tellers, { sourceOf: ({ kind }) => kind, newsOf: taskNews }),
		posts: announcerOf(tellers, { sourceOf: () => "post", newsOf: postNews }),
	};
}

/** Never rejects. */
function takeAll(tellers: Tellers, left: Left): Promise<ReadonlyMap<string, readonly string[]>> {
	return takeLeft(tellers, left).catch((error: unknown) => {
		logFailure(error, tellers.parts.log);
		return new Map();
	});
}

async function run(tellers: Tellers, waiting: ReadonlyMap<string, readonly string[]>): Promise<void> {
	const { queues, signal, parts } = tellers;
	const failed = (error: unknown) => {
		if (!signal.aborted) logFailure(error, parts.log);
	};
	await Promise.all([
		...queues.map((queue) => queue.run(waiting.get(queue.name) ?? []).catch(failed)),
		watchReplays(tellers).catch(failed),
	]);
}

function listener(
	{ dead }: WebhookParts,
	counted: Tellers["counted"],
): (what: Came, event: EventRecord, endpoint: string) => void {
	return (what, event, endpoint) => {
		counted[what === "dead" ? "failed" : what] += 1;
		if (what !== "dead") return;
		counted.dead += 1;
		const { attempts = 0, why = "" } = event.sendings[endpoint] ?? {};
		dead({ endpoint, event: messageId(event), type: event.type, attempts, why });
	};
}
