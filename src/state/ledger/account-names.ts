import { type Facts, knowledgeOf, relatedAccounts } from "./facts.ts";
import type { LedgerAccount, Scope } from "./records.ts";

/** What accounts are called: whatever may be one of them has one of these ids, or handles. */
export interface AccountNames {
	readonly ids: readonly string[];
	readonly handles: readonly string[];
}

/** Names of accounts, with those that they had, and those of the ones that people said to be the same. */
export function namesOf(facts: Facts, scope: Scope, accounts: readonly LedgerAccount[]): AccountNames {
	const { handlesOf } = knowledgeOf(facts, scope);
	const related = accounts.flatMap((account) => [
		account,
		...relatedAccounts(facts, scope, account).map(([, each]) => each),
	]);
	const ids = new Set([
		...related.flatMap(({ id }) => (id === undefined ? [] : [id])),
		...facts.words.flatMap(({ a, b }) => [a, b]),
	]);
	const handles = new Set([...related.map(({ handle }) => handle), ...[...ids].flatMap(handlesOf)]);
	return { ids: [...ids], handles: [...handles] };
}
