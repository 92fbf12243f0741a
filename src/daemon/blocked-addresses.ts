import type { Notice } from "../model/notice.ts";
import type { Change } from "../model/plan.ts";
import { why } from "../views/change.ts";
import { remedySentence } from "../views/sentences/remedies.ts";

/** Which addresses wait for a person; each is reported once for as long as it does. */
export interface BlockedAddresses {
	/** The notices for what is blocked since the last time; what is no longer blocked is forgotten. */
	report(changes: readonly Change[]): readonly Notice[];
}

/** More than these at once are counted, not named: `showrun plan` names them. */
const MOST_NAMED = 20;

/** Whether an address waits for a person. */
export function isBlocked({ action }: Change): boolean {
	return action === "attention" || action === "unknown";
}

/** Starts with nothing reported. */
export function trackBlocked(): BlockedAddresses {
	let reported: ReadonlySet<string> = new Set();
	return {
		report: (changes) => {
			const now = changes.filter(isBlocked);
			const fresh = now.filter((change) => !reported.has(keyOf(change)));
			reported = new Set(now.map(keyOf));
			const more = fresh.length - MOST_NAMED;
			const counted: readonly Notice[] =
				more > 0
					? [
							{
								level: "warn",
								message: `${more} more addresses are blocked`,
								remedy: "showrun plan names them",
							},
						]
					: [];
			return [...fresh.slice(0, MOST_NAMED).map(noticeOf), ...counted];
		},
	};
}

function keyOf(change: Change): string {
	const { address, reason, reasonData, differences } = change;
	const operation = change.action === "unknown" ? change.operation.id : undefined;
	return JSON.stringify([address, reason, reasonData, differences, operation]);
}

function noticeOf(change: Change): Notice {
	const remedy = change.action === "attention" ? remedySentence(change.remedy) : "showrun resolve";
	return { level: "warn", message: "blocked", address: change.address, why: why(change), remedy };
}
