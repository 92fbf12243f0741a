import { decoded } from "./decode.ts";
import {
	BYTES_PER_MS,
	type Job,
	type ListenerReport,
	type TranscriptLine,
	UNKNOWN,
	wordsInResult,
} from "./protocol.ts";
import { openVosk } from "./vosk.ts";
import type { VoskModel } from "./vosk-port.ts";

const PIECE_BYTES = 4_000 * BYTES_PER_MS;
/** A recogniser knows the last sounds of a word only when it has heard what follows. */
const AFTER = Buffer.alloc(200 * BYTES_PER_MS);

/**
 * It notices sounds in steps of 30 ms: measured, words are told 30 ms late in the middle, and hardly ever
 * early.
 */
const LATE_MS = 20;

/**
 * Finds where in a sound the words of lines are said, which begin in order. Runs in a process of its own: the
 * library blocks, and may end it.
 */
export async function reportAlignment(
	job: Extract<Job, { kind: "places" }>,
	report: (line: ListenerReport) => void,
): Promise<void> {
	const recogniser = await openVosk(job.model, job.runtimes);
	let [kept, from, next] = [Buffer.alloc(0), 0, 0];
	const place = (line: TranscriptLine) => {
		const sound = kept.subarray(
			...[line.begin, line.end].map((ms) => 2 * Math.round(((ms - from) * BYTES_PER_MS) / 2)),
		);
		report({ type: "placed", line: next, words: wordTimesIn(recogniser, sound, line) });
		next += 1;
	};
	for await (const piece of decoded(job.decoder, PIECE_BYTES)) {
		kept = Buffer.concat([kept, piece]);
		const end = from + kept.length / BYTES_PER_MS;
		for (let line = job.lines[next]; line && line.end <= end; line = job.lines[next]) place(line);
		const needed = Math.min(end, job.lines[next]?.begin ?? end);
		kept = kept.subarray((needed - from) * BYTES_PER_MS);
		from = needed;
		report({ type: "at", ms: end });
	}
	for (let line = job.lines[next]; line; line = job.lines[next]) place(line);
}

/** Words with their times in the whole sound; "[unk]" is where something else is said. */
function wordTimesIn(recogniser: VoskModel, sound: Buffer, { begin, words }: TranscriptLine) {
	if (sound.length === 0 || words.length === 0) return [];
	const session = recogniser.start([words.join(" "), UNKNOWN]);
	try {
		const results = [sound, AFTER].flatMap((piece) => (session.accept(piece) ? [session.result()] : []));
		return [...results, session.last()].flatMap(wordsInResult).map((word) => {
			const from = Math.max(0, word.begin + begin - LATE_MS);
			return { ...word, begin: from, end: Math.max(from + 1, word.end + begin - LATE_MS) };
		});
	} finally {
		session.close();
	}
}
