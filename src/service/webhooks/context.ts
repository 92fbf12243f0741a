import type { EventEndpoint } from "../../model/service-events.ts";
import type { Clock } from "../../system/clock.ts";
import type { DeadLetter } from "../options.ts";
import type { Records } from "../store/records.ts";
import type { Announced, Stored } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import type { EventRecord } from "./event.ts";

/** What the webhooks of a tenant work with. */
export interface WebhookParts {
	readonly store: Store;
	readonly clock: Clock;
	readonly endpoints: readonly EventEndpoint[];
	readonly log: (text: string) => void;
	/** Told of each event that becomes a dead letter. */
	readonly dead: (letter: Omit<DeadLetter, "tenant">) => void;
}

/** What the parts of one tenant's webhooks share. */
export interface Tellers {
	readonly parts: WebhookParts;
	readonly events: Records<EventRecord>;
	readonly queues: readonly EndpointQueue[];
	/** Events that were written since the process began, until what was left is taken up. */
	readonly noted: Set<string>;
	/** Tells the process that sends of an event, where that may be another one. Absent: this one sends. */
	readonly tell?: (id: string) => Promise<void>;
	readonly counted: { sent: number; failed: number; dead: number };
	readonly signal: AbortSignal;
}

/** Finds the record that an event tells of. */
export type FindRecord = (event: EventRecord) => Promise<(Stored & Announced) | undefined>;

/** The events that wait for one endpoint. Only their names are in memory. */
export interface EndpointQueue {
	readonly name: string;
	/** Puts an event behind those that wait. */
	add(key: string): void;
	/** Sends until it is stopped: those first that a former process left. */
	run(left: readonly string[]): Promise<void>;
	waiting(): number;
}

/** What came of an attempt. `dead`: it failed, and the event is a dead letter. */
export type Came = "sent" | "failed" | "dead";

/** What the endpoints of a tenant share. */
export interface EndpointContext {
	readonly events: Records<EventRecord>;
	readonly clock: Clock;
	/** Told of each attempt, and of each event that becomes a dead letter. */
	readonly heard: (what: Came, event: EventRecord, endpoint: string) => void;
	readonly log: (text: string) => void;
	readonly signal: AbortSignal;
}
