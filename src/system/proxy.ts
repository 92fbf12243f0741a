import { BlockList, isIP } from "node:net";

/** Variables of the environment, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment names for an address, as curl reads it: `http_proxy` or `https_proxy`, else
 * `all_proxy`, small letters before capitals, less what `no_proxy` lists. Loopback addresses never have one.
 * Throws an Error for a proxy that cannot be used: going around it may be what it is there to prevent.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
	const value = (name: string) => env[name] ?? env[name.toUpperCase()];
	const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
	const text = value(name) ?? value("all_proxy");
	if (!text || isLoopback(url.hostname) || isListed(url, value("no_proxy") ?? "")) return undefined;
	return proxyUrl(text, value(name) === undefined ? "ALL_PROXY" : name.toUpperCase());
}

/** Whether an address stays on this machine. */
function isLoopback(host: string): boolean {
	return /^(?:(?:.+\.)?localhost\.?|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]|127(?:\.\d+){3})$/i.test(host);
}

/** An address without what stands before an @: for people. */
export function withoutUser(url: URL): string {
	return `${url.protocol}//${url.host}`;
}

function proxyUrl(text: string, variable: string): URL {
	const full = text.includes("://") ? text : `http://${text}`;
	// What cannot be read is not repeated: it may hold a password.
	if (!URL.canParse(full)) throw unusable(`${variable} holds no address of a proxy`);
	const url = new URL(full);
	if (url.protocol === "http:" || url.protocol === "https:") return url;
	throw unusable(
		`${variable} names a ${url.protocol.replace(":", "")} proxy, and only http and https ones work`,
	);
}

function unusable(why: string): Error {
	return Object.assign(new Error(why), { code: "ERR_PROXY" });
}

function isListed(url: URL, list: string): boolean {
	return list.split(/[\s,]+/).some((entry) => entry === "*" || (entry !== "" && matches(url, entry)));
}

/** An entry is a host, a domain with all below it, or a range of IP addresses; a port may follow. */
function matches(url: URL, entry: string): boolean {
	const host = url.hostname
		.toLowerCase()
		.replace(/\.$/, "")
		.replace(/^\[|\]$/g, "");
	const [, range = "", bits] = /^\[?([0-9a-f:.]+)\]?\/(\d+)$/i.exec(entry) ?? [];
	if (isIP(host) && bits !== undefined) return isInRange(host, range, Number(bits));
	const [, name = "", port] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
	if (port !== undefined && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
	const domain = name
		.toLowerCase()
		.replace(/^\*?\./, "")
		.replace(/\.$/, "")
		.replace(/^\[|\]$/g, "");
	return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function isInRange(host: string, range: string, bits: number): boolean {
	const family = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");
	if (!isIP(range) || bits > (isIP(range) === 6 ? 128 : 32)) return false;
	const list = new BlockList();
	list.addSubnet(range, bits, family(range));
	return list.check(host, family(host));
}
