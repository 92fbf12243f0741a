import { type AddressText, parseAddress, videoAddress } from "../model/address.ts";
import type { AgendaItem, AgendaStatus } from "../model/agenda.ts";
import type { EpochMs } from "../model/brand.ts";
import { clipName } from "../model/clip-name.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { PostRequest } from "../model/post.ts";
import type { Operation, ResourceState, Snapshot } from "../model/snapshot.ts";

/** What an agenda is a function of. The plan is made of this snapshot. */
export interface AgendaParts {
	readonly snapshot: Snapshot;
	readonly plan: Pick<Plan, "changes">;
	readonly now: EpochMs;
	/** The service tells how a publishing task ended. */
	readonly publishStatus: boolean;
}

/**
 * How things stand with every address that state knows or the plan names, by time; what has none comes last,
 * in the order of the addresses.
 */
export function agendaOf({ snapshot, plan, now, publishStatus }: AgendaParts): readonly AgendaItem[] {
	const changes = new Map(plan.changes.map((change) => [change.address, change]));
	const operations = new Map(
		Object.values(snapshot.operations).map((operation) => [operation.address, operation]),
	);
	const addresses = new Set([...keysOf(snapshot.resources), ...changes.keys(), ...operations.keys()]);
	const titleOf = clipTitles(snapshot);
	const items = [...addresses].map((address) => {
		const known = {
			state: stateOf(snapshot.resources[address], changes.get(address)),
			change: changes.get(address),
			operation: operations.get(address),
		};
		const about = named(known, () => titleOf(address));
		return { ...itemOf(address, known, { now, publishStatus }), ...about };
	});
	return items.sort(
		(a, b) =>
			(a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY) ||
			(a.address < b.address ? -1 : 1),
	);
}

/** What was cancelled by hand and is made anew is what it will be. */
function stateOf(state: ResourceState | undefined, change: Change | undefined): ResourceState | undefined {
	const isReplaced = state?.kind === "post" && state.withdrawn !== undefined && change !== undefined;
	return isReplaced && change.reason !== "withdrawn" ? undefined : state;
}

interface KnownItem {
	readonly state: ResourceState | undefined;
	readonly change: Change | undefined;
	readonly operation: Operation | undefined;
}

type Clock = Pick<AgendaParts, "now" | "publishStatus">;

function itemOf(address: AddressText, known: KnownItem, clock: Clock): AgendaItem {
	const { state, change, operation } = known;
	const at = timeOf(known);
	return {
		address,
		standing: statusOf(known, clock),
		...defined({ at, state, change, operation }),
	};
}

/** Title and account of a post. */
function named(known: KnownItem, clipTitle: () => string | undefined): Pick<AgendaItem, "title" | "account"> {
	const request = requestOf(known);
	const title =
		request?.body.title ??
		(known.change?.action === "publish" ? known.change.title : undefined) ??
		clipTitle();
	return defined({ title, account: request?.account });
}

function requestOf({ state, change, operation }: KnownItem): PostRequest | undefined {
	if (state?.kind === "post") return state.request;
	if (operation?.kind === "publish") return operation.wanted;
	return change?.action === "publish" ? change.request : undefined;
}

/** The title of the clip that a post's address names. */
function clipTitles({ resources }: Snapshot): (address: AddressText) => string | undefined {
	const titles = new Map<string, string>();
	for (const [address, state] of Object.entries(resources))
		for (const { moment, title } of (state.kind === "video" && state.result?.clips) || [])
			titles.set(clipName(address, moment), title);
	return (text) => {
		const address = parseAddress(text);
		if (address?.kind !== "post" || address.moment === "*") return undefined;
		return titles.get(clipName(videoAddress(address.campaign, address.video), address.moment));
	};
}

function statusOf({ state, change, operation }: KnownItem, clock: Clock): AgendaStatus {
	if (operation) return "unknown";
	const known = state && statusOfState(state, clock);
	if (known === "failed" || known === "cancelled") return known;
	return (change && changeStatus(change, known)) ?? known ?? "done";
}

function statusOfState(state: ResourceState, { now, publishStatus }: Clock): AgendaStatus {
	switch (state.status) {
		case "ERROR":
			if (state.kind === "post" && state.tooLate !== undefined)
				return state.tooLate === "held" ? "attention" : "cancelled";
			return "failed";
		case "FAILED":
		case "PARTIAL_DONE":
			return "failed";
		case "CANCELLED":
		case "DONE":
			return state.status === "DONE" ? "done" : "cancelled";
	}
	if (state.kind !== "post") return state.result === undefined ? "waiting" : "done";
	if (state.needsAccount) return "waiting";
	// A service that does not tell how it ended leaves a post as it was taken: after its minute there is
	// nothing to wait for.
	return publishStatus || (state.request.scheduledAt ?? 0) > now ? "waiting" : "done";
}

/** Undefined: the change says nothing new. */
function changeStatus({ action }: Change, known: AgendaStatus | undefined): AgendaStatus | undefined {
	if (action === "attention" || action === "unknown") return action;
	if (action === "wait" || action === "read") return "waiting";
	return action === "forget" ? known : "todo";
}

/** What was taken stays where it is, whatever the campaign asks for now. */
function timeOf({ state, change, operation }: KnownItem): EpochMs | undefined {
	if (state?.kind === "post") return state.request.scheduledAt ?? state.acceptedAt;
	if (operation?.kind === "publish")
		return requestOf({ state, change, operation })?.scheduledAt ?? operation.armedAt ?? operation.at;
	if (change?.action === "publish") return change.request.scheduledAt;
	return change?.action === "wait" || change?.action === "attention"
		? (change.at ?? untilOf(change))
		: undefined;
}

function untilOf(change: Change): EpochMs | undefined {
	return change.action === "wait" ? change.until : undefined;
}
