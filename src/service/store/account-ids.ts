import { sha256 } from "../../system/files.ts";
import type { OutboxAccount } from "../options.ts";
import type { ConnectedAccount } from "./accounts-file.ts";

type Named = Pick<OutboxAccount, "platform" | "username">;

/** Stable for good: made of platform and username, whatever their case and however they are composed. */
export function madeId(account: Named): string {
	const username = account.username.replace(/^@/, "").normalize("NFC").toLowerCase();
	return `acc_${sha256(`${account.platform}:${username}`).slice(0, 24)}`;
}

/** The platform's own id where it is known: names change. */
export function idOfEntry(entry: ConnectedAccount): string {
	return entry.id ?? madeId(entry);
}

/** The entry of an id: posts that were made before the platform's own was known hold the one of the name. */
export function entryCalled(entries: readonly ConnectedAccount[], id: string): ConnectedAccount | undefined {
	return entries.find((entry) => entry.id === id) ?? entries.find((entry) => madeId(entry) === id);
}

/** The entry of an account that is connected now: by its id, else one of its name that has none yet. */
export function entryOf(
	entries: readonly ConnectedAccount[],
	{ id, ...account }: Named & Pick<ConnectedAccount, "id">,
): ConnectedAccount | undefined {
	if (id === undefined) return entryCalled(entries, madeId(account));
	return (
		entries.find((entry) => entry.id === id) ??
		entries.find((entry) => entry.id === undefined && madeId(entry) === madeId(account))
	);
}
