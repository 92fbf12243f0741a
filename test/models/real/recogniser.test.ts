import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ownWords } from "../../../src/engine/hear/own-words.ts";
import { shortPieces } from "../../../src/engine/hear/sound-pieces.ts";
import type { OwnModel } from "../../../src/speech/protocol.ts";
import {
	openSpeechModel,
	type Recogniser,
	RecogniserFault,
	recognisePieces,
} from "../../../src/speech/recogniser.ts";
import { inTemporaryFolder } from "../../../src/system/temporary.ts";
import { makeToneModel } from "../../builders/tone-model.ts";
import { LISTENER, listeningTo } from "./hearing.ts";
import { pulled } from "./pulled.ts";

const own = suite("a model of one's own in sherpa-onnx");
const models = await pulled("recogniser");
/** Low, high and low tones, and silence between: 40 seconds. */
const TONES = [
	[1, 300],
	[14, 4_000],
	[25, 300],
	[33, 4_000],
] as const;
const sound = TONES.map(([at, tone]) => `0.3*sin(2*PI*${tone}*t)*between(t,${at},${at + 0.5})`).join("+");
const INPUT = ["-f", "lavfi", "-i", `aevalsrc='${sound}':s=16000:d=40`];

async function heard(kind: OwnModel["kind"], edit: (files: OwnModel["files"]) => OwnModel["files"]) {
	if (!models) return undefined;
	const recogniser: Recogniser = { models, listener: LISTENER };
	const library = await openSpeechModel(recogniser, "recogniser", AbortSignal.timeout(400_000));
	assert.ok(library);
	return inTemporaryFolder("tones", async (folder) => {
		const { files } = await makeToneModel(folder);
		const paths = Object.fromEntries(Object.entries(files).map(([part, { path }]) => [part, path]));
		const pauses = [{ begin: 16_000, end: 24_000 }];
		const pieces = shortPieces(40_000, { pauses, spoken: [{ begin: 0, end: 40_000 }] });
		const given = { ...listeningTo(INPUT, 40_000), own: { kind, files: edit(paths) }, pieces };
		const texts = await recognisePieces(recogniser, library, given);
		return ownWords(pieces, { heard: texts, durationMs: 40_000 });
	});
}

own("is loaded, and says what it hears at the times it is heard, over several pieces", async () => {
	const words = await heard("nemo-ctc", (files) => files);
	if (!words) return;
	const loud = words.filter(({ text }) => text === "low" || text === "high");
	for (const [at, tone] of TONES) {
		const found = loud.find(({ begin }) => Math.abs(begin - 1_000 * at) <= 60);
		assert.is(found?.text, tone < 1_000 ? "low" : "high", `at ${at} s`);
	}
});

own("that is not what the settings say ends the process that listens, and nothing else", async () => {
	if (!models) return;
	const failed = await heard("nemo-ctc", ({ tokens = "" }) => ({ tokens, model: tokens })).catch(
		(error: unknown) => error,
	);
	assert.instance(failed, RecogniserFault);
});

own.run();
