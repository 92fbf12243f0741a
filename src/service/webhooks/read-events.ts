import { defined } from "../../model/defined.ts";
import type { Store } from "../store/store.ts";
import { FIRST_TENANT } from "../tenants/scopes.ts";
import { type EventRecord, messageId, type Sending } from "./event.ts";
import { EVENTS_FOLDER } from "./folders.ts";

/** An event at one endpoint, as it is kept. */
export interface KeptEvent extends Sending {
	/** As receivers know it. */
	readonly id: string;
	/** Name of its record. */
	readonly key: string;
	readonly tenant: string;
	/** Of the tenant. */
	readonly store: Store;
	readonly endpoint: string;
	readonly type: string;
	/** Epoch milliseconds. */
	readonly at: number;
}

/** The events of one tenant, else of all, the oldest first; whether a service runs or not. Writes nothing. */
export async function readEvents(store: Store, tenant?: string): Promise<readonly KeptEvent[]> {
	const names = [FIRST_TENANT, ...(await store.tenants())];
	const found: KeptEvent[] = [];
	for (const name of names.filter((each) => tenant === undefined || each === tenant))
		found.push(...(await eventsOf(name === FIRST_TENANT ? store : store.of(name), name)));
	return found.sort((a, b) => a.at - b.at);
}

async function eventsOf(store: Store, tenant: string): Promise<readonly KeptEvent[]> {
	const events = await store.records<EventRecord>(EVENTS_FOLDER).current(() => true);
	return events.flatMap((event) =>
		Object.entries(event.sendings).map(([endpoint, sending]) => {
			const { id: key, type, at } = event;
			return { ...defined({ ...sending }), id: messageId(event), key, tenant, store, endpoint, type, at };
		}),
	);
}
