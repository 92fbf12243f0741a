import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { EmbeddedSettings } from "../../model/settings.ts";
import { type KeptEvent, readEvents } from "../../service/webhooks/read-events.ts";
import { askReplay } from "../../service/webhooks/replays.ts";
import { counted } from "../../views/ink.ts";
import { renderWebhooks } from "../../views/webhooks.ts";
import { lines, out } from "../terminal/terminal.ts";
import { ownSettings, ownStore } from "../wiring/data-folder.ts";
import { serviceStore } from "../wiring/service-store.ts";

interface WebhookFlags {
	readonly in: string;
	readonly tenant?: string;
	readonly all?: true;
	readonly json?: true;
}

/** `showrun webhooks list`. */
export async function listWebhooks(flags: WebhookFlags): Promise<void> {
	const all = await readEvents(await ownStore(flags.in), flags.tenant);
	const shown = all.filter(({ status }) => flags.all || status === "dead").map(entryOf);
	const text = () => renderWebhooks(shown, flags.all ? "events" : "dead letters");
	out(flags.json ? lines(shown.map((each) => ({ type: "webhook", ...each }))) : text());
}

/** `showrun webhooks replay`: what is asked for is durable when it returns. */
export async function replayWebhooks(
	ids: readonly string[],
	flags: WebhookFlags & { readonly endpoint?: string },
): Promise<void> {
	const settings = await ownSettings(flags.in);
	const events = await readEvents(await serviceStore(settings), flags.tenant);
	const chosen = chosenOf(events, ids, flags);
	mustBeThere(chosen, settings.embedded);
	for (const { store, endpoint, key } of chosen) await askReplay(store, { endpoint, key });
	const entries = chosen.map(entryOf);
	if (flags.json) out(lines(entries.map((each) => ({ type: "replay", ...each }))));
	else out(`${counted(chosen.length, "event")} will be sent again.\n`);
}

/** Throws `StopFault` for events of endpoints that nothing is sent to any more. */
function mustBeThere(chosen: readonly KeptEvent[], { webhooks }: Pick<EmbeddedSettings, "webhooks">): void {
	const gone = chosen.find(
		({ tenant, endpoint }) => !webhooks[tenant]?.some(({ name }) => name === endpoint),
	);
	if (gone !== undefined)
		throw new StopFault(`The settings of ${gone.tenant} have no endpoint ${gone.endpoint} any more.`, {
			remedy: "Add it under `webhooks` again, or name another with --endpoint.",
		});
}

/** Throws `StopFault` where nothing is named, or what is not there. */
function chosenOf(
	events: readonly KeptEvent[],
	ids: readonly string[],
	{ all, endpoint }: { readonly all?: true; readonly endpoint?: string },
): readonly KeptEvent[] {
	if (ids.length > 0 === (all === true))
		throw new StopFault("Name events by their ids, or all dead letters with --all.", {
			remedy: "List them: showrun webhooks list",
		});
	const there = events.filter((each) => endpoint === undefined || each.endpoint === endpoint);
	if (all) return there.filter(({ status }) => status === "dead");
	const missing = ids.find((id) => !there.some((each) => each.id === id));
	if (missing !== undefined)
		throw new StopFault(`There is no event ${missing}${endpoint ? ` for the endpoint ${endpoint}` : ""}.`, {
			remedy: "List them: showrun webhooks list --all",
		});
	const named = there.filter(({ id }) => ids.includes(id));
	// Who took it does not get it again because another did not.
	const isDeadSomewhere = (id: string) => named.some((each) => each.id === id && each.status === "dead");
	return named.filter(({ id, status }) => status === "dead" || (status === "sent" && !isDeadSomewhere(id)));
}

function entryOf({ id, tenant, endpoint, type, status, attempts, at, endedAt, why }: KeptEvent) {
	const iso = (time: number) => new Date(time).toISOString();
	const ended = endedAt === undefined ? undefined : iso(endedAt);
	return defined({ id, tenant, endpoint, event: type, status, attempts, at: iso(at), ended, why });
}
