import { isIP } from "node:net";
import { defined } from "../../model/defined.ts";
import { plainAddress, type Trust } from "../../system/networks.ts";

/** What the headers of a request say, by lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/** How a request began at the outermost proxy that is trusted. */
export interface Forwarded {
	/** Address of the client: the last one that no trusted proxy has. Undefined: not known. */
	readonly client?: string;
	readonly scheme?: "http" | "https";
	/** Host and port as the client named them. */
	readonly host?: string;
}

/**
 * Reads `X-Forwarded-*`, else `Forwarded` (RFC 7239): a proxy that sets the first may pass a client's second
 * on. Only for a request whose peer is trusted.
 */
export function readForwarded(header: HeaderReader, trusts: Trust): Forwarded {
	const given = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"].map(header);
	const [hops, scheme, host] = given.some((value) => value !== undefined)
		? given.map(listed)
		: standardised(header("forwarded"));
	return defined({
		client: clientOf(hops ?? [], trusts),
		scheme: schemeOf(scheme?.at(-1)),
		host: hostOf(host?.at(-1)),
	});
}

function listed(value: string | undefined): readonly string[] {
	return (value ?? "")
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "");
}

/** The members `for`, `proto` and `host` of the elements, each in their order. */
function standardised(value: string | undefined): readonly (readonly string[])[] {
	const pairs = [...(value ?? "").matchAll(/(for|proto|host)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/gi)];
	const named = (wanted: string) =>
		pairs
			.filter(([, name = ""]) => name.toLowerCase() === wanted)
			.map(([, , quoted, plain]) => quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
	return [named("for"), named("proto"), named("host")];
}

/** Proxies append the address they were reached from: the last one that is none of ours is the client's. */
function clientOf(hops: readonly string[], trusts: Trust): string | undefined {
	const addresses = hops.map(withoutPort);
	const outermost = addresses.findLast((address) => !trusts(address)) ?? addresses[0];
	return outermost !== undefined && isIP(outermost) !== 0 ? outermost : undefined;
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without the port. */
function withoutPort(hop: string): string {
	const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1];
	return plainAddress(bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1"));
}

function schemeOf(text: string | undefined): Forwarded["scheme"] {
	const scheme = text?.toLowerCase();
	return scheme === "http" || scheme === "https" ? scheme : undefined;
}

/** Only what can be nothing but a host: it becomes part of links. */
function hostOf(text: string | undefined): string | undefined {
	return text !== undefined && /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(text)
		? text
		: undefined;
}
