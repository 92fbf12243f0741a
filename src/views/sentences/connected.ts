import { suggestion } from "../../yaml/suggest.ts";

/** So many accounts are named that may be the one that was meant. */
const NAMED = 3;

/** The usernames of connected accounts, as far as they are worth reading. */
export function accountNames(connected: readonly string[]): string {
	return `${connected.slice(0, NAMED).join(", ")}${connected.length > NAMED ? ", …" : ""}`;
}

/** Asks whether a connected account of nearly the same name was meant. Empty, or ends with a blank. */
export function meantAccount(username: string, connected: readonly string[]): string {
	const near = suggestion(username.replace(/^@/, ""), connected);
	return near === undefined ? "" : `Did you mean \`${near}\`? `;
}
