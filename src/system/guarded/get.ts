import type { IncomingMessage } from "node:http";
import { checkedLookup, type Guard, isRedirect, MOST_REDIRECTS, redirectedTo } from "./guard.ts";

/** The answer to a GET, after redirects; its body must be read or destroyed. */
export interface GuardedAnswer {
	readonly url: URL;
	readonly status: number;
	readonly header: (name: string) => string | undefined;
	readonly body: IncomingMessage;
}

interface GuardedGet {
	readonly headers: Readonly<Record<string, string>>;
	readonly guard: Guard;
	readonly signal: AbortSignal;
}

/** Longest silence, before the answer begins and within it. */
const SILENCE_MS = 30_000;

/**
 * Gets what is at an address, by Node's own client, which is there at once: what is asked with every plan
 * must not wait for another one to be loaded. Every address on the way is checked. Throws what the guard
 * says, or what the connection throws.
 */
export async function guardedGet(url: URL, get: GuardedGet, hops = MOST_REDIRECTS): Promise<GuardedAnswer> {
	const { guard } = get;
	const body = await answered(url, get);
	const header = (name: string) => [body.headers[name]].flat()[0];
	const status = body.statusCode ?? 0;
	if (!isRedirect(status)) return { url, status, header, body };
	body.destroy();
	const to = redirectedTo(url, { location: header("location"), left: hops }, guard);
	return guardedGet(to, get, hops - 1);
}

async function answered(url: URL, { headers, guard, signal }: GuardedGet): Promise<IncomingMessage> {
	const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
	return new Promise((resolve, reject) => {
		const asked = request(url, { headers, signal, agent: false, lookup: checkedLookup(guard) });
		asked.setTimeout(SILENCE_MS, () =>
			asked.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" })),
		);
		asked.once("error", reject);
		asked.once("response", (answer) => {
			// A body that is destroyed early may still fail: that is no unhandled error.
			answer.on("error", () => {});
			resolve(answer);
		});
		asked.end();
	});
}
