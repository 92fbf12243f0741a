import { plain } from "./ink.ts";
import { columns } from "./state.ts";

/** An event at one endpoint. Times are ISO 8601. */
export interface WebhookEntry {
	readonly id: string;
	readonly tenant: string;
	readonly endpoint: string;
	readonly event: string;
	readonly status: string;
	readonly attempts: number;
	readonly at: string;
	readonly ended?: string;
	readonly why?: string;
}

/** Events as a table; `what` names them where there are none. */
export function renderWebhooks(entries: readonly WebhookEntry[], what: "events" | "dead letters"): string {
	if (entries.length === 0) return `No ${what}.\n`;
	return columns(
		entries.map(({ id, tenant, endpoint, status, at, why = "" }) => [
			...[plain(id), plain(tenant), plain(endpoint), status, at, plain(why)],
		]),
	);
}
