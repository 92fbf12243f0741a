import { parseAccountKey } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import { ledgerKey } from "../../model/ledger-key.ts";
import type { PostRequest } from "../../model/post.ts";
import type { Operation, OperationRequest, ResourceState, Snapshot } from "../../model/snapshot.ts";
import type { Attempted, GuardMemory } from "../guard/records.ts";

/**
 * Attempts that this machine knows to have been sent, and of which nothing else is left: without them
 * nobody would be asked what became of them, and a video would be paid for twice. What they asked for is
 * lost, so they can never be sent again. `ended`: whose end is known from elsewhere.
 */
export function unanswered(
	{ operations, resources }: Pick<Snapshot, "operations" | "resources">,
	known: GuardMemory,
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
	const { operation: id, address, at, moment } = attempt;
	const evidence = {
		error: "the record of this attempt was damaged; this machine remembers only that it was sent",
	};
	const nothing = { endpoint: "", payload: "", payloadSha256: "", host: "", pid: 0 };
	const sent = { id, address, phase: "unknown", at, armedAt: at, evidence } as const;
	return {
		...nothing,
		...sent,
		...requestOf(attempt),
		...defined({ ledgerKey: moment && ledgerKey(moment) }),
	};
}

/** What it asked for is lost: only what its address and its moment say is true. */
function requestOf({ kind, address, moment }: Attempted): OperationRequest {
	if (kind === "export") return { kind, wanted: { taskId: "", clips: [], export: { resolution: "720p" } } };
	if (kind === "publish") return { kind, wanted: lostPost(moment) };
	const clipping = { duration: "0-90s", moreResults: false, express: false } as const;
	return { kind, wanted: { source: { kind: "url", url: "" }, projectName: address, clipping } };
}

function lostPost(entry: Attempted["moment"]): PostRequest {
	const { source = "", moment = { from: 0, to: 0 }, account = ":", scheduledAt } = entry ?? {};
	return defined({
		taskId: "",
		idx: 0,
		moment,
		source,
		account: parseAccountKey(account),
		body: {},
		scheduledAt,
	});
}
