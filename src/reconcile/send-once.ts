import { ulid } from "ulid";
import type { Answers, Call, Outcome } from "../api/port.ts";
import { LOOK } from "../api/verdicts.ts";
import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { PostRequest } from "../model/post.ts";
import type { Operation, OperationKind, ResourceState } from "../model/snapshot.ts";
import type { RenditionRequest, VideoRequest } from "../model/task.ts";
import type { StateWriter } from "../state/store.ts";
import type { Running } from "./context.ts";

/** Where calls that cannot be repeated are written down. */
export interface Recording extends Running {
	readonly writer: StateWriter;
}

interface WantedBy {
	readonly submit: VideoRequest;
	readonly export: RenditionRequest;
	readonly publish: PostRequest;
}

/** One write, with what it is for. */
export interface Attempt<Kind extends OperationKind> {
	readonly address: AddressText;
	readonly call: Call<Kind>;
	readonly wanted: WantedBy[Kind];
	readonly ledgerKey?: string;
	/** Last look before the last byte: throws a Fault when the call must not be made any more. */
	readonly still: () => void;
	readonly resource: (answer: Answers[Kind], at: EpochMs) => ResourceState;
}

/**
 * A repeated POST is a second public post, so: the intent is on disk before a byte leaves, `armed` before the last byte does, and the outcome before anything
 * else happens. A process that dies before `armed` has sent nothing that could be executed; after it, silence means unknown.
 */
export async function sendOnce<Kind extends OperationKind>(
	recording: Recording,
	attempt: Attempt<Kind>,
): Promise<Outcome<Kind>> {
	const operation = intentOf(recording, attempt);
	await recording.writer.append({ type: "intent", operation });
	const arm = async () => {
		const at = await stillWanted(recording, operation, attempt.still);
		await recording.writer.append({ type: "armed", operation: operation.id, at });
	};
	const outcome = await recording.service.send(attempt.call, {
		operation: operation.id,
		arm,
		signal: recording.signal,
	});
	await recordOutcome(recording, operation, { outcome, resource: attempt.resource });
	return outcome;
}

/** Throws the fault of `still` after recording that nothing was sent. */
async function stillWanted(
	{ writer, clock }: Recording,
	operation: Operation,
	still: () => void,
): Promise<EpochMs> {
	const at = clock.now();
	try {
		still();
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
 * Sends an attempt without a recorded answer once more under its own key: only for services that recognise keys. "Not sent" and "refused" speak of this
 * repetition only (too many requests, an expired key, limits that came since): what the first attempt did stays unknown.
 */
export async function sendAgain<Kind extends OperationKind>(
	recording: Recording,
	operation: Operation,
	attempt: Pick<Attempt<Kind>, "call" | "resource">,
): Promise<Outcome<Kind>> {
	const outcome = await recording.service.send(attempt.call, {
		operation: operation.id,
		arm: async () => {},
		signal: recording.signal,
	});
	if (outcome.class === "done" || outcome.class === "unknown")
		await recordOutcome(recording, operation, { outcome, resource: attempt.resource });
	if (outcome.class !== "refused" || outcome.next === "retry") return outcome;
	return {
		...outcome,
		message: `${outcome.message}; what became of the first attempt stays unknown`,
		remedy: `${outcome.remedy ?? ""} ${LOOK}`.trim(),
	};
}

async function recordOutcome<Kind extends OperationKind>(
	{ writer, clock }: Recording,
	operation: Operation,
	came: { readonly outcome: Outcome<Kind>; readonly resource: Attempt<Kind>["resource"] },
): Promise<void> {
	const { outcome } = came;
	const at = clock.now();
	const resource = outcome.answer && came.resource(outcome.answer, at);
	await writer.append({
		type: "outcome",
		operation: operation.id,
		at,
		outcome: outcome.class,
		evidence: outcome.evidence,
		...(resource && { resource }),
	});
}

function intentOf<Kind extends OperationKind>(
	{ clock, host, pid }: Recording,
	{ address, call, wanted, ledgerKey }: Attempt<Kind>,
): Operation {
	const { kind, endpoint, payload, payloadSha256 } = call;
	return {
		id: ulid(),
		address,
		kind,
		phase: "intent",
		at: clock.now(),
		endpoint,
		payload,
		payloadSha256,
		wanted,
		host,
		pid,
		...(ledgerKey !== undefined && { ledgerKey }),
	};
}
