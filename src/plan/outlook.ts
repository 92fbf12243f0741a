import { defined } from "../model/defined.ts";
import type { Bounds, Outlook, PlannedUnits } from "../model/outlook.ts";
import type { Action, Change, SubmitChange } from "../model/plan.ts";
import { type AccountHealthParts, accountHealth } from "./account-health.ts";

/** What an outlook follows from. */
export interface OutlookParts extends Omit<AccountHealthParts, "accounts"> {
	/** Absent: not read, because nothing needed them. */
	readonly accounts: AccountHealthParts["accounts"] | undefined;
	readonly requestsPerMinute: number;
}

/** What doing a plan will take: units, posts, requests and time, and which accounts put posts at risk. */
export function outlookOf({ accounts, requestsPerMinute, ...known }: OutlookParts): Outlook {
	const { changes } = known.plan;
	return {
		units: unitsOf(changes),
		posts: boundsOf(changes, postsOf),
		requests: requestsOf(changes),
		...(Number.isFinite(requestsPerMinute) && { requestsPerMinute }),
		atRisk:
			accounts === undefined
				? []
				: accountHealth({ ...known, accounts }).filter(
						({ connected, atRisk }) => connected !== undefined && atRisk.length > 0,
					),
	};
}

function unitsOf(changes: readonly Change[]): PlannedUnits {
	const submits = changes.filter(
		(change): change is SubmitChange => change.action === "submit" || change.action === "resubmit",
	);
	const sum = (from: "length" | "history") =>
		submits.reduce((total, { units = 0, unitsFrom }) => total + (unitsFrom === from ? units : 0), 0);
	return {
		known: sum("length"),
		estimated: sum("history"),
		unknown: submits.filter(({ units }) => units === undefined).length,
	};
}

function boundsOf(changes: readonly Change[], of: (change: Change) => Bounds): Bounds {
	const all = changes.map(of);
	const most = all.reduce((sum, each) => sum + (each.most ?? Number.POSITIVE_INFINITY), 0);
	return { least: all.reduce((sum, each) => sum + each.least, 0), ...(Number.isFinite(most) && { most }) };
}

const NONE: Bounds = { least: 0, most: 0 };
const ONE: Bounds = { least: 1, most: 1 };

function postsOf(change: Change): Bounds {
	if (change.action === "publish" || change.action === "replace") return ONE;
	return change.action === "publish-bounded" ? bound(change.atMost) : NONE;
}

function bound(most: number | undefined): Bounds {
	return { least: 0, ...defined({ most }) };
}

/** Reading the accounts is one more, once a run. */
function requestsOf(changes: readonly Change[]): Bounds {
	const { least, most } = boundsOf(changes, (change) => REQUESTS[change.action](change));
	const posts = boundsOf(changes, postsOf);
	const accounts = { least: posts.least > 0 ? 1 : 0, most: posts.most === 0 ? 0 : 1 };
	return {
		least: least + accounts.least,
		...defined({ most: most === undefined ? undefined : most + accounts.most }),
	};
}

/** One write, and two reads at least. */
const RENDERING: Bounds = { least: 3, most: 3 };

/**
 * Submitting a file asks for an upload first; the bytes themselves do not count. A submitted task is read
 * twice at least: until it has ended, and until it has settled.
 */
const REQUESTS = {
	submit: submission,
	resubmit: submission,
	render: () => RENDERING,
	rerender: () => RENDERING,
	publish: () => ONE,
	"publish-bounded": (change) => (change.action === "publish-bounded" ? bound(change.atMost) : NONE),
	// It is read first.
	update: () => ({ least: 2, most: 2 }),
	// Read, cancelled, read again, and made anew.
	replace: () => ({ least: 4, most: 4 }),
	cancel: () => ({ least: 3, most: 3 }),
	repeat: () => ONE,
	read: () => ONE,
	wait: (change) => (change.reason === "task-running" ? ONE : NONE),
	attention: () => NONE,
	unknown: () => NONE,
	forget: () => NONE,
} as const satisfies Record<Action, (change: Change) => Bounds>;

function submission(change: Change): Bounds {
	const requests = "source" in change && change.source.kind === "file" ? 4 : 3;
	return { least: requests, most: requests };
}
