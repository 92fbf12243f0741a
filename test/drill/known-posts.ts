import { knowledgeOf, sourcesOf } from "../../src/state/ledger/facts.ts";
import type { PostgresPosts } from "../../src/state/postgres/place.ts";
import type { Home } from "./ground.ts";
import { ledgerIn, SCOPE } from "./process.ts";

/** What the posts of a workspace are called, and what the user of a home knows of accounts and sources. */
export function knownIn(home: Home, workspace: string): Pick<PostgresPosts, "naming" | "knowledge"> {
	return {
		naming: async (lineage) => ({ scope: SCOPE, lineage, workspace }),
		async knowledge(scope) {
			const facts = await ledgerIn(home).facts();
			return { ...knowledgeOf(facts, scope), sources: sourcesOf(facts, []) };
		},
	};
}
