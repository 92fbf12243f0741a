import type { AccountRef, Platform } from "../../model/account.ts";
import { ledgerKey, type Operation, type ResourceState, type Snapshot } from "../../model/snapshot.ts";
import type { Attempted, Known } from "../guard/records.ts";

/**
 * Attempts that this machine knows to have been sent, and of which nothing else is left: without them nobody would be asked what became of them, and a video
 * would be paid for twice. What they asked for is lost, so they can never be sent again. `ended`: whose end is known from elsewhere.
 */
export function unanswered(
	{ operations, resources }: Pick<Snapshot, "operations" | "resources">,
	known: Known,
	ended: ReadonlySet<string>,
): Operation[] {
	const taken = new Set(Object.values(operations).map(({ address }) => address));
	return [...known.attempts.values()].flatMap((attempt) => {
		const { operation, address, became } = attempt;
		if (became !== "armed" && became !== "unknown") return [];
		if (
			Object.hasOwn(operations, operation) ||
			taken.has(address) ||
			ended.has(operation) ||
			madeSince(resources[address], attempt)
		)
			return [];
		return [lostOperation(attempt)];
	});
}

/** What was accepted later than an attempt began is what came of it. */
function madeSince(state: ResourceState | undefined, { at }: Attempted): boolean {
	if (state === undefined) return false;
	return (state.kind === "post" ? state.acceptedAt : state.submittedAt) > at;
}

function lostOperation(attempt: Attempted): Operation {
	const { operation: id, address, kind, at, moment } = attempt;
	const evidence = {
		error: "the record of this attempt was damaged; this machine remembers only that it was sent",
	};
	const nothing = { endpoint: "", payload: "", payloadSha256: "", host: "", pid: 0 };
	return {
		...nothing,
		id,
		address,
		kind,
		phase: "unknown",
		at,
		armedAt: at,
		wanted: wantedOf(attempt),
		evidence,
		...(moment && { ledgerKey: ledgerKey(moment) }),
	};
}

function wantedOf({ kind, address, moment }: Attempted): Operation["wanted"] {
	if (kind === "export") return { taskId: "", clips: [], export: { resolution: "720p" } };
	if (kind === "submit" || moment === undefined)
		return {
			source: { kind: "url", url: "" },
			projectName: address,
			clipping: { duration: "0-90s", moreResults: false, express: false },
		};
	const { source, account, scheduledAt } = moment;
	const about = { taskId: "", idx: 0, moment: moment.moment, source, account: accountOf(account), body: {} };
	return { ...about, ...(scheduledAt !== undefined && { scheduledAt }) };
}

function accountOf(key: string): AccountRef {
	const at = key.indexOf(":");
	return { platform: key.slice(0, at) as Platform, username: key.slice(at + 1) };
}
