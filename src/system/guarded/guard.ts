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
