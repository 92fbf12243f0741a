import { type Next, posted, refused, unknown } from "./conclude.ts";
import type { Settled } from "./destination.ts";
import { type Job, record } from "./job.ts";
import { later } from "./passing.ts";

/** What was prepared and turned out to be of no use is prepared anew so often. */
const MOST_PREPARED = 5;

/** Reads what became of a post that was armed. */
export async function settle(job: Job): Promise<Next> {
	const { context, destination, target, work } = job;
	if (!destination.settle || (target.destination ?? destination.kind) !== destination.kind)
		return unknown(job, "it was interrupted while it was sent");
	const settled = await destination.settle(work, target.progress);
	switch (settled.kind) {
		case "posted":
			return posted(job, settled);
		case "failed":
			return refused({ ...job, target: withoutArming(target) }, settled.why);
		case "wait":
			if (settled.progress) await record(job, { phase: "settling", progress: settled.progress });
			return context.clock.now() + settled.ms;
		case "cannot_tell":
			return unknown(job, `nothing here tells (look ${settled.look})`);
		case "not_posted":
			return again(job, settled);
	}
}

/** It was certainly not posted. */
function withoutArming({ armedAt: _, ...target }: Job["target"]): Job["target"] {
	return target;
}

type NotPosted = Extract<Settled, { readonly kind: "not_posted" }>;

async function again(job: Job, { again: how, byPromise }: NotPosted): Promise<Next> {
	const { context, entry, attempt, target } = job;
	const isSame = how === "same";
	if (!isSame) {
		entry.faults += 1;
		entry.anew += 1;
		if (entry.anew > MOST_PREPARED) return usedUp(job);
	}
	const { progress } = target;
	entry.prepared =
		isSame && progress ? { attempt: attempt.attempt + 1, at: context.clock.now(), progress } : entry.prepared;
	await record(job, {
		phase: isSame ? "preparing" : "queued",
		attempt: attempt.attempt + 1,
		without: [...(isSame ? [] : ["progress" as const]), ...(byPromise ? [] : ["armedAt" as const])],
	});
	return entry.faults === 0 ? context.clock.now() : later(entry, context.clock.now());
}

/** Another upload would end as these did. */
function usedUp(job: Job): Promise<Next> {
	const times = `It was prepared ${MOST_PREPARED + 1} times, and could not be posted once.`;
	const message = `${times} To try once more: showrun posts retry ${job.task.id}`;
	return refused({ ...job, target: withoutArming(job.target) }, { cause: "platform", message });
}
