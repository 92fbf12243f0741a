import { isApiPlatform } from "../../model/platform-app.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { AccountBook } from "../store/accounts.ts";
import { connectCommand } from "./connect-command.ts";
import type { Destination } from "./destination.ts";
import type { Destinations } from "./destinations/destinations.ts";
import { NotSentFault } from "./destinations/not-sent-fault.ts";

interface Parts {
	readonly accounts: Pick<AccountBook, "viaOf" | "find" | "idOf">;
	/** Absent: accounts have none. */
	readonly credentials: Credentials | undefined;
	readonly destinations: Destinations;
	/** Those of this program, by the account's id. */
	readonly programs: ReadonlyMap<string, Destination>;
}

/**
 * Where the posts of an account go, as it is connected now. Throws a `Fault` where that cannot be told: a
 * post never goes anywhere else instead.
 */
export function accountDestination({
	accounts,
	credentials,
	destinations,
	programs,
}: Parts): (accountId: string) => Promise<Destination> {
	return async (accountId) => {
		const via = await accounts.viaOf(accountId);
		if (via === undefined) return destinations(undefined);
		if (via.webhook !== undefined) return destinations({ kind: "webhook", ...via.webhook });
		if (via.kind === "program")
			return programs.get(await nameId(accountId, accounts)) ?? noProgram(accountId);
		if (isApiPlatform(via.kind)) return destinations({ kind: via.kind });
		const credential = await credentials?.get((await accounts.find(accountId))?.id ?? accountId);
		if (credential?.kind === via.kind) return destinations(credential);
		throw new NotSentFault(`This machine has no ${via.kind} for the account ${accountId}.`, {
			remedy: await howToConnect(accountId, via.kind, accounts),
		});
	};
}

/** The id that is made of its name: a program knows no other. */
async function nameId(accountId: string, { find, idOf }: Parts["accounts"]): Promise<string> {
	const account = await find(accountId);
	return account ? idOf({ platform: account.platform, username: account.platform_username }) : accountId;
}

async function howToConnect(
	accountId: string,
	kind: "webhook" | "command",
	{ find }: Pick<AccountBook, "find">,
): Promise<string> {
	const account = await find(accountId);
	if (account === undefined) return "Connect it again: showrun accounts connect --help";
	const { platform, platform_username: username } = account;
	return `Connect it again: ${connectCommand(kind, { platform, username })}`;
}

function noProgram(accountId: string): never {
	throw new NotSentFault(`A program delivers the posts of the account ${accountId}, and it is not running.`, {
		remedy: "Start it: it embeds the service (showrun/service).",
	});
}
