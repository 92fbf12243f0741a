import { keysOf } from "../../../src/model/keys.ts";
import { Secret } from "../../../src/model/secret.ts";
import { type EventEndpoint, SERVICE_EVENTS, type ServiceEvent } from "../../../src/model/service-events.ts";
import { EVENT_SECRET } from "../../fakes/event-sink.ts";
import { accountOn, type Callable, exported, type World } from "../world.ts";

/** An endpoint on this machine. */
export function endpoint(name: string, url: string, events?: readonly ServiceEvent[]): EventEndpoint {
	const target = { url: new Secret(url), secret: new Secret(EVENT_SECRET), privateHosts: true };
	return { name, events: events ?? keysOf(SERVICE_EVENTS), target };
}

/** Publishes the first clip of a new task and gives the publishing task's id. */
export async function publish(
	world: Callable,
	{ platform = "youtube", ...more }: { readonly platform?: string; readonly scheduled_at?: number } = {},
): Promise<string> {
	const project = await exported(world);
	const account = await accountOn(world, platform);
	const body = { project_id: project, idx: 0, publish_configs: { [account]: { title: "One" } }, ...more };
	const { status, body: answer } = await world.call("POST", "/api/v2/social-media/publish", { body });
	if (status !== 200) throw new Error(`publish answered ${status}: ${answer.message}`);
	return (answer.data as { readonly task_id: string }).task_id;
}

/** What `/metrics` says of webhooks. */
export async function webhookMetrics({ service }: Pick<World, "service">): Promise<readonly string[]> {
	const headers = { authorization: `Bearer ${service.apiKey.reveal()}` };
	const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
	return text.match(/^showrun_webhooks_\w+\{.*$/gm) ?? [];
}
