import { logFailure } from "../failure-messages.ts";
import type { Texts } from "../store/store.ts";
import type { Tellers } from "./context.ts";
import type { EventRecord, Sending } from "./event.ts";
import { REPLAYS_FOLDER } from "./folders.ts";

/** How often is looked for events that a person wants sent again. */
const LOOK_MS = 5_000;
const REPLAY = /^([a-z0-9][a-z0-9-]{0,39})\.([0-9A-Za-z]{1,64})$/;

/** An event that is to be sent to an endpoint again. */
export interface Replay {
	readonly endpoint: string;
	/** Name of its record. */
	readonly key: string;
}

/** Asks for it: a running service takes it within seconds, another one when it starts. Durable. */
export function askReplay(texts: Texts, { endpoint, key }: Replay): Promise<void> {
	return texts.write(`${REPLAYS_FOLDER}/${endpoint}.${key}`, "");
}

/** Takes what is asked for, until the service closes. */
export async function watchReplays(tellers: Tellers): Promise<void> {
	const { signal, parts } = tellers;
	while (!signal.aborted) {
		await takeReplays(tellers).catch((error: unknown) => logFailure(error, parts.log));
		await parts.clock.sleep(LOOK_MS, signal).catch(() => undefined);
	}
}

async function takeReplays({ parts, events, queues, counted, signal }: Tellers): Promise<void> {
	for (const name of await parts.store.names(REPLAYS_FOLDER)) {
		const [, endpoint = "", key = ""] = REPLAY.exec(name) ?? [];
		const queue = queues.find((each) => each.name === endpoint);
		const event = await events.get(key);
		const before = event?.sendings[endpoint]?.status;
		if (signal.aborted) return;
		// One in the folder that is none, and one of an endpoint that is gone, is left to whoever made it.
		if (queue === undefined) continue;
		if (event !== undefined && before !== undefined && before !== "waiting") {
			await events.change(key, (now) => replayed(now, endpoint, parts.clock.now()));
			if (before === "dead") counted.dead -= 1;
			queue.add(key);
		}
		await parts.store.remove(`${REPLAYS_FOLDER}/${name}`);
	}
}

function replayed(event: EventRecord, endpoint: string, now: number): EventRecord {
	const again: Sending = { status: "waiting", since: now, attempts: 0 };
	return { ...event, sendings: { ...event.sendings, [endpoint]: again } };
}
