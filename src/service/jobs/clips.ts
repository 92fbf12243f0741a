import pLimit from "p-limit";
import { MediaFault } from "../../engine/io/engine-fault.ts";
import type { RewriteRequest, RewrittenClip } from "../../engine/port.ts";
import { clockTime } from "../../model/clock-time.ts";
import { defined } from "../../model/defined.ts";
import { withFileTitle } from "../failure-messages.ts";
import { sourceName } from "../media/names.ts";
import type { RankedClip, ReadyClip, Warning } from "../store/shapes.ts";
import type { SourcedTask } from "../store/sourced.ts";
import { warningsFrom, withWarnings } from "../store/warnings.ts";
import type { JobContext } from "./context.ts";
import type { RankedRun, Rendered } from "./renders.ts";
import { goingOn } from "./starts.ts";
import { changeOpen } from "./task-changes.ts";

/**
 * Makes the clips of a task that are not ready yet, one more at once than the machine renders, so that one
 * waits where there is room; they are recorded by rank. A clip that a damaged part of the video spoils is
 * left out, unless that leaves none.
 */
export async function makeClips(context: JobContext, task: SourcedTask, run: RankedRun): Promise<void> {
	const found = task.found ?? [];
	const shares: number[] = found.map((_, at) => (at < task.ready.length ? 1 : 0));
	const several = pLimit(context.renders.atOnce + 1);
	const failing = new AbortController();
	const signal = AbortSignal.any([run.signal, failing.signal]);
	const works = found.slice(task.ready.length).map((ranked) =>
		several(() => {
			const progress = (share: number) => {
				shares[found.indexOf(ranked)] = share;
				run.progress(shares.reduce((sum, each) => sum + each, 0) / found.length);
			};
			return makeClip(context, { ...task, ...ranked }, { ...run, signal, progress });
		}),
	);
	// They are awaited one after the other: until then a rejection must not count as unhandled.
	for (const work of works) work.catch(() => {});
	try {
		let damaged: MediaFault | undefined;
		for (const [at, work] of works.entries()) {
			const made = await work.catch((error: unknown) => damageOf(error, task));
			if (!(made instanceof MediaFault)) await recordClip(context, task, made);
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

/**
 * Part of a video may be damaged and the rest fine, but every clip chosen for an export is wanted: there it
 * rethrows.
 */
function damageOf(error: unknown, { kind }: SourcedTask): MediaFault {
	if (error instanceof MediaFault && kind !== "export") return error;
	throw error;
}

async function leaveOut(
	context: JobContext,
	task: SourcedTask,
	left: { readonly ranked: RankedClip | undefined; readonly why: Error },
): Promise<void> {
	const { ranked, why } = left;
	if (ranked === undefined) return;
	const { beginMs, endMs } = ranked.clip;
	const note = `The clip ${clockTime(beginMs)}–${clockTime(endMs)} is left out: ${withFileTitle(why.message, task.source)}`;
	await changeOpen(context, task, (before) => ({
		...withWarnings(before, warningsFrom("clip_left_out", [note], ranked.idx)),
		...defined({ found: before.found?.filter(({ idx }) => idx !== ranked.idx) }),
	}));
}

interface FinishedClip {
	readonly ranked: RankedClip;
	readonly ready: ReadyClip;
	readonly warnings: readonly Warning[];
}

async function makeClip(
	context: JobContext,
	task: SourcedTask & RankedClip,
	run: RankedRun,
): Promise<FinishedClip> {
	run.signal.throwIfAborted();
	const { source, idx, exportLimit = Number.POSITIVE_INFINITY } = task;
	const render = idx < exportLimit ? task.render : undefined;
	const { clip, notes } = await withTexts(context, task, run.signal);
	const thumbnail = await context.renders.thumbnail({ source, clip, render }, run);
	const video = render && (await context.renders.video({ source, clip, render }, run));
	const ready = defined({ idx, thumbnail, video: video?.name });
	run.progress(1);
	const warnings = [...warningsFrom("texts", notes, idx), ...(video ? renderWarnings(video, idx) : [])];
	return { ranked: { idx, clip }, ready, warnings };
}

function renderWarnings({ notes, leftOut }: Rendered, idx: number): readonly Warning[] {
	const others = notes.filter((note) => leftOut.every((each) => each.note !== note));
	return [
		...leftOut.map(({ what, note }) => ({ code: `${what}_left_out`, message: note, idx }) as const),
		...warningsFrom("rendering", others, idx),
	];
}

/**
 * The clip with what a language model writes about it. An export keeps the texts of its project unless it
 * asks for another language.
 */
async function withTexts(
	{ engine, media }: JobContext,
	task: SourcedTask & RankedClip,
	signal: AbortSignal,
): Promise<RewrittenClip> {
	const { kind, source, search, render, clip } = task;
	const target = kind === "export" ? render?.target : search?.target;
	const request: RewriteRequest = defined({
		transcript: source.transcript && (await media.bring(sourceName(source.transcript), signal)),
		clip,
		texts: kind === "export" && target === undefined ? "kept" : "improved",
		language: search?.language || undefined,
		target: target || undefined,
		tone: render?.hook?.style,
		captions: render?.caption?.display,
	});
	return engine.rewrite(request, signal);
}

async function recordClip(
	context: JobContext,
	task: SourcedTask,
	{ ranked, ready, warnings }: FinishedClip,
): Promise<void> {
	await changeOpen(context, task, (before) => ({
		...goingOn(withWarnings(before, warnings)),
		...defined({ found: before.found?.map((each) => (each.idx === ranked.idx ? ranked : each)) }),
		ready: [...before.ready, ready],
	}));
}
