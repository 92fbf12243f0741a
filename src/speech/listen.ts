import { type Job, jobFrom, type Report } from "./protocol.ts";

/** Does one job and tells what it hears, a line each. What runs in the process that listens. Throws where it cannot. */
export async function listen(text: string, write: (line: string) => void): Promise<void> {
	const job = jobFrom(text);
	const tell = (report: Report) => write(`${JSON.stringify(report)}\n`);
	await doing(job, tell);
	tell({ type: "end" });
}

async function doing(job: Job, tell: (report: Report) => void): Promise<void> {
	// Each loads a native library the other does without.
	if (job.kind === "words") await (await import("./vosk.ts")).tellWords(job, tell);
	else await (await import("./silero.ts")).tellVoices(job, tell);
}
