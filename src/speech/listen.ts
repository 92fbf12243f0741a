import { ModelFault } from "../models/faults.ts";
import { type Job, jobFrom, type Report } from "./protocol.ts";

/** Does one job and tells what it hears, a line each. What runs in the process that listens. Throws where it cannot. */
export async function listen(text: string, write: (line: string) => void): Promise<void> {
	const job = jobFrom(text);
	const tell = (report: Report) => write(`${JSON.stringify(report)}\n`);
	await doing(job, tell);
	tell({ type: "end" });
}

async function doing(job: Job, tell: (report: Report) => void): Promise<void> {
	// Each loads a library the others do without.
	if (job.kind === "words") await (await import("./recognise-words.ts")).tellWords(job, tell);
	else if (job.kind === "places") await (await import("./align-words.ts")).tellPlaces(job, tell);
	else if (job.kind === "voices") await (await import("./detect-voices.ts")).tellVoices(job, tell);
	else await load(job);
}

/** Says why itself where it cannot: whoever asked knows what for. */
async function load(job: Extract<Job, { kind: "load" }>): Promise<void> {
	try {
		if ("model" in job) await (await import("./vosk.ts")).openRecogniser(job.model, job.runtimes);
		else await (await import("../models/onnx.ts")).openSession(job.weights, job.runtimes);
	} catch (error) {
		throw error instanceof ModelFault && error.cause instanceof Error ? error.cause : error;
	}
}
