import { type Guard, guardedAddress } from "../../system/guarded/guard.ts";
import { FetchFault, PrivateAddressFault } from "./fetch-fault.ts";

/** Parses and checks the address of a video, as far as that needs no network. Throws `FetchFault`. */
export function parseVideoAddress(text: string, limits: Pick<Guard, "privateAddresses">): URL {
	return guardedAddress(text, guardOf(limits));
}

/** What guards the fetching of videos and images. */
export function guardOf(limits: Pick<Guard, "privateAddresses" | "resolve">): Guard {
	return { ...limits, words: WORDS };
}

const WORDS: Guard["words"] = {
	ofBad: (message) => new FetchFault(message),
	ofPrivate: (host) => new PrivateAddressFault(host),
};

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
