import { decoded } from "./decode.ts";
import { BYTES_PER_MS, type Job, type ListenerReport, utteranceInResult } from "./protocol.ts";
import type { Utterance } from "./utterances.ts";
import { openVosk } from "./vosk.ts";
import type { VoskModel } from "./vosk-port.ts";

/** Larger pieces are decoded in fewer steps, which takes less time in all. */
const PIECE_BYTES = 4_000 * BYTES_PER_MS;
/** A session keeps all it computed: after so much sound, in milliseconds, another takes over at a pause. */
const SESSION_MS = 90_000;
/** A pause is so long that no word is lost at its end, in milliseconds. */
const PAUSE_MS = 400;

/** Recognises what is said. Runs in a process of its own: the library blocks, and may end it. */
export async function reportWords(
	job: Extract<Job, { kind: "words" }>,
	report: (line: ListenerReport) => void,
): Promise<void> {
	await reportWordsIn(decoded(job.decoder, PIECE_BYTES), await openVosk(job.model, job.runtimes), report);
}

/** What a model hears in pieces of a sound, in sessions that each end at a pause. */
export async function reportWordsIn(
	pieces: AsyncIterable<Buffer>,
	model: VoskModel,
	report: (line: ListenerReport) => void,
): Promise<void> {
	let [session, from, at] = [model.start(), 0, 0];
	const reportResult = (result: string): Utterance => {
		const words = utteranceInResult(result).map((word) => ({
			...word,
			begin: word.begin + from,
			end: word.end + from,
		}));
		if (words.length > 0) report({ type: "words", words });
		return words;
	};
	for await (const piece of pieces) {
		const ended = session.accept(piece);
		at += piece.length / BYTES_PER_MS;
		const words = ended ? reportResult(session.result()) : [];
		if (ended && at - from >= SESSION_MS && at - (words.at(-1)?.end ?? from) >= PAUSE_MS) {
			session.close();
			model.trim();
			[session, from] = [model.start(), at];
		}
		report({ type: "at", ms: at });
	}
	reportResult(session.last());
	session.close();
}
