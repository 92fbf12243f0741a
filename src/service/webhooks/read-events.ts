import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../model/defined.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { openRecords } from "../store/records.ts";
import { FIRST_TENANT, TENANT_NAME, TENANTS } from "../tenants/scopes.ts";
import { type EventRecord, messageId, type Sending } from "./event.ts";
import { EVENTS_FOLDER } from "./folders.ts";

/** An event at one endpoint, as the data folder has it. */
export interface KeptEvent extends Sending {
	/** As receivers know it. */
	readonly id: string;
	/** Name of its record. */
	readonly key: string;
	readonly tenant: string;
	/** The tenant's data folder. */
	readonly data: string;
	readonly endpoint: string;
	readonly type: string;
	/** Epoch milliseconds. */
	readonly at: number;
}

/** The events of one tenant, else of all, the oldest first; whether a service runs or not. Writes nothing. */
export async function readEvents(data: string, tenant?: string): Promise<readonly KeptEvent[]> {
	const others = (await readdir(join(data, TENANTS)).catch(undefinedIfMissing)) ?? [];
	const names = [FIRST_TENANT, ...others.filter((name) => TENANT_NAME.test(name)).sort()];
	const found: KeptEvent[] = [];
	for (const name of names.filter((each) => tenant === undefined || each === tenant))
		found.push(...(await eventsOf(name === FIRST_TENANT ? data : join(data, TENANTS, name), name)));
	return found.sort((a, b) => a.at - b.at);
}

async function eventsOf(data: string, tenant: string): Promise<readonly KeptEvent[]> {
	const events = await openRecords<EventRecord>(join(data, EVENTS_FOLDER)).current(() => true);
	return events.flatMap((event) =>
		Object.entries(event.sendings).map(([endpoint, sending]) => {
			const { id: key, type, at } = event;
			return { ...defined({ ...sending }), id: messageId(event), key, tenant, data, endpoint, type, at };
		}),
	);
}
