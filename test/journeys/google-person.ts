import { setTimeout as sleep } from "node:timers/promises";
import * as assert from "uvu/assert";
import { CANARY, type Google } from "../fakes/google.ts";
import { type At, type Ended, type Running, start } from "./program.ts";

/** The page that a command shows, once it does. */
export async function pageOf(running: Running, pattern = /http:\/\/\S+\/authorize\?\S+/): Promise<string> {
	for (;;) {
		const [page] = pattern.exec(running.said()) ?? [];
		if (page) return page;
		const ended = await Promise.race([running.ended, sleep(20)]);
		if (ended) throw new Error(`it ended without a page: ${ended.err}`);
	}
}

/** Connects a channel as a person who allows it. */
export async function connectedBy(google: Google, at: At, ...more: readonly string[]): Promise<Ended> {
	const running = start(["accounts", "connect", "youtube", ...more], at);
	const answer = await fetch(google.allow(await pageOf(running)));
	const page = await answer.text();
	assert.is(answer.headers.get("referrer-policy"), "no-referrer");
	assert.not.match(page, CANARY);
	return running.ended;
}
