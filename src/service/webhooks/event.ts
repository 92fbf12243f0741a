import type { ServiceEvent } from "../../model/service-events.ts";
import { stableUrl } from "../../model/stable-url.ts";
import { printable } from "../../system/run.ts";
import type { Stored, TaskRecord } from "../store/shapes.ts";

/** What is told of a record. */
export interface EventNews {
	readonly type: ServiceEvent;
	/** Ids, states, times: no secret, no signed link. */
	readonly data: Readonly<Record<string, unknown>>;
}

/** How far an event is at one endpoint. Times are epoch milliseconds. */
export interface Sending {
	readonly status: "waiting" | "sent" | "dead";
	/** From when on it waits: when it came to be, or was replayed. */
	readonly since: number;
	readonly attempts: number;
	/** Of the first attempt that failed. */
	readonly failedAt?: number;
	/** Of the last one. */
	readonly why?: string;
	/** When it was sent or became a dead letter. */
	readonly endedAt?: number;
}

/** What an event tells of. */
export type EventSource = TaskRecord["kind"] | "post";

/** Something that happened, and how far each endpoint is with it. Written before the record it tells of. */
export interface EventRecord extends Stored, EventNews {
	/** Epoch milliseconds. */
	readonly at: number;
	readonly source: EventSource;
	readonly recordId: string;
	/** Counts the events of that record from 1. */
	readonly number: number;
	/** By the name of the endpoint. */
	readonly sendings: Readonly<Record<string, Sending>>;
}

/** What the record of an event is called: what happened again in its place, after a kill, replaces it. */
export function eventKey({ recordId, number }: Pick<EventRecord, "recordId" | "number">): string {
	return `${recordId}E${number}`;
}

/** What receivers know an event by: made of what happened, so that it is the same in every attempt. */
export function messageId({ type, recordId, number }: EventRecord): string {
	return `${type.replace(".", "-")}-${recordId}-${number}`;
}

/** What is sent: the same bytes however often. */
export function bodyOf({ type, at, data }: EventRecord): Buffer {
	return Buffer.from(JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }));
}

const LONGEST = 500;

/** A text for others: no control characters, on one line. */
export function cleanText(text: string): string;
export function cleanText(text: string | undefined): string | undefined;
export function cleanText(text: string | undefined): string | undefined {
	return text === undefined ? undefined : printable(text, LONGEST);
}

/** An address without what signs it. */
export function cleanUrl(url: string | undefined): string | undefined {
	return url === undefined ? undefined : printable(stableUrl(url), 2_000);
}
