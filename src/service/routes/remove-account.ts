import { workersOf } from "../core.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";

/** Extension: forgets a connected account. Its scheduled posts wait until it is connected again. */
export const removeAccount: Handler = async (core, exchange) => {
	workersOf(core);
	const id = exchange.req.param("id") ?? "";
	const found = await core.accounts.remove(id);
	if (found === "absent") throw new Refusal(404, "No connected account has this id.");
	if (found === "declared")
		throw new Refusal(
			409,
			"This account is declared in the settings of the service (embedded.accounts): delete it there.",
		);
	return answer(exchange, { id });
};
