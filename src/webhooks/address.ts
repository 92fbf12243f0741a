import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { StopFault } from "../model/fault.ts";
import { isPublic, literalOf } from "../system/ip-addresses.ts";

/** Where messages may be sent to. */
export interface AddressLimits {
	/**
	 * This machine and private networks too, and there without encryption: only where a person named the
	 * host.
	 */
	readonly privateHosts: boolean;
}

/** An address that nothing is sent to. Its message names only the host: the rest may be a secret. */
export class WebhookAddressFault extends StopFault {}

const LONGEST = 4_000;

/** Parses and checks an address, as far as that needs no network. Throws `WebhookAddressFault`. */
export function parseWebhookAddress(text: string, { privateHosts }: AddressLimits): URL {
	const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
		throw new WebhookAddressFault("The address of a webhook has to begin with https://.");
	if (url.username !== "" || url.password !== "")
		throw new WebhookAddressFault("The address of a webhook cannot hold a user name or a password.", {
			remedy: "Messages are signed: let the receiver check the signature.",
		});
	if (url.protocol === "http:" && !privateHosts)
		throw new WebhookAddressFault(`The address at ${url.host} is not encrypted.`, {
			remedy: "Use https://, or allow this host as a private one if it is on your own network.",
		});
	const literal = literalOf(url);
	if (literal !== undefined && !privateHosts && !isPublic(literal)) throw privateHost(url.hostname);
	if (literal !== undefined && url.protocol === "http:" && isPublic(literal)) throw unencrypted(url.hostname);
	url.hash = "";
	return url;
}

/**
 * Resolves a name for one connection and refuses private addresses: a name that resolves to something else
 * after a check reaches nothing. Over http, all addresses have to be private: nothing leaves unencrypted.
 */
export function checkedLookup(url: URL, { privateHosts }: AddressLimits): LookupFunction {
	return (host, options, done) => {
		lookup(host, { all: true, verbatim: true }).then(
			(all) => {
				const [first] = all;
				const anyPublic = all.some(({ address }) => isPublic(address));
				if (first === undefined) return done(notFound(host), []);
				if (!privateHosts && !all.every(({ address }) => isPublic(address)))
					return done(privateHost(host), []);
				if (url.protocol === "http:" && anyPublic) return done(unencrypted(host), []);
				return options.all ? done(null, all) : done(null, first.address, first.family);
			},
			(error: NodeJS.ErrnoException) => done(error, []),
		);
	};
}

function notFound(host: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" });
}

function privateHost(host: string): WebhookAddressFault {
	return new WebhookAddressFault(`${host} is on this machine or in a private network.`, {
		remedy: "Allow it by name if that is what you want: --private-host, or private_host: true.",
	});
}

function unencrypted(host: string): WebhookAddressFault {
	return new WebhookAddressFault(`${host} is a public host, and its address is not encrypted.`, {
		remedy: "Use https://.",
	});
}
