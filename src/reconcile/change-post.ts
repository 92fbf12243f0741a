import type { PostChanged, PublishReading } from "../api/port.ts";
import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { UpdateChange } from "../model/plan.ts";
import type { PostState } from "../model/snapshot.ts";
import { windowOf } from "../plan/window.ts";
import type { RunContext } from "./context.ts";
import { mustAgreeOnTime, serviceNow } from "./service-time.ts";

/**
 * Gives a post that waits what is asked for now. It is read first, and changed only as it was read: should
 * the process die in between, the next run finds what the service holds and does the rest.
 */
export async function updatePost(context: RunContext, change: UpdateChange): Promise<void> {
	const { address, action, request, taskId } = change;
	const { service, signal, emit, writer, clock } = context;
	mustAgreeOnTime(context);
	const held = { address, taskId, state: stateOf(context, address) };
	const reading = await service.publishTask(taskId, signal);
	await mustWait(context, held, reading);
	await mustBeAsRecorded(context, held, { reading, asked: request.scheduledAt });
	mustBeAhead(context, [reading.scheduledAt, request.scheduledAt]);
	const [accountId] = Object.keys(reading.configs ?? {});
	const { version } = reading;
	if (version === undefined || accountId === undefined) throw unversionedFault();
	emit({ type: "sending", address, action });
	const changed = await service.updatePost({ taskId, version }, { request, accountId }, signal);
	await mustBeDone(context, held, changed);
	const operation = operationOf(context, address);
	await writer.append({ type: "updated", address, operation, at: clock.now(), request });
	emit({ type: "sent", address, action, outcome: "done", message: "updated" });
}

/** A post of the state, under its id at the service. */
interface Held {
	readonly address: AddressText;
	readonly state: PostState;
}

function stateOf({ writer }: RunContext, address: AddressText): PostState {
	const state = writer.current().resources[address];
	if (state?.kind === "post") return state;
	throw new Error(`${address} is no post in the state.`);
}

/** The attempt that handed it over. */
function operationOf({ writer }: RunContext, address: AddressText): string {
	return writer.current().ledger.findLast((entry) => entry.address === address)?.operation ?? "";
}

/** What is under way or over is recorded, so that the next plan knows it. */
async function mustWait(context: RunContext, held: Held, reading: PublishReading): Promise<void> {
	if (isWaiting(reading)) return;
	await learn(context, held, { ...held.state, ...statusOf(reading) });
	throw new StopFault(`Too late to change it: the service says ${reading.status}.`, {
		remedy: "Nothing was changed. See what it is now: showrun plan",
	});
}

/** Somebody who gave it another time meanwhile had a reason, which a person has to see first. */
async function mustBeAsRecorded(
	context: RunContext,
	held: Held,
	{ reading, asked }: { readonly reading: PublishReading; readonly asked: EpochMs | undefined },
): Promise<void> {
	const { scheduledAt } = reading;
	const { request } = held.state;
	if (scheduledAt === undefined || scheduledAt === request.scheduledAt || scheduledAt === asked) return;
	const operation = operationOf(context, held.address);
	const at = context.clock.now();
	const learnt = { ...request, scheduledAt };
	await context.writer.append({ type: "updated", address: held.address, operation, at, request: learnt });
	throw staleFault();
}

function mustBeAhead(context: RunContext, times: readonly (EpochMs | undefined)[]): void {
	const now = serviceNow(context);
	if (times.every((at) => at === undefined || windowOf(at, now).kind !== "too-late")) return;
	throw new StopFault("Too late to change it: less than the service's 5 minutes are left.", {
		remedy: "Nothing was changed. Give it a later time in `at:`, or change it once it is out.",
	});
}

async function mustBeDone(context: RunContext, held: Held, changed: PostChanged): Promise<void> {
	if (changed.class === "done") return;
	await mustWait(context, held, changed.reading);
	throw staleFault();
}

async function learn({ writer, clock }: RunContext, { address }: Held, resource: PostState): Promise<void> {
	await writer.append({ type: "resource", address, at: clock.now(), resource });
}

function isWaiting({ status }: PublishReading): boolean {
	return status === "PENDING" || status === "SCHEDULED";
}

function statusOf({ status, error, location, late }: PublishReading): Partial<PostState> {
	return { status, ...defined({ error, location, late }) };
}

function staleFault(): StopFault {
	return new StopFault("It was changed at the service since it was read.", {
		remedy: "Nothing was changed. Look at it in a new plan: showrun plan",
	});
}

function unversionedFault(): StopFault {
	return new StopFault("The service does not say which version of the post it holds.", {
		remedy: "Nothing was changed. Change it in the service's own calendar.",
	});
}
