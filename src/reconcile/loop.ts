import type { AddressText } from "../model/address.ts";
import type { Report } from "../model/event.ts";
import type { Plan } from "../model/plan.ts";
import type { Entry } from "../model/snapshot.ts";
import type { Approval } from "./approval.ts";
import { emptyMemory, type Memory } from "./observe.ts";
import { type Known, planFrom } from "./pass.ts";
import { awaited, newRun, pass, pollable, type Run, rename, reportOf, step } from "./run.ts";
import type { Recording } from "./send-once.ts";
import { news } from "./updates.ts";

/** What came of a run. */
export interface Convergence {
	readonly report: Report;
	/** The plan that remains. */
	readonly rest: Plan;
	/** Posts accepted in this run, in order. */
	readonly posted: readonly AddressText[];
}

/** What the first look found, so that nothing is read twice for it. */
export interface FirstLook {
	readonly plan: Plan;
	readonly memory: Memory;
}

/** Reads and plans before anyone is asked: what `converge` starts from. */
export async function firstLook(recording: Recording, known: Known): Promise<FirstLook> {
	const memory = emptyMemory();
	return { plan: await pass({ recording, known, memory, tried: new Set() }), memory };
}

/** The same without reading what became of tasks and posts: from what is remembered. */
export async function unreadLook(recording: Recording, known: Known): Promise<FirstLook> {
	return { plan: await planFrom(recording, recording.writer.snapshot(), known), memory: emptyMemory() };
}

/** Reads what became of tasks and posts and writes it down; plans and sends nothing. Returns what was new. */
export async function refresh(recording: Recording): Promise<readonly Entry[]> {
	const entries = await news(recording, recording.writer.snapshot(), emptyMemory());
	for (const entry of entries) await recording.writer.append(entry);
	return entries;
}

/** Makes passes (do, observe, plan) until nothing is left to do or to wait for. Returns the report and the plan that remains. */
export async function converge(
	recording: Recording,
	known: Known,
	agreed: { readonly look: FirstLook; readonly approval: Approval },
): Promise<Convergence> {
	const { look, approval } = agreed;
	const run = newRun({ recording, known, approval, memory: look.memory });
	await rename(recording, look.plan);
	for (let [rest, idle] = [look.plan, 0]; ; idle++, rest = await pass(run)) {
		const did = await step(run, rest);
		if (did) idle = -1;
		if (recording.signal.aborted || (!did && !pollable(run, rest)))
			return { report: reportOf(run), rest, posted: run.posted };
		if (!did) await pause(run, rest, idle);
	}
}

/** Until something may have changed: where all that is left was put off, until the first of it may be tried again. */
async function pause(run: Run, rest: Plan, idle: number): Promise<void> {
	const { recording, memory } = run;
	const { firstMs, mostMs } = recording.poll;
	const pace = Math.min(mostMs, firstMs * 1.3 ** idle);
	const ends = [...memory.later.values()]
		.map(({ until }) => until - recording.clock.monotonic())
		.filter((ms) => ms > 0);
	const forMs = ends.length > 0 && !awaited(run, rest) ? Math.min(...ends) : pace;
	await recording.clock.sleep(forMs, recording.signal).catch((error: unknown) => {
		if (!recording.signal.aborted) throw error;
	});
}
