import { publishBody } from "../api/convert.ts";
import type { PublishReading } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { PostRequest } from "../model/post.ts";
import { same } from "../model/same.ts";
import type { JournalEntry, PostState, Snapshot } from "../model/snapshot.ts";
import { windowOf } from "../plan/window.ts";
import type { RunContext } from "./context.ts";
import { serviceNow } from "./service-time.ts";

/** A post of the state, with the attempt that handed it over. */
export interface HeldPost {
	readonly address: AddressText;
	readonly state: PostState;
	readonly operation: string;
}

/** The post under an address. */
export function heldPost({ resources, ledger }: Snapshot, address: AddressText): HeldPost {
	const state = resources[address];
	if (state?.kind !== "post") throw new Error(`${address} is no post in the state.`);
	const operation = ledger.findLast((entry) => entry.address === address)?.operation ?? "";
	return { address, state, operation };
}

/**
 * What a read tells that the state does not know. A post that is cancelled is ours to have cancelled only
 * where the journal says so; else somebody did it by hand. Undefined: nothing.
 */
export function learntOf(post: HeldPost, reading: PublishReading, at: EpochMs): JournalEntry | undefined {
	const { address, operation } = post;
	const { cancelling, updating } = post.state;
	const { status, version } = reading;
	if (cancelling !== undefined && status === "CANCELLED") {
		const why = `the service says CANCELLED${version === undefined ? "" : ` (version ${version})`}`;
		return { why, ...cancelling, type: "withdrawn", address, operation, at };
	}
	const request = requestHeld(post.state, reading);
	// What is still on its way may arrive: it stays in the journal until the service says more.
	if (updating !== undefined && isWaiting(reading))
		return version === updating.version ? undefined : { type: "updated", address, operation, at, request };
	const isUnsettled = (cancelling ?? updating) !== undefined;
	const resource = stateRead({ ...post.state, request }, reading);
	if (isUnsettled ? isWaiting(reading) : same(resource, post.state)) return undefined;
	return { type: "resource", address, at, resource };
}

/** The post as the service says it is. */
function stateRead(state: PostState, reading: PublishReading): PostState {
	const { cancelling, updating, error: _, location: __, late: ___, tooLate: ____, ...rest } = state;
	const { needsAccount: _____, waitsUntil: ______, ...kept } = rest;
	const { status, error, location, late, tooLate, needsAccount, waitsUntil } = reading;
	return { ...kept, status, ...defined({ error, location, late, tooLate, needsAccount, waitsUntil }) };
}

/** What the service holds where a change was under way: its texts are those that it had, or was to get. */
function requestHeld(
	{ request, updating }: PostState,
	{ configs = {}, scheduledAt }: PublishReading,
): PostRequest {
	if (updating === undefined) return request;
	const [accountId = ""] = Object.keys(configs);
	const { publish_configs } = publishBody(updating.request, accountId);
	const held = same(configs[accountId], publish_configs[accountId]) ? updating.request : request;
	return { ...held, ...defined({ scheduledAt }) };
}

/** Whether the service can still change it. */
function isWaiting({ status }: PublishReading): boolean {
	return status === "PENDING" || status === "SCHEDULED";
}

/** Records what is under way or over, so that the next plan knows it, and throws. */
export async function mustWait(context: RunContext, post: HeldPost, reading: PublishReading): Promise<void> {
	if (isWaiting(reading)) return;
	const { writer, clock } = context;
	const entry = learntOf(post, reading, clock.now());
	if (entry !== undefined) await writer.append(entry);
	throw new StopFault(`Too late to change it: the service says ${reading.status}.`, {
		remedy: "Nothing was changed. See what it is now: showrun plan",
	});
}

/** Somebody who gave it another time meanwhile had a reason, which a person has to see first. */
export async function mustBeAsRecorded(
	{ writer, clock }: RunContext,
	{ address, state: { request }, operation }: HeldPost,
	{ reading, asked }: { readonly reading: PublishReading; readonly asked?: EpochMs | undefined },
): Promise<void> {
	const { scheduledAt } = reading;
	if (scheduledAt === undefined || scheduledAt === request.scheduledAt || scheduledAt === asked) return;
	const learnt = { ...request, scheduledAt };
	await writer.append({ type: "updated", address, operation, at: clock.now(), request: learnt });
	throw staleFault();
}

/** The service changes nothing that is due within 5 minutes, or is to be. */
export function mustBeAhead(context: RunContext, times: readonly (EpochMs | undefined)[]): void {
	const now = serviceNow(context);
	if (times.every((at) => at === undefined || windowOf(at, now).kind !== "too-late")) return;
	throw new StopFault("Too late to change it: less than the service's 5 minutes are left.", {
		remedy: "Nothing was changed. Give it a later time in `at:`, or change it once it is out.",
	});
}

/** Another version is held than was read. */
export function staleFault(): StopFault {
	return new StopFault("It was changed at the service since it was read.", {
		remedy: "Nothing was changed. Look at it in a new plan: showrun plan",
	});
}

/** Without a version a change could meet something else than was read. */
export function unversionedFault(): StopFault {
	return new StopFault("The service does not say which version of the post it holds.", {
		remedy: "Nothing was changed. Change it in the service's own calendar.",
	});
}
