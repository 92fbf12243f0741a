import { openSession } from "../models/onnx.ts";
import type { Tensor } from "../models/session.ts";
import { decoded } from "./decode.ts";
import { BYTES_PER_MS, type Job, type ListenerReport, SAMPLE_RATE, VOICE_SAMPLES } from "./protocol.ts";

/** The model wants to see the end of the piece before. */
const BEFORE_SAMPLES = 64;
const PIECES = 100;
const FULL_SCALE = 32_768;

/** Tells how likely each piece of a sound is a voice. Runs in a process of its own: the library blocks. */
export async function reportVoices(
	job: Extract<Job, { kind: "voices" }>,
	report: (line: ListenerReport) => void,
): Promise<void> {
	const share = await voiceMeter(job);
	let ms = 0;
	for await (const bytes of decoded(job.decoder, PIECES * VOICE_SAMPLES * 2)) {
		const shares: number[] = [];
		for (let at = 0; at + VOICE_SAMPLES * 2 <= bytes.length; at += VOICE_SAMPLES * 2)
			shares.push(await share(bytes.subarray(at, at + VOICE_SAMPLES * 2)));
		ms += bytes.length / BYTES_PER_MS;
		report({ type: "voices", shares });
		report({ type: "at", ms });
	}
}

/** Takes pieces in order: the model remembers what came before. */
async function voiceMeter({
	runtimes,
	weights,
}: Extract<Job, { kind: "voices" }>): Promise<(piece: Buffer) => Promise<number>> {
	const session = await openSession(weights, runtimes);
	const rate: Tensor = { type: "int64", dims: [], data: BigInt64Array.of(BigInt(SAMPLE_RATE)) };
	const samples = new Float32Array(BEFORE_SAMPLES + VOICE_SAMPLES);
	let state: Tensor = { type: "float32", dims: [2, 1, 128], data: new Float32Array(256) };
	return async (piece) => {
		samples.copyWithin(0, VOICE_SAMPLES);
		for (let at = 0; at < VOICE_SAMPLES; at += 1)
			samples[BEFORE_SAMPLES + at] = piece.readInt16LE(2 * at) / FULL_SCALE;
		const { output, stateN } = await session.run({
			input: { type: "float32", dims: [1, samples.length], data: samples },
			state,
			sr: rate,
		});
		if (stateN) state = { type: "float32", dims: stateN.dims, data: stateN.data.slice() };
		return Math.round(Number(output?.data[0] ?? 0) * 1000) / 1000;
	};
}
