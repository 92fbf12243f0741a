import type { EventEndpoint } from "../../model/service-events.ts";
import { sendRepeatable } from "../../webhooks/send-repeatable.ts";
import type { SendResult } from "../../webhooks/verdict.ts";
import type { Came, EndpointContext } from "./context.ts";
import { bodyOf, type EventRecord, messageId, type Sending } from "./event.ts";
import { GIVE_UP_MS, pauseMs } from "./schedule.ts";

interface Attempt {
	readonly key: string;
	readonly endpoint: EventEndpoint;
	/** Since when everything fails that is sent to it, and why. Undefined: it does not. */
	readonly failing: { readonly since: number; readonly why: string } | undefined;
}

/** What is known after an attempt. */
export interface Attempted {
	readonly event: EventRecord;
	readonly what: Came;
	/** Absent: nothing was sent, because the endpoint failed for too long. */
	readonly result?: SendResult;
	/** When the event failed first, and when it is to be tried again. Times are epoch milliseconds. */
	readonly again: { readonly since: number; readonly at?: number };
}

/** Sends an event to an endpoint that it waits for, and records what came of it. Undefined: it does not. */
export async function sendEvent(
	context: EndpointContext,
	{ key, endpoint, failing }: Attempt,
): Promise<Attempted | undefined> {
	const event = await context.events.get(key);
	const sending = event?.sendings[endpoint.name];
	if (event === undefined || endpoint.target === undefined || sending?.status !== "waiting") return undefined;
	const begun = context.clock.now();
	if (failing !== undefined && hasWaited(sending, failing.since, begun))
		return ended(context, { event, endpoint }, { ...sending, ...dead(begun, failing.why) });
	const message = { id: messageId(event), body: bodyOf(event) };
	const result = await sendRepeatable(message, endpoint.target, context);
	const now = context.clock.now();
	const attempts = sending.attempts + 1;
	if (result.kind === "taken") {
		const sent: Sending = { status: "sent", since: sending.since, attempts, endedAt: now };
		return { ...(await ended(context, { event, endpoint }, sent)), result };
	}
	const failedAt = sending.failedAt ?? begun;
	const isOver = now - failedAt >= GIVE_UP_MS;
	const after: Sending = {
		...{ ...sending, attempts, failedAt, why: result.why },
		...(isOver && dead(now, result.why)),
	};
	const at = now + Math.max(pauseMs("event", attempts), result.afterMs ?? 0);
	const kept = await ended(context, { event, endpoint }, after);
	return { ...kept, result, again: isOver ? { since: failedAt } : { since: failedAt, at } };
}

/** Where everything fails, an event need not be tried itself. */
function hasWaited({ attempts, since }: Sending, failsSince: number, now: number): boolean {
	return attempts === 0 && now - Math.max(since, failsSince) >= GIVE_UP_MS;
}

function dead(now: number, why: string): Pick<Sending, "status" | "why" | "endedAt"> {
	return { status: "dead", why, endedAt: now };
}

const CAME = { waiting: "failed", sent: "sent", dead: "dead" } as const;

async function ended(
	{ events }: EndpointContext,
	{ event, endpoint: { name } }: { readonly event: EventRecord; readonly endpoint: EventEndpoint },
	sending: Sending,
): Promise<Attempted> {
	const after = await events.change(event.id, (before) => ({
		...before,
		sendings: { ...before.sendings, [name]: sending },
	}));
	return { event: after, what: CAME[sending.status], again: { since: sending.failedAt ?? sending.since } };
}
