import pLimit from "p-limit";
import type { Run } from "../../engine/port.ts";
import type { RankedClip, ReadyClip } from "../store/shapes.ts";
import type { SourcedTask } from "../store/sourced.ts";
import type { Shop } from "./jobs.ts";
import { worded } from "./worded.ts";

/** Makes the clips of a task ready that are not yet: as many at once as the machine renders, each written down in the order of their ranks. */
export async function makeAllReady(shop: Shop, task: SourcedTask, run: Run): Promise<void> {
	const found = task.found ?? [];
	const shares: number[] = found.map((_, at) => (at < task.ready.length ? 1 : 0));
	const several = pLimit(shop.renders.atOnce);
	const failing = new AbortController();
	const signal = AbortSignal.any([run.signal, failing.signal]);
	const works = found.slice(task.ready.length).map((ranked) =>
		several(() => {
			const progress = (share: number) => {
				shares[found.indexOf(ranked)] = share;
				run.progress(shares.reduce((sum, each) => sum + each, 0) / found.length);
			};
			return makeReady(shop, { ...task, ...ranked }, { signal, progress });
		}),
	);
	// Each is waited for in its turn: until then a failure must not go unhandled.
	for (const work of works) work.catch(() => {});
	try {
		for (const work of works) await writeDown(shop, task, await work);
	} catch (error) {
		failing.abort(error);
		await Promise.allSettled(works);
		run.signal.throwIfAborted();
		throw error;
	}
}

interface Made {
	readonly ranked: RankedClip;
	readonly ready: ReadyClip;
	readonly notes: readonly string[];
}

async function makeReady(shop: Shop, task: SourcedTask & RankedClip, run: Run): Promise<Made> {
	run.signal.throwIfAborted();
	const { source, render, idx } = task;
	const { clip, notes } = await worded(shop, task, run.signal);
	const thumbnail = await shop.renders.thumbnail({ source, clip }, run.signal);
	const video = render && (await shop.renders.video({ source, clip, render }, run));
	const ready = { idx, thumbnail, ...(video && { video: video.name }) };
	run.progress(1);
	return { ranked: { idx, clip }, ready, notes: [...notes, ...(video?.notes ?? [])] };
}

async function writeDown({ tasks }: Shop, { kind, id }: SourcedTask, { ranked, ready, notes }: Made): Promise<void> {
	await tasks[kind].change(id, (before) => ({
		...before,
		...(before.found && { found: before.found.map((each) => (each.idx === ranked.idx ? ranked : each)) }),
		ready: [...before.ready, ready],
		notes: [...new Set([...before.notes, ...notes])],
	}));
}
