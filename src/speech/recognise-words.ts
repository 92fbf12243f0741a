import { decoded } from "./decode.ts";
import { BYTES_PER_MS, type Job, type ListenerReport, utteranceInResult } from "./protocol.ts";
import { openVosk } from "./vosk.ts";

/** Larger pieces are decoded in fewer steps, which takes less time in all. */
const PIECE_BYTES = 4_000 * BYTES_PER_MS;

/** Recognises what is said. Runs in a process of its own: the library blocks, and may end it. */
export async function reportWords(
	job: Extract<Job, { kind: "words" }>,
	report: (line: ListenerReport) => void,
): Promise<void> {
	const recogniser = await openVosk(job.model, job.runtimes);
	const session = recogniser.start();
	let ms = 0;
	for await (const piece of decoded(job.decoder, PIECE_BYTES)) {
		if (session.accept(piece)) reportUtterance(session.result(), report);
		ms += piece.length / BYTES_PER_MS;
		report({ type: "at", ms });
	}
	reportUtterance(session.last(), report);
}

function reportUtterance(result: string, report: (line: ListenerReport) => void): void {
	const words = utteranceInResult(result);
	if (words.length > 0) report({ type: "words", words });
}
