import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { ApiPlatform } from "../../model/platform-app.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { AccountBook } from "../store/accounts.ts";
import { nameTaken } from "../store/accounts-file.ts";
import type { PlatformIdentity } from "./platform.ts";
import { authorizationEnd, type PlatformCredential } from "./platform-credential.ts";

/** Where connections are kept. */
export interface ConnectionBooks {
	readonly book: AccountBook;
	readonly credentials: Credentials;
	/**
	 * Records for good, before anything is posted to it, that the account of an id made of its name is the one
	 * with this id of the platform: what was posted to the one counts as posted to the other.
	 */
	readonly noteAlias: (made: string, id: string) => Promise<void>;
}

/** Who allowed what. */
export interface NewConnection {
	readonly identity: PlatformIdentity;
	readonly credential: PlatformCredential;
	/** How the account was asked for. Absent: whoever it is. */
	readonly wanted?: string;
	readonly at: number;
}

/** An account as it is connected now. */
export interface KeptConnection {
	readonly id: string;
	readonly username: string;
	/** It was connected before. */
	readonly renewed: boolean;
}

/**
 * Keeps a connection: what was posted before counts first, then its tokens are there, then it is listed, so
 * that a kill between them costs nothing. Throws a `Fault` for another account than was asked for.
 */
export async function keepConnection(
	books: ConnectionBooks,
	{ identity, credential, wanted, at }: NewConnection,
): Promise<KeptConnection> {
	const { book, credentials, noteAlias } = books;
	const { id } = identity;
	const { kind: platform } = credential;
	const known = await book.find(id);
	const renewed = known?.id === id;
	const username = renewed ? known.platform_username : await nameFor(book, { platform, identity, wanted });
	if (wanted !== undefined && !isNamed(wanted, [...namesOf(identity), id, ...(renewed ? [username] : [])]))
		throw otherIdentity(identity, wanted);
	const made = book.idOf({ platform, username });
	if ((await book.viaOf(made))?.webhook !== undefined)
		throw new StopFault(`The settings declare a webhook for ${platform} ${username}.`, {
			remedy: "Delete it there first: embedded.accounts.",
		});
	const holder = await book.named({ platform, username });
	if (holder && holder.id !== made && holder.id !== id)
		throw nameTaken({ platform, username: holder.platform_username, id: holder.id });
	await noteAlias(made, id);
	await credentials.held(id, () => credentials.put(id, credential));
	const tokenEndsAt = authorizationEnd(credential);
	await book.connect({ platform, username, id, via: platform, ...defined({ tokenEndsAt }) }, at);
	return { id, username, renewed };
}

/** The identity that was asked for. Throws `StopFault` where it is none of them. Undefined: ask which. */
export function identityWanted(
	identities: readonly PlatformIdentity[],
	wanted: string | undefined,
): PlatformIdentity | undefined {
	const [first, ...others] = identities;
	if (wanted === undefined || others.length === 0) return others.length === 0 ? first : undefined;
	const found = identities.filter((each) => isNamed(wanted, [...namesOf(each), each.id]));
	if (found.length === 1) return found[0];
	throw new StopFault(`\`${wanted}\` names ${found.length} of the accounts that were allowed.`, {
		remedy: `Name one by its id: ${identities.map(({ id, title }) => `${id} (${title})`).join(", ")}`,
	});
}

/** As people know it. */
export function describeIdentity({ id, title, handle }: PlatformIdentity): string {
	return `${title} (${handle === undefined ? "" : `@${handle}, `}${id})`;
}

function otherIdentity(identity: PlatformIdentity, wanted: string): StopFault {
	return new StopFault(`The account that was allowed is ${describeIdentity(identity)}, not \`${wanted}\`.`, {
		remedy: "Nothing was connected. Connect again and choose the account that is meant, or name this one.",
	});
}

interface Named {
	readonly platform: ApiPlatform;
	readonly identity: PlatformIdentity;
	readonly wanted: string | undefined;
}

/** What is free, of the wanted name, of one that an account has here already, and of its own. */
async function nameFor(book: AccountBook, { platform, identity, wanted }: Named): Promise<string> {
	const names = namesOf(identity);
	const asked = names.find((name) => wanted !== undefined && isNamed(wanted, [name]));
	if (asked !== undefined)
		return (await book.named({ platform, username: asked }))?.platform_username ?? asked;
	const free: string[] = [];
	for (const username of names) {
		const other = await book.named({ platform, username });
		if (other?.id === book.idOf({ platform, username })) return other.platform_username;
		if (other === undefined) free.push(username);
	}
	return free[0] ?? identity.id;
}

/** Names that may stand in campaigns and name a folder. */
function namesOf({ handle, title }: PlatformIdentity): readonly string[] {
	return [handle ?? "", title].filter(
		(name) => name.length <= 200 && /^[^\s/\\.]([^/\\\p{Cc}]*[^\s/\\\p{Cc}])?$/u.test(name),
	);
}

function isNamed(wanted: string, names: readonly string[]): boolean {
	return names.some((name) => plain(name) === plain(wanted));
}

function plain(name: string): string {
	return name.trim().replace(/^@/, "").normalize("NFC").toLowerCase();
}
