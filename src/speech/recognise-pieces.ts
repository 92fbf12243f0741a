import { decoded } from "./decode.ts";
import { BYTES_PER_MS, type Job, type ListenerReport } from "./protocol.ts";
import { openOwnModel } from "./sherpa.ts";

const READ_BYTES = 4_000 * BYTES_PER_MS;
const FULL_SCALE = 32_768;

/**
 * Recognises what is said in pieces of a sound, in their order, by a model of the user's own. Runs in a
 * process of its own: the library blocks, and ends it where a model is not what it should be.
 */
export async function reportPieces(
	{ decoder, runtimes, own, pieces }: Extract<Job, { kind: "pieces" }>,
	report: (line: ListenerReport) => void,
): Promise<void> {
	const hear = await openOwnModel(own, runtimes);
	let [kept, from, next] = [Buffer.alloc(0), 0, 0];
	const reportUntil = (end: number) => {
		for (let piece = pieces[next]; piece && piece.end * BYTES_PER_MS <= end; piece = pieces[next]) {
			const cut = kept.subarray(piece.begin * BYTES_PER_MS - from, piece.end * BYTES_PER_MS - from);
			if (cut.length > 0) report({ type: "heard", piece: next, heard: hear(samplesOf(cut)) });
			report({ type: "at", ms: piece.end });
			next += 1;
		}
		// What no piece needs any more is let go of: a sound may last for hours.
		const unneeded = Math.min(kept.length, Math.max(0, (pieces[next]?.begin ?? 0) * BYTES_PER_MS - from));
		kept = kept.subarray(unneeded);
		from += unneeded;
	};
	for await (const read of decoded(decoder, READ_BYTES)) {
		kept = Buffer.concat([kept, read]);
		reportUntil(from + kept.length);
	}
	reportUntil(Number.POSITIVE_INFINITY);
}

function samplesOf(bytes: Buffer): Float32Array {
	return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / FULL_SCALE);
}
