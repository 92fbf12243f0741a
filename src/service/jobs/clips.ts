import pLimit from "p-limit";
import { clock } from "../../engine/clip-texts.ts";
import { MediaFault } from "../../engine/faults.ts";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { asNamed } from "../failure-messages.ts";
import type { RankedClip, ReadyClip } from "../store/shapes.ts";
import type { SourcedTask } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";
import { worded } from "./worded.ts";

/** Makes the clips of a task ready that are not yet: as many at once as the machine renders, each written down in the order of their ranks. One that a damaged place of the video spoils is left out, unless all are. */
export async function makeAllReady(context: JobContext, task: SourcedTask, run: Run): Promise<void> {
	const found = task.found ?? [];
	const shares: number[] = found.map((_, at) => (at < task.ready.length ? 1 : 0));
	const several = pLimit(context.renders.atOnce);
	const failing = new AbortController();
	const signal = AbortSignal.any([run.signal, failing.signal]);
	const works = found.slice(task.ready.length).map((ranked) =>
		several(() => {
			const progress = (share: number) => {
				shares[found.indexOf(ranked)] = share;
				run.progress(shares.reduce((sum, each) => sum + each, 0) / found.length);
			};
			return makeReady(context, { ...task, ...ranked }, { signal, progress });
		}),
	);
	// Each is waited for in its turn: until then a failure must not go unhandled.
	for (const work of works) work.catch(() => {});
	try {
		let damaged: MediaFault | undefined;
		for (const [at, work] of works.entries()) {
			const made = await work.catch((error: unknown) => unlessDamaged(error, task));
			if (!(made instanceof MediaFault)) await writeDown(context, task, made);
			else await leaveOut(context, task, { ranked: found[task.ready.length + at], why: made });
			damaged ??= made instanceof MediaFault ? made : undefined;
		}
		if (damaged !== undefined && (await context.tasks[task.kind].get(task.id))?.ready.length === 0)
			throw damaged;
	} catch (error) {
		failing.abort(error);
		await Promise.allSettled(works);
		run.signal.throwIfAborted();
		throw error;
	}
}

/** A video may be damaged in one place and fine in others; clips that somebody chose for an export are all wanted. */
function unlessDamaged(error: unknown, { kind }: SourcedTask): MediaFault {
	if (error instanceof MediaFault && kind === "clipping") return error;
	throw error;
}

async function leaveOut(
	{ tasks }: JobContext,
	{ kind, id, source }: SourcedTask,
	left: { readonly ranked: RankedClip | undefined; readonly why: Error },
): Promise<void> {
	const { ranked, why } = left;
	if (ranked === undefined) return;
	const { beginMs, endMs } = ranked.clip;
	const note = `The clip ${clock(beginMs)}–${clock(endMs)} is left out: ${asNamed(why.message, source)}`;
	await tasks[kind].change(id, (before) => ({
		...before,
		...defined({ found: before.found?.filter(({ idx }) => idx !== ranked.idx) }),
		notes: [...before.notes, note],
	}));
}

interface Made {
	readonly ranked: RankedClip;
	readonly ready: ReadyClip;
	readonly notes: readonly string[];
}

async function makeReady(context: JobContext, task: SourcedTask & RankedClip, run: Run): Promise<Made> {
	run.signal.throwIfAborted();
	const { source, render, idx } = task;
	const { clip, notes } = await worded(context, task, run.signal);
	const thumbnail = await context.renders.thumbnail({ source, clip }, run.signal);
	const video = render && (await context.renders.video({ source, clip, render }, run));
	const ready = defined({ idx, thumbnail, video: video?.name });
	run.progress(1);
	return { ranked: { idx, clip }, ready, notes: [...notes, ...(video?.notes ?? [])] };
}

async function writeDown(
	{ tasks }: JobContext,
	{ kind, id }: SourcedTask,
	{ ranked, ready, notes }: Made,
): Promise<void> {
	await tasks[kind].change(id, (before) => ({
		...before,
		...defined({ found: before.found?.map((each) => (each.idx === ranked.idx ? ranked : each)) }),
		ready: [...before.ready, ready],
		notes: [...new Set([...before.notes, ...notes])],
	}));
}
