import type { Agent } from "undici";
import { httpClient } from "../http-client.ts";
import { withoutInterim } from "../interim-answers.ts";
import { checkedLookup, type Guard } from "./guard.ts";

const CONNECT_MS = 20_000;
/** Longest silence, before the response begins and within it. */
const SILENCE_MS = 60_000;

/**
 * A client that connects only to IP addresses it has checked: a host name is resolved once for each
 * connection, so a name that resolves to something else after the check reaches nothing. Addresses that are
 * IP addresses have to be checked before.
 */
export async function openClient(guard: Guard): Promise<Agent> {
	const { Agent, buildConnector } = httpClient();
	const connect = buildConnector({ lookup: checkedLookup(guard), timeout: CONNECT_MS });
	return new Agent({
		connect: (options, done) =>
			connect(options, (...end) => (end[0] ? done(...end) : done(null, withoutInterim(end[1])))),
		headersTimeout: SILENCE_MS,
		bodyTimeout: SILENCE_MS,
		maxHeaderSize: 64 * 1024,
	});
}
