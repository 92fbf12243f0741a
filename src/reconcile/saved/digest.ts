import type { AddressText } from "../../model/address.ts";
import { followsCancel } from "../../model/follows-cancel.ts";
import type { Change, Plan } from "../../model/plan.ts";
import type { LedgerEntry } from "../../model/snapshot.ts";
import { sha256 } from "../../system/files.ts";
import { isPerformable } from "../perform.ts";

/** sha256 of plain data, whatever the order of its keys. */
export function digestOf(value: unknown): string {
	return sha256(JSON.stringify(value, (_, each: unknown) => sorted(each)));
}

/**
 * What each change that does something does exactly, by address. Where a file lies and which account id a
 * name has is not part of it.
 */
export function digestsOf({ changes }: Pick<Plan, "changes">): Readonly<Record<AddressText, string>> {
	return Object.fromEntries(
		changes.filter(isCovered).map((change) => [change.address, digestOf(essence(change))]),
	) as Readonly<Record<AddressText, string>>;
}

/** Whether a saved plan approves a change, now or once the plan itself made way for it. */
export function isCovered(change: Change): boolean {
	return isPerformable(change) || followsCancel(change);
}

/** What was posted, whatever it is called by now. */
export function ledgerDigest(ledger: readonly LedgerEntry[]): string {
	return digestOf(
		ledger.map(({ source, moment, account, operation }) => [
			source,
			moment.from,
			moment.to,
			account,
			operation,
		]),
	);
}

function essence(change: Change): unknown {
	const { action } = change;
	if ("request" in change) return { action, request: change.request };
	return "operation" in change ? { action, operation: change.operation.id } : { action };
}

function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
