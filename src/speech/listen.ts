import { ModelFault } from "../models/model-fault.ts";
import { type Job, jobFrom, type ListenerReport } from "./protocol.ts";

/**
 * Does one job and tells what it hears, a line each. What runs in the process that listens. Throws where it
 * cannot.
 */
export async function listen(text: string, write: (line: string) => void): Promise<void> {
	const job = jobFrom(text);
	const report = (line: ListenerReport) => write(`${JSON.stringify(line)}\n`);
	await doing(job, report);
	report({ type: "end" });
}

async function doing(job: Job, report: (line: ListenerReport) => void): Promise<void> {
	// Each loads a library the others do without.
	if (job.kind === "words") await (await import("./recognise-words.ts")).reportWords(job, report);
	else if (job.kind === "places") await (await import("./align-words.ts")).reportAlignment(job, report);
	else if (job.kind === "pieces") await (await import("./recognise-pieces.ts")).reportPieces(job, report);
	else if (job.kind === "voices") await (await import("./detect-voices.ts")).reportVoices(job, report);
	else await load(job);
}

/** Says why itself where it cannot: whoever asked knows what for. */
async function load(job: Extract<Job, { kind: "load" }>): Promise<void> {
	try {
		if ("model" in job) await (await import("./vosk.ts")).openVosk(job.model, job.runtimes);
		else if ("weights" in job)
			await (await import("../models/onnx.ts")).openSession(job.weights, job.runtimes);
		else await (await import("./sherpa.ts")).openSherpa(job.runtimes);
	} catch (error) {
		throw error instanceof ModelFault && error.cause instanceof Error ? error.cause : error;
	}
}
