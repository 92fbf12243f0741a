import type { Change } from "../model/plan.ts";
import { why } from "../views/change.ts";
import { remedySentence } from "../views/sentences/remedies.ts";
import type { Notice } from "./daemon.ts";

/** Which addresses a person has to look at, each told once for as long as it is so. */
export interface Blocked {
	/** The notices for what has come since the last time; what is settled again is forgotten. */
	tell(changes: readonly Change[]): readonly Notice[];
}

/** More than these at once are counted, not named: a log is no plan. */
const MOST_NAMED = 20;

/** Whether nothing goes on at an address until a person did something. */
export function isBlocked({ action }: Change): boolean {
	return action === "attention" || action === "unknown";
}

/** Nothing was told yet. */
export function noneBlocked(): Blocked {
	let told: ReadonlySet<string> = new Set();
	return {
		tell: (changes) => {
			const now = changes.filter(isBlocked);
			const fresh = now.filter((change) => !told.has(keyOf(change)));
			told = new Set(now.map(keyOf));
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
