import { dirname } from "node:path";
import type { OpenModel } from "../models/open.ts";
import { type Program, ProgramFault, run } from "../system/run.ts";
import { type Job, reportFrom } from "./protocol.ts";

/** Longest that loading may take: a slow disk, a busy machine. */
const LIMIT_MS = 120_000;

/**
 * Loads a model in the process that listens: a crash ends that one only. Undefined: it was loaded; else why
 * it was not.
 */
export async function checkLoads(
	listener: Pick<Program, "path" | "args" | "env">,
	given: { readonly job: Job; readonly signal: AbortSignal },
): Promise<string | undefined> {
	let loaded = false;
	const onLine = (line: string) => {
		loaded ||= reportFrom(line)?.type === "end";
	};
	try {
		const end = await run({
			...listener,
			input: JSON.stringify(given.job),
			signal: given.signal,
			limitMs: LIMIT_MS,
			onLine,
		});
		if (end.code === 0 && loaded) return undefined;
		return end.signal === undefined
			? (end.lastLines.at(-1) ?? `exit code ${end.code}`)
			: `it crashed (${end.signal})`;
	} catch (error) {
		if (error instanceof ProgramFault) return error.message;
		throw error;
	}
}

/** The job that loads a model of speech. */
export function speechLoadJob(model: OpenModel): Job {
	return { kind: "load", runtimes: model.runtimes, model: folderOf(model) };
}

/** The job that loads any other model. */
export function weightsLoadJob(model: OpenModel): Job {
	return { kind: "load", runtimes: model.runtimes, weights: model.file("weights") };
}

/** The job that loads what runs a model of the user's own. */
export function runtimeLoadJob({ runtimes }: OpenModel): Job {
	return { kind: "load", runtimes };
}

/** The folder of the recogniser's model, which wants it as a whole. */
export function folderOf(model: OpenModel): string {
	return dirname(dirname(model.file("configuration")));
}
