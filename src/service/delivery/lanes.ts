import pLimit, { type LimitFunction } from "p-limit";

/** How many posts of one account are prepared and published at once. */
export interface Lane {
	readonly prepare: LimitFunction;
	readonly publish: LimitFunction;
}

/** How many posts of one account are prepared at once. */
const PREPARED_AT_ONCE = 2;

/** Accounts do not wait for each other; one post of an account is published at a time. */
export function openLanes(): (accountId: string) => Lane {
	const byAccount = new Map<string, Lane>();
	return (accountId) => {
		const lane = byAccount.get(accountId) ?? { prepare: pLimit(PREPARED_AT_ONCE), publish: pLimit(1) };
		byAccount.set(accountId, lane);
		return lane;
	};
}
