import { plainAddress } from "../../system/networks.ts";
import type { Core } from "../core.ts";
import type { Exchange } from "./context.ts";
import { type Forwarded, readForwarded } from "./forwarded.ts";
import { isOwnClient } from "./guard.ts";

/**
 * Where this service is, as the client sees it: links are made with it. No trailing slash. showrun itself
 * reached it on this machine, and everybody else under its public address, where it has one.
 */
export function originOf(core: Core, exchange: Exchange): string {
	const { publicUrl } = core.options;
	return publicUrl !== undefined && !isOwnClient(core, exchange) ? publicUrl : reachedAt(core, exchange);
}

/** Whether a page of this service itself sent a form: browsers name the origin of a form's answer. */
export function isOwnOrigin(core: Core, exchange: Exchange, origin: string): boolean {
	const { publicUrl } = core.options;
	const own = [publicUrl && new URL(publicUrl).origin, reachedAt(core, exchange)];
	return own.includes(origin);
}

/** Path of this service below its host, without a trailing slash: empty unless a proxy takes it off. */
export function basePath({ options: { publicUrl } }: Core): string {
	return publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}

/** Address of the client, as far as trusted proxies tell. */
export function clientAddress(core: Core, exchange: Exchange): string | undefined {
	const peer = exchange.env.incoming.socket.remoteAddress;
	return forwardedTo(core, exchange).client ?? (peer === undefined ? undefined : plainAddress(peer));
}

function reachedAt(core: Core, exchange: Exchange): string {
	const asked = new URL(exchange.req.url);
	const { scheme, host } = forwardedTo(core, exchange);
	const reached = `${scheme ?? asked.protocol.slice(0, -1)}://${host ?? asked.host}`;
	return URL.canParse(reached) ? new URL(reached).origin : asked.origin;
}

/** What is said of a request by whoever is trusted; nobody else is believed anything. */
function forwardedTo(core: Core, exchange: Exchange): Forwarded {
	if (!core.trusts(exchange.env.incoming.socket.remoteAddress)) return {};
	return readForwarded((name) => exchange.req.header(name), core.trusts);
}
