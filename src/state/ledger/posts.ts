import { parseAccountKey } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import { occurrenceOf } from "../../model/occurrence.ts";
import type { Operation, LedgerEntry as StateMoment } from "../../model/snapshot.ts";
import { comparedKey } from "../../model/source-key.ts";
import { momentOf } from "../snapshot/fold.ts";
import type { LedgerAccount, LedgerPost, Scope } from "./records.ts";

/** What a state's moments are called in the ledger. */
export interface Naming {
	readonly scope: Scope;
	readonly lineage: string;
	/** Short id of the workspace. */
	readonly workspace: string;
}

/** The post that an armed attempt is. Undefined: it is none. */
export function postOf(operation: Operation, naming: Naming, at: StateMoment["at"]): LedgerPost | undefined {
	const moment = momentOf(operation, at);
	return moment && { ...postOfMoment(moment, naming), account: accountOf(moment.account, idIn(operation)) };
}

/** The post that a moment of a state's own ledger is. */
export function postOfMoment(moment: StateMoment, naming: Naming): LedgerPost {
	const { source, account, address, operation, at, scheduledAt } = moment;
	const { scope, lineage, workspace } = naming;
	return {
		...{ operation, at, scope, lineage, workspace, address },
		// Joins are looked up when posts are compared, so that a join can be disputed.
		content: comparedKey(source),
		account: accountOf(account, undefined),
		moment: moment.moment,
		occurrence: occurrenceOf(address),
		...defined({ scheduledAt }),
	};
}

/** How many times the moment of an attempt may be posted to its account. */
export function repeatOf({ kind, wanted }: Operation): number {
	return kind === "publish" ? (wanted.repeat ?? 1) : 1;
}

/** `platform:handle`, as a state names accounts. */
function accountOf(key: string, id: string | undefined): LedgerAccount {
	const { platform, username } = parseAccountKey(key);
	return defined({ id, platform, handle: username });
}

/**
 * The account's id at the service: the one key of `publish_configs` (interface 4.3). Undefined: the request
 * was lost.
 */
function idIn(operation: Operation): string | undefined {
	if (!ids.has(operation)) ids.set(operation, idOf(operation));
	return ids.get(operation);
}

/** An attempt is asked about when it is armed, and when it ends. */
const ids = new WeakMap<Operation, string | undefined>();

function idOf({ payload }: Operation): string | undefined {
	try {
		const { publish_configs: configs } = JSON.parse(payload) as { publish_configs?: object };
		const ids = Object.keys(configs ?? {});
		return ids.length === 1 ? ids[0] : undefined;
	} catch {
		return undefined;
	}
}
