import { decoded } from "./decode.ts";
import { BYTES_PER_MS, type Job, type Report, utteranceFrom } from "./protocol.ts";
import { openRecogniser } from "./vosk.ts";

/** Larger pieces are decoded in fewer steps, which takes less time in all. */
const PIECE_BYTES = 4_000 * BYTES_PER_MS;

/** Recognises what is said. Runs in a process of its own: the library blocks, and may end it. */
export async function tellWords(
	job: Extract<Job, { kind: "words" }>,
	tell: (report: Report) => void,
): Promise<void> {
	const recogniser = await openRecogniser(job.model, job.runtimes);
	const hearing = recogniser.hear();
	let ms = 0;
	for await (const piece of decoded(job.decoder, PIECE_BYTES)) {
		if (hearing.accept(piece)) said(hearing.result(), tell);
		ms += piece.length / BYTES_PER_MS;
		tell({ type: "at", ms });
	}
	said(hearing.last(), tell);
}

function said(result: string, tell: (report: Report) => void): void {
	const words = utteranceFrom(result);
	if (words.length > 0) tell({ type: "words", words });
}
