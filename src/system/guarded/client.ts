import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent } from "undici";
import { withoutInterim } from "../interim-answers.ts";
import { isPublic } from "../ip-addresses.ts";
import type { Guard } from "./guard.ts";

const CONNECT_MS = 20_000;
/** Longest silence, before the response begins and within it. */
const SILENCE_MS = 60_000;

/**
 * A client that connects only to IP addresses it has checked: a host name is resolved once for each
 * connection, so a name that resolves to something else after the check reaches nothing. Addresses that are
 * IP addresses have to be checked before.
 */
export async function openClient({ privateAddresses, resolve = resolved, words }: Guard): Promise<Agent> {
	const { Agent, buildConnector } = await import("undici");
	const checked: LookupFunction = (host, options, done) => {
		resolve(host).then(
			(all) => {
				const [first] = all;
				if (!first) return done(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
				if (!privateAddresses && !all.every(({ address }) => isPublic(address)))
					return done(words.ofPrivate(host), []);
				return options.all ? done(null, [...all]) : done(null, first.address, first.family);
			},
			(error: NodeJS.ErrnoException) => done(error, []),
		);
	};
	const connect = buildConnector({ lookup: checked, timeout: CONNECT_MS });
	return new Agent({
		connect: (options, done) =>
			connect(options, (...end) => (end[0] ? done(...end) : done(null, withoutInterim(end[1])))),
		headersTimeout: SILENCE_MS,
		bodyTimeout: SILENCE_MS,
		maxHeaderSize: 64 * 1024,
	});
}

async function resolved(host: string): ReturnType<NonNullable<Guard["resolve"]>> {
	return lookup(host, { all: true, verbatim: true });
}
