import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isPublic, literalOf } from "../ip-addresses.ts";

/** Which addresses may be fetched from, and how it is said that one may not. */
export interface Guard {
	/** Whether this machine and private networks are reached. */
	readonly privateAddresses: boolean;
	/** All addresses of a name. Absent: as the machine resolves it. */
	readonly resolve?: (
		host: string,
	) => Promise<readonly { readonly address: string; readonly family: number }[]>;
	readonly words: {
		/** Of an address that cannot be fetched, in a sentence. */
		readonly ofBad: (message: string) => Error;
		/** Of a host that is on this machine or in a private network. */
		readonly ofPrivate: (host: string) => Error;
	};
}

const LONGEST = 4_000;

/** Parses and checks an address, as far as that needs no network. Throws what the guard says. */
export function guardedAddress(text: string, { privateAddresses, words }: Guard): URL {
	const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
	if (!url) throw words.ofBad("Not a valid address.");
	if (url.protocol !== "https:" && url.protocol !== "http:")
		throw words.ofBad("Only http and https addresses can be fetched.");
	if (url.username || url.password)
		throw words.ofBad("Addresses with a user name or a password are not fetched.");
	const literal = literalOf(url);
	if (literal !== undefined && !privateAddresses && !isPublic(literal)) throw words.ofPrivate(url.hostname);
	url.hash = "";
	return url;
}

/** Most redirects that are followed. */
export const MOST_REDIRECTS = 5;

/** Whether an answer with this status leads elsewhere. */
export function isRedirect(status: number): boolean {
	return [301, 302, 303, 307, 308].includes(status);
}

/** Where a redirect leads, checked like the first address. `left`: redirects that may still be followed. */
export function redirectedTo(
	url: URL,
	{ location, left }: { readonly location: string | undefined; readonly left: number },
	guard: Guard,
): URL {
	const bad = guard.words.ofBad;
	if (left === 0) throw bad(`Too many redirects from ${url.host} (limit ${MOST_REDIRECTS}).`);
	if (location === undefined || !URL.canParse(location, url.href))
		throw bad(`${url.host} redirects to an invalid address.`);
	const to = guardedAddress(new URL(location, url).href, guard);
	if (url.protocol === "https:" && to.protocol === "http:")
		throw bad(`${url.host} redirects to an address that is not encrypted.`);
	return to;
}

/**
 * Resolves a name once for each connection and refuses what may not be reached, so that a name which
 * resolves to something else after the check reaches nothing. Addresses that are IP addresses have to be
 * checked before.
 */
export function checkedLookup({ privateAddresses, resolve = resolved, words }: Guard): LookupFunction {
	return (host, options, done) => {
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
}

async function resolved(host: string): ReturnType<NonNullable<Guard["resolve"]>> {
	return lookup(host, { all: true, verbatim: true });
}
