import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";

/** Interface 4.2: the connected accounts. */
export const listAccounts: Handler = async (core, exchange) => {
	const only = exchange.req.query("active_only") ?? "false";
	if (only !== "true" && only !== "false") throw new Refusal(422, "active_only must be true or false.");
	const accounts = await core.accounts.list();
	return answer(exchange, only === "true" ? accounts.filter((account) => account.token_valid) : accounts);
};
