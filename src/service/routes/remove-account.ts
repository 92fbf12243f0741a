import { isApiPlatform } from "../../model/platform-app.ts";
import { workersOf } from "../core.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { endConnection } from "../platforms/end-connection.ts";
import { Refusal } from "../refusal.ts";

/** Extension: forgets a connected account and revokes its tokens. Its scheduled posts wait for it. */
export const removeAccount: Handler = async (core, exchange) => {
	workersOf(core);
	const id = exchange.req.param("id") ?? "";
	const { credentials, options } = core;
	if (credentials && isApiPlatform((await core.accounts.viaOf(id))?.kind)) {
		const account = (await core.accounts.find(id))?.id ?? id;
		const tools = { now: options.clock.now, signal: new AbortController().signal };
		await endConnection({ credentials, apps: options.apps ?? {} }, account, tools);
	}
	const found = await core.accounts.remove(id);
	if (found === "absent") throw new Refusal(404, "No connected account has this id.");
	if (found === "declared")
		throw new Refusal(
			409,
			"This account is declared in the settings of the service (embedded.accounts): delete it there.",
		);
	return answer(exchange, { id });
};
