import type { LimitFunction } from "p-limit";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import type { WireTaskStatus } from "../../wire/names.ts";
import { asNamed, wordsFor } from "../failure-messages.ts";
import { mayBecome } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { type SourcedTask, sourced } from "../store/sourced.ts";
import { makeAllReady } from "./clips.ts";
import type { JobContext } from "./context.ts";
import { withTranscript } from "./recognised.ts";
import { analysisShare } from "./shares.ts";
import { afterFetching, withSource } from "./source.ts";

/** How one task runs: `turn` lets one task go on at a time; fetching goes on beside it, once for one address. */
export interface Turn extends Run {
	readonly turn: LimitFunction;
	readonly fetchOnce: (address: string, step: () => Promise<void>) => Promise<void>;
}

/**
 * Works on a task until it is final or the signal ends. Each finished piece is on disk before the next begins. Never rejects: where not even
 * its failure could be written down, it gives the words for that.
 */
export async function runTask(
	context: JobContext,
	task: TaskRecord,
	{ turn, fetchOnce, ...run }: Turn,
): Promise<string | undefined> {
	try {
		if (task.status === "CREATED") await move(context, task, { status: "QUEUED" });
		const { address } = task;
		if (address !== undefined && !task.source)
			await fetchOnce(address, async () => void (await begun(context, task, run)));
		await turn(() => work(context, task, run));
		return undefined;
	} catch (error) {
		return run.signal.aborted ? undefined : await fail(context, task, error);
	}
}

/** API units for so many milliseconds at a rate a minute, to two decimals. */
export function costOf(durationMs: number, rate: number): number {
	return Math.round((durationMs / 60_000) * rate * 100) / 100;
}

/** A task under way, with its source here. */
async function begun(context: JobContext, { kind, id }: TaskRecord, run: Run): Promise<SourcedTask> {
	run.signal.throwIfAborted();
	const now = await context.tasks[kind].get(id);
	if (!now) throw new Error(`task ${id} is gone`);
	const started = now.status === "ONGOING" ? now : await move(context, now, { status: "ONGOING" });
	return withSource(context, started, run);
}

async function work(context: JobContext, task: TaskRecord, whole: Run): Promise<void> {
	const here = await begun(context, task, whole);
	const run = afterFetching(here, whole);
	const before = here.found ? 0 : await shareOfAnalysis(context, here, run.signal);
	const analysed = here.found
		? here
		: await analyse(context, here, { ...run, progress: (share) => run.progress(before * share) });
	await makeAllReady(context, analysed, {
		...run,
		progress: (share) => run.progress(before + (1 - before) * share),
	});
	await move(context, analysed, { status: "SUCCEEDED" });
}

async function shareOfAnalysis(
	{ engine, renders }: JobContext,
	task: SourcedTask,
	signal: AbortSignal,
): Promise<number> {
	const { durationMs } = await engine.probe(renders.sourcePath(task.source), signal);
	return analysisShare(task, durationMs);
}

async function analyse(context: JobContext, task: SourcedTask, run: Run): Promise<SourcedTask> {
	const { source, search } = task;
	if (!search) throw new Error(`task ${task.id} has neither clips nor a search`);
	const { sourcePath, inTurn } = context.renders;
	const transcript = source.transcript && sourcePath(source.transcript);
	const request = defined({ ...search, transcript, file: sourcePath(source), title: source.title });
	const analysis = await inTurn(() => context.engine.analyze(request, run));
	const heard = await withTranscript(context.renders, source, analysis.recognised);
	const analysed = await context.tasks[task.kind].change(task.id, (before) => ({
		...before,
		source: heard,
		found: analysis.clips.map((clip, idx) => ({ idx, clip })),
		notes: [...before.notes, ...analysis.notes],
		costUsage: costOf(analysis.media.durationMs, before.rate),
	}));
	return sourced(analysed);
}

async function fail(context: JobContext, task: TaskRecord, error: unknown): Promise<string | undefined> {
	const told = wordsFor(error, context.log);
	try {
		const { source } = (await context.tasks[task.kind].get(task.id)) ?? task;
		const words = source ? asNamed(told, source) : told;
		await move(context, task, { status: "FAILED", error: words, costUsage: 0 });
		return undefined;
	} catch (second) {
		// A full disk can refuse this record too: the task stays as it is and is taken up by the next process.
		return wordsFor(second, context.log);
	}
}

function move(
	context: JobContext,
	task: TaskRecord,
	to: Partial<TaskRecord> & { readonly status: WireTaskStatus },
): Promise<TaskRecord> {
	return context.tasks[task.kind].change(task.id, (before) => {
		if (!mayBecome(before.status, to.status))
			throw new Error(`task ${task.id} cannot go from ${before.status} to ${to.status}`);
		return { ...before, ...to };
	});
}
