import { setTimeout as sleep } from "node:timers/promises";
import type { Analysis, Engine, Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { isSameLanguage } from "../../model/same-language.ts";
import { DiedFault } from "../../system/ffmpeg.ts";
import type { WireTaskStatus } from "../../wire/names.ts";
import { failureMessage, withFileTitle } from "../failure-messages.ts";
import { isFinal, mayBecome } from "../lifecycle.ts";
import { sourceName } from "../media/names.ts";
import { AwayFault } from "../store/fault.ts";
import { LeaseLost } from "../store/lease.ts";
import type { Search, StoredFile, TaskRecord } from "../store/shapes.ts";
import { type SourcedTask, sourced, withoutSignature } from "../store/sourced.ts";
import { warningsFrom, withWarnings } from "../store/warnings.ts";
import { makeClips } from "./clips.ts";
import type { JobContext } from "./context.ts";
import { costOf } from "./cost.ts";
import type { RankedRun } from "./renders.ts";
import { analysisShare } from "./shares.ts";
import { afterFetching, withSource, withTranscript } from "./source.ts";
import { workOnSpeech } from "./speech.ts";
import { countingStarts, goingOn } from "./starts.ts";
import { changeOpen, TaskEnded } from "./task-changes.ts";

/**
 * How one task runs: `inTurn` waits for the tasks before it; videos are fetched meanwhile, each address once.
 */
export interface TaskRun extends RankedRun {
	readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
	readonly fetchOnce: (address: string, fetch: () => Promise<void>) => Promise<void>;
}

/**
 * Works on a task until it is final or the signal ends. Each finished step is on disk before the next begins.
 * Never rejects: where not even the failure could be recorded, it resolves to the message of that.
 */
export async function runTask(
	context: JobContext,
	task: TaskRecord,
	run: TaskRun,
): Promise<string | undefined> {
	for (;;) {
		const outcome = await runOnce(context, task, run);
		if (outcome !== AWAY) return outcome;
		await sleep(AGAIN_MS, undefined, { signal: run.signal }).catch(() => undefined);
	}
}

const AWAY = Symbol("the records or the media could not be reached");

async function runOnce(
	context: JobContext,
	task: TaskRecord,
	{ inTurn, fetchOnce, ...run }: TaskRun,
): Promise<string | typeof AWAY | undefined> {
	try {
		await changeOpen(context, task, (before) =>
			before.status === "CREATED" ? { ...before, status: "QUEUED" } : before,
		);
		const { address } = task;
		if (address !== undefined && !task.source)
			await fetchOnce(address, async () => void (await start(context, task, run)));
		const { signal } = run;
		const again = () => twice(() => work(context, task, run), signal);
		await inTurn(() => countingStarts(context, task, { signal, work: again }));
		return undefined;
	} catch (error) {
		if (run.signal.aborted || error instanceof TaskEnded) return undefined;
		// What is done is recorded: it goes on from there, here or where another process took over.
		const isAway = error instanceof AwayFault || error instanceof LeaseLost;
		return isAway ? AWAY : await fail(context, task, error);
	}
}

/** A stop of the machine ends programs before it reaches us. Milliseconds. */
const AGAIN_MS = 1_000;

/** The task, started and with its source on disk. */
async function start(context: JobContext, { kind, id }: TaskRecord, run: Run): Promise<SourcedTask> {
	run.signal.throwIfAborted();
	const now = await context.tasks[kind].get(id);
	if (!now) throw new Error(`task ${id} is gone`);
	const started = now.status === "ONGOING" ? now : await move(context, now, { status: "ONGOING" });
	return withSource(context, started, run);
}

async function work(context: JobContext, task: TaskRecord, whole: RankedRun): Promise<void> {
	const started = await start(context, task, whole);
	const run = afterFetching(started, whole);
	if (started.speech) await workOnSpeech(context, started, run);
	else await cut(context, started, run);
	await move(context, started, { status: "SUCCEEDED" });
}

/** Finds the clips of a task and makes them. */
async function cut(context: JobContext, started: SourcedTask, run: RankedRun): Promise<void> {
	const before = started.found ? 0 : await shareOfAnalysis(context, started, run.signal);
	const analysed = started.found
		? started
		: await analyse(context, started, { ...run, progress: (share) => run.progress(before * share) });
	await makeClips(context, analysed, {
		...run,
		progress: (share) => run.progress(before + (1 - before) * share),
	});
}

async function shareOfAnalysis(
	{ engine, media }: JobContext,
	task: SourcedTask,
	signal: AbortSignal,
): Promise<number> {
	const { durationMs } = await engine.probe(await media.bring(sourceName(task.source), signal), signal);
	return analysisShare(task, durationMs);
}

async function analyse(
	context: JobContext,
	task: SourcedTask,
	{ turn, ...run }: RankedRun,
): Promise<SourcedTask> {
	const { source, search } = task;
	if (!search) throw new Error(`task ${task.id} has neither clips nor a search`);
	const bring = (file: StoredFile) => context.media.bring(sourceName(file), run.signal);
	const transcript = source.transcript && (await bring(source.transcript));
	const request = defined({ ...search, transcript, file: await bring(source), title: source.title });
	const analysis = await context.renders.runStep(() => context.engine.analyze(request, run), turn);
	mustBeSpoken(search, analysis, context.engine);
	const transcribed = await withTranscript(context.media, source, analysis);
	const analysed = await changeOpen(context, task, (before) => ({
		...goingOn(withWarnings(before, warningsFrom("analysis", analysis.notes))),
		source: transcribed,
		found: analysis.clips.map((clip, idx) => ({ idx, clip })),
		costUsage: costOf(analysis.media.durationMs, before.rate),
	}));
	return sourced(analysed);
}

/** Titles in another language than the one that is spoken need somebody who writes. Throws `StopFault`. */
function mustBeSpoken(
	{ query, target, language }: Search,
	analysis: Pick<Analysis, "language">,
	{ writes }: Pick<Engine, "writes">,
): void {
	const spoken = language ?? analysis.language;
	if (query === undefined || target === undefined || writes || isSameLanguage(target, spoken)) return;
	throw new StopFault(`To write in the language ${JSON.stringify(target)} needs a language model.`, {
		remedy: "Set up embedded.chat in the settings of the service, or leave target_lang out.",
	});
}

/** Work that was ended from outside is tried once more, unless we are being ended too. */
async function twice<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof DiedFault)) throw error;
		await sleep(AGAIN_MS, undefined, { signal });
		return work();
	}
}

async function fail(
	context: JobContext,
	task: TaskRecord,
	error: unknown,
): Promise<string | typeof AWAY | undefined> {
	const message = failureMessage(error, context.log);
	try {
		const { source } = (await context.tasks[task.kind].get(task.id)) ?? task;
		const shown = source ? withFileTitle(message, source) : message;
		await move(context, task, { status: "FAILED", error: shown, costUsage: 0 });
		return undefined;
	} catch (second) {
		if (second instanceof TaskEnded) return undefined;
		if (second instanceof AwayFault) return AWAY;
		// A full disk can refuse this record too: the task stays as it is and is taken up by the next process.
		return failureMessage(second, context.log);
	}
}

function move(
	context: JobContext,
	task: TaskRecord,
	to: Partial<TaskRecord> & { readonly status: WireTaskStatus },
): Promise<TaskRecord> {
	return changeOpen(context, task, (before) => {
		if (!mayBecome(before.status, to.status))
			throw new Error(`task ${task.id} cannot go from ${before.status} to ${to.status}`);
		return { ...(isFinal(to.status) ? goingOn(withoutSignature(before)) : before), ...to };
	});
}
