import type { AddressText } from "../model/address.ts";
import type { Report } from "../model/event.ts";
import { StopFault } from "../model/fault.ts";
import type { Plan } from "../model/plan.ts";
import { type PastValve, valveMessage, valveRemedy } from "../model/valve.ts";
import { valvesPast } from "../plan/valves.ts";
import { EVERYTHING } from "./approval.ts";
import type { Memory } from "./observe.ts";
import { type Known, planFrom } from "./pass.ts";
import { newRun, pass, pollable, rename, reportOf, step } from "./run.ts";
import type { Recording } from "./send-once.ts";

/** What came of one pass. */
export interface Passed {
	readonly report: Report;
	/** The plan that remains. */
	readonly rest: Plan;
	/** Whether a running task or an unfinished post will have something new to tell soon. */
	readonly underway: boolean;
}

/** Observes, plans and does everything that can be done now, without waiting for tasks. `skip`: addresses that failed before and are left alone. Throws `StopFault` for a plan past a valve: nobody is there to do less. */
export async function passOnce(
	recording: Recording,
	known: Known,
	{ memory, skip }: { readonly memory: Memory; readonly skip: Iterable<AddressText> },
): Promise<Passed> {
	const run = newRun({ recording, known, approval: EVERYTHING, memory, tried: skip });
	let rest = await pass(run);
	refuse(valvesPast(rest, known.campaigns, recording.policy));
	await rename(recording, rest);
	// What was just done cannot have changed what was just read, so only the plan is made again.
	while (!recording.signal.aborted && (await step(run, rest)))
		rest = await planFrom(recording, recording.writer.snapshot(), known);
	return { report: reportOf(run), rest, underway: pollable(run, rest) };
}

function refuse([first]: readonly PastValve[]): void {
	if (first !== undefined)
		throw new StopFault(`Refused: ${valveMessage(first)}`, { remedy: valveRemedy(first) });
}
