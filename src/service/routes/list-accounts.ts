import { isApiPlatform } from "../../model/platform-app.ts";
import type { WireAccount } from "../../wire/messages.gen.ts";
import type { Core } from "../core.ts";
import { NotSentFault } from "../delivery/destinations/not-sent-fault.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";

/** Interface 4.2: the connected accounts. */
export const listAccounts: Handler = async (core, exchange) => {
	const active = readFlag(exchange.req.query("active_only") ?? "false");
	if (active === undefined) throw new Refusal(422, "active_only must be true or false.");
	const accounts = await core.accounts.list();
	const listed = active ? accounts.filter((account) => account.token_valid) : accounts;
	return answer(exchange, await Promise.all(listed.map((account) => withQuota(core, account))));
};

/** Extension: what is left of the quota of its app, as far as it is counted here. */
async function withQuota(core: Core, account: WireAccount): Promise<WireAccount> {
	const via = await core.accounts.viaOf(account.id);
	if (!isApiPlatform(via?.kind)) return account;
	try {
		const quota = await (await core.destinationOf(account.id)).quota?.();
		return quota === undefined ? account : { ...account, quota };
	} catch (error) {
		// Its posts wait, and say why.
		if (error instanceof NotSentFault) return account;
		throw error;
	}
}

/** Clients write booleans as their languages do. */
function readFlag(text: string): boolean | undefined {
	if (/^(true|1)$/i.test(text)) return true;
	return /^(false|0)$/i.test(text) ? false : undefined;
}
