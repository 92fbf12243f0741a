import type { Settings } from "../../model/settings.ts";
import type { ConnectionBooks } from "../../service/platforms/keep-connection.ts";
import { systemClock } from "../../system/clock.ts";
import { ledgerOf, scopeOf } from "./ledger.ts";

/** Writes into the ledger of this user that the ids are one account. Durable before it resolves. */
export function aliasNoter(settings: Settings): ConnectionBooks["noteAlias"] {
	return async (made, id) => {
		const [ledger, scope] = [await ledgerOf(settings), await scopeOf(settings)];
		const isNoted = (word: { readonly scope: string; readonly a: string; readonly b: string }) =>
			word.scope === scope && word.a === made && word.b === id;
		const at = systemClock.now();
		await ledger.note(({ words }) =>
			words.some(isNoted)
				? []
				: [{ type: "account-word", scope, a: made, b: id, as: "same", by: "accounts connect", at }],
		);
	};
}
