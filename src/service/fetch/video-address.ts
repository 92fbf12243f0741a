import { isPublic, literalOf } from "../../system/ip-addresses.ts";
import { FetchFault, PrivateAddressFault } from "./fetch-fault.ts";

const LONGEST = 4_000;

/** Parses and checks the address of a video, as far as that needs no network. Throws `FetchFault`. */
export function parseVideoAddress(text: string, limits: { readonly privateAddresses: boolean }): URL {
	const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
	if (!url) throw new FetchFault("Not a valid address.");
	if (url.protocol !== "https:" && url.protocol !== "http:")
		throw new FetchFault("Only http and https addresses can be fetched.");
	if (url.username || url.password)
		throw new FetchFault("Addresses with a user name or a password are not fetched.");
	const literal = literalOf(url);
	if (literal !== undefined && !limits.privateAddresses && !isPublic(literal))
		throw new PrivateAddressFault(url.hostname);
	url.hash = "";
	return url;
}

/** A name for the video at an address: the last part of its path without extension, or its host. */
export function titleOf(url: URL): string {
	const last = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
	const plain = decoded(last)
		.replace(/\.[A-Za-z0-9]{1,5}$/, "")
		.replace(/[\p{Cc}\p{Cf}\s/\\]+/gu, " ")
		.trim();
	return plain === "" ? url.hostname : plain.slice(0, 200);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
