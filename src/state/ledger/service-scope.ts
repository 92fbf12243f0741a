import type { Scope } from "./records.ts";

/** Names of this machine: on one port they lead to one server. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"] as const;
/** An address of IPv4 as one of IPv6. */
const MAPPED = "[::ffff:7f00:1]";

/**
 * The scope of a service at an address, the same for each way to write it: letter case and default ports do
 * not count, nor does a dot at the end of the host, and this machine is `127.0.0.1`.
 */
export function serviceScope(address: string): Scope {
	if (!URL.canParse(address)) return address;
	const { protocol, hostname, port, origin } = new URL(address);
	if (origin === "null") return address;
	const host = hostname.replace(/\.$/, "");
	const isLoopback = host === MAPPED || LOOPBACK.some((name) => name === host);
	return originOf({ protocol, port, host: isLoopback ? LOOPBACK[0] : host });
}

/** Other ways to write a scope: earlier versions took the address as it was given. */
export function spellingsOf(scope: Scope): readonly Scope[] {
	if (!URL.canParse(scope) || new URL(scope).origin === "null") return [scope];
	const { protocol, port, hostname } = new URL(serviceScope(scope));
	const hosts = hostname === LOOPBACK[0] ? [...LOOPBACK, "localhost.", MAPPED] : [hostname, `${hostname}.`];
	return hosts.map((host) => originOf({ protocol, port, host }));
}

function originOf({ protocol, host, port }: Readonly<Record<"protocol" | "host" | "port", string>>): Scope {
	return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
