import type { Answers, Call, CallOutcome } from "../api/port.ts";
import { CHECK_AND_RESOLVE } from "../api/verdicts.ts";
import type { Account } from "../model/account.ts";
import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { isFatal } from "../model/fault.ts";
import type { Operation, OperationKind, OperationRequest, ResourceState } from "../model/snapshot.ts";
import { SettledFault } from "../state/ledger/ledger-fault.ts";
import { operationId } from "../system/operation-id.ts";
import type { Ending } from "../system/sending/ending.ts";
import type { Concurrency } from "./concurrency.ts";
import type { RunContext } from "./context.ts";
import { refusalNote } from "./refusals.ts";
import { otherClocks } from "./service-time.ts";
import { mustNotBeSuspended } from "./suspended.ts";

/** One write, with what it is for. */
export interface WriteAttempt<Kind extends OperationKind> {
	readonly address: AddressText;
	readonly call: Call<Kind>;
	readonly request: Extract<OperationRequest, { readonly kind: Kind }>;
	readonly ledgerKey?: string;
	/** The account of a post. */
	readonly account?: Account;
	/** Where it takes its turn when it is ready to be armed. Absent: it has one already. */
	readonly concurrency?: Concurrency;
	/** Made before the last byte leaves: throws a Fault when the call must not be made any more. */
	readonly lastCheck: () => void;
	readonly resource: (answer: Answers[Kind], at: EpochMs) => ResourceState;
}

/**
 * A repeated POST is a second public post, so: the intent is on disk before a byte leaves, `armed` before
 * the last byte does, and the outcome before anything else happens. A process that dies before `armed` has
 * sent nothing that could be executed; after it, silence means unknown.
 */
export async function sendOnce<Kind extends OperationKind>(
	context: RunContext,
	attempt: WriteAttempt<Kind>,
): Promise<CallOutcome<Kind>> {
	const operation = intentOf(context, attempt);
	const { concurrency } = attempt;
	await context.writer.append({ type: "intent", operation });
	const arm = async () => {
		const at = await checkLast(context, operation, attempt);
		const clocks = await otherClocks(context);
		await context.writer.append(defined({ type: "armed", operation: operation.id, at, clocks }));
	};
	let hasTurn = false;
	const turn = async (over: Ending) => {
		hasTurn = (await concurrency?.take(over)) ?? false;
	};
	const { signal } = context;
	try {
		const outcome = await context.service.send(attempt.call, { operation: operation.id, arm, turn, signal });
		await recordOutcome(context, operation, { outcome, ...attempt });
		return outcome;
	} catch (error) {
		if (isFatal(error)) concurrency?.stop(error);
		throw error;
	} finally {
		if (hasTurn) concurrency?.giveBack();
	}
}

/** Throws the fault of `lastCheck` after recording that nothing was sent. */
async function checkLast(
	context: RunContext,
	operation: Operation,
	{ concurrency, lastCheck }: Pick<WriteAttempt<OperationKind>, "concurrency" | "lastCheck">,
): Promise<EpochMs> {
	const { writer, clock } = context;
	const at = clock.now();
	try {
		mustNotBeSuspended(context);
		concurrency?.mustNotBeStopped();
		lastCheck();
	} catch (error) {
		await writer.append({
			type: "outcome",
			operation: operation.id,
			at,
			outcome: "not-sent",
			evidence: { error: String(error) },
		});
		throw error;
	}
	return at;
}

/**
 * Sends an attempt without a recorded answer once more under its own key: only for services that recognise
 * keys. "Not sent" and "refused" speak of this repetition only (too many requests, an expired key, limits
 * that came since): what the first attempt did stays unknown.
 */
export async function sendAgain<Kind extends OperationKind>(
	context: RunContext,
	operation: Operation,
	attempt: Pick<WriteAttempt<Kind>, "call" | "resource">,
): Promise<CallOutcome<Kind>> {
	let outcome: CallOutcome<Kind>;
	try {
		outcome = await context.service.send(attempt.call, {
			operation: operation.id,
			arm: async () => {
				mustNotBeSuspended(context);
				await context.writer.mayRepeat?.(operation.id);
			},
			signal: context.signal,
		});
	} catch (fault) {
		if (!(fault instanceof SettledFault && fault.as === "refused")) throw fault;
		return refusedBefore(context, operation);
	}
	if (outcome.class === "done" || outcome.class === "unknown")
		await recordOutcome(context, operation, { outcome, ...attempt });
	if (outcome.class !== "refused" || outcome.next === "retry") return outcome;
	return {
		...outcome,
		message: `${outcome.message}; what became of the first attempt stays unknown`,
		remedy: `${outcome.remedy ?? ""} ${CHECK_AND_RESOLVE}`.trim(),
	};
}

/** The run that was told of the refusal died between the ledger, which heard of it first, and the state. */
async function refusedBefore<Kind extends OperationKind>(
	{ writer, clock }: RunContext,
	{ id }: Operation,
): Promise<CallOutcome<Kind>> {
	const evidence = { error: "refused, as the ledger says" };
	await writer.append({ type: "outcome", operation: id, at: clock.now(), outcome: "refused", evidence });
	const message = "the earlier attempt was refused, and its run ended before that was recorded";
	return { class: "refused", next: "stop", message, evidence, remedy: "Run the command again." };
}

interface Ended<Kind extends OperationKind> extends Pick<WriteAttempt<Kind>, "resource" | "account"> {
	readonly outcome: CallOutcome<Kind>;
}

async function recordOutcome<Kind extends OperationKind>(
	context: RunContext,
	operation: Operation,
	{ outcome, resource, account }: Ended<Kind>,
): Promise<void> {
	const { writer, clock } = context;
	const at = clock.now();
	const entry = defined({
		type: "outcome",
		operation: operation.id,
		at,
		outcome: outcome.class,
		evidence: outcome.evidence,
		resource: outcome.answer && resource(outcome.answer, at),
		refusal: refusalNote(context, operation, { outcome, account }),
	});
	await writer.append(entry);
}

function intentOf<Kind extends OperationKind>(
	{ clock, host, pid }: RunContext,
	{ address, call, request, ledgerKey }: WriteAttempt<Kind>,
): Operation {
	const { kind, endpoint, payload, payloadSha256, stored } = call;
	const written = stored === undefined ? { payload } : ({ payload: stored, redacted: true } as const);
	const sent = { kind, phase: "intent", at: clock.now(), endpoint, ...written, payloadSha256 } as const;
	const asked: OperationRequest = request;
	return { id: operationId(), address, ...sent, ...asked, host, pid, ...defined({ ledgerKey }) };
}
