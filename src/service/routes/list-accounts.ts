import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";

/** Interface 4.2: the connected accounts. */
export const listAccounts: Handler = async (core, exchange) => {
	const active = readFlag(exchange.req.query("active_only") ?? "false");
	if (active === undefined) throw new Refusal(422, "active_only must be true or false.");
	const accounts = await core.accounts.list();
	return answer(exchange, active ? accounts.filter((account) => account.token_valid) : accounts);
};

/** Clients write booleans as their languages do. */
function readFlag(text: string): boolean | undefined {
	if (/^(true|1)$/i.test(text)) return true;
	return /^(false|0)$/i.test(text) ? false : undefined;
}
