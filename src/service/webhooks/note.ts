import type { ServiceEvent } from "../../model/service-events.ts";
import type { Announce } from "../store/announce.ts";
import type { Announced, Stored } from "../store/shapes.ts";
import type { Tellers } from "./context.ts";
import { type EventNews, type EventRecord, type EventSource, eventKey } from "./event.ts";

/** What is told of one folder of records. */
interface NewsSource<Entry> {
	readonly sourceOf: (entry: Entry) => EventSource;
	readonly newsOf: (before: Entry | undefined, after: Entry) => readonly EventNews[];
}

/**
 * Writes the events of a change before the change itself: an event whose number the record does not have is
 * one of a change that never was.
 */
export function announcerOf<Entry extends Stored & Announced>(
	tellers: Tellers,
	{ sourceOf, newsOf }: NewsSource<Entry>,
): Announce<Entry> {
	return async (before, after) => {
		const told = before?.events ?? after.events ?? 0;
		const news = newsOf(before, after).filter(({ type }) => wanted(tellers, type).length > 0);
		if (news.length === 0)
			return { entry: before?.events === undefined ? after : { ...after, events: told } };
		const at = tellers.parts.clock.now();
		const written = news.map(({ type, data }, index): EventRecord => {
			const named = { recordId: after.id, number: told + index + 1 };
			const sendings = wanted(tellers, type).map(
				(name) => [name, { status: "waiting", since: at, attempts: 0 }] as const,
			);
			return {
				...{ format: 1, id: eventKey(named), source: sourceOf(after), ...named, type, at, data },
				sendings: Object.fromEntries(sendings),
			};
		});
		for (const event of written) await note(tellers, event);
		for (const { id } of written) await tellers.tell?.(id);
		return {
			entry: { ...after, events: told + news.length },
			written: () => {
				for (const event of written) give(tellers, event);
			},
		};
	};
}

function wanted({ parts }: Tellers, type: ServiceEvent): readonly string[] {
	return parts.endpoints.filter(({ events }) => events.includes(type)).map(({ name }) => name);
}

async function note({ events, noted, tell }: Tellers, event: EventRecord): Promise<void> {
	if (tell === undefined) noted.add(event.id);
	await events.put(event);
}

/** Puts an event behind those that wait. */
export function give({ queues }: Pick<Tellers, "queues">, { id, sendings }: EventRecord): void {
	for (const queue of queues) if (queue.name in sendings) queue.add(id);
}
