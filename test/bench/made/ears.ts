import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sound } from "../../../src/engine/hear/audio.ts";
import { gapsIn } from "../../../src/engine/hear/gaps.ts";
import { CACHE_VERSION } from "../../../src/engine/hear/recognise.ts";
import type { Word } from "../../../src/engine/transcript/transcript.ts";
import { withDoubts } from "../../../src/speech/doubts.ts";
import { withNumbers } from "../../../src/speech/numbers.ts";
import { readable } from "../../../src/speech/readable.ts";
import { openSpeechModel, recogniseWords } from "../../../src/speech/recogniser.ts";
import { utterancesFrom } from "../../../src/speech/utterances.ts";
import { aligned, plainWords } from "../../models/real/align.ts";
import { LISTENER } from "../../models/real/hearing.ts";
import { pulled } from "../../models/real/pulled.ts";
import { chanceOf } from "./chance.ts";
import { type Voices, voicesHere } from "./espeak.ts";
import { fliteVoices } from "./flite.ts";
import { KEPT, kept } from "./kept.ts";
import { recognisedWords } from "./modes.ts";
import type { PlantedTalk } from "./planted-talk.ts";
import { pcmOf } from "./timeline.ts";

/** Who says a talk, and what is recognised of it. */
export interface Ears {
	readonly name: string;
	readonly voices: Voices;
	hear(talk: PlantedTalk, given: { readonly seed: number; readonly sound: Sound }): Promise<readonly Word[]>;
}

/** What is recognised is made up: nobody hears. */
export function madeUpEars(voices: Voices): Ears {
	return {
		name: "nobody (errors are made up)",
		voices,
		hear: async (talk, { seed, sound }) => recognisedWords(talk, { chance: chanceOf(seed + 1), sound }),
	};
}

/**
 * The recogniser of the engine where it is pulled, and the voices of flite: of those it hears 13 to 26 % of
 * the words wrong, of people 16 to 34, and of espeak-ng's half of them and none surely. Else made-up errors.
 */
export async function earsHere(): Promise<Ears> {
	const { signal } = new AbortController();
	const models = await pulled("speech");
	const model = models && (await openSpeechModel({ models, listener: LISTENER }, "speech", signal));
	const binding = model?.runtimes.find(({ kind }) => kind === "native")?.files.binding;
	const voices = binding === undefined ? undefined : fliteVoices(binding, join(KEPT, "said"));
	if (!models || !model || !voices) return madeUpEars(await voicesHere());
	const listen = (file: string, durationMs: number) =>
		recogniseWords({ models, listener: LISTENER }, model, {
			sound: { decoder: { path: "cat", args: [file] }, durationMs },
			signal,
			progress: () => {},
		});
	return {
		name: model.made.slice(0, 2).join(" with "),
		voices,
		hear: async ({ timeline }, { sound }) => {
			const pcm = new Uint8Array(pcmOf(timeline).buffer);
			const heard = await kept(join(KEPT, "heard"), [`${CACHE_VERSION} ${model.made.join(" ")}`, pcm], () =>
				inFile(pcm, async (file) => Buffer.from(JSON.stringify(await listen(file, timeline.durationMs)))),
			);
			const silences = gapsIn(sound);
			return withDoubts(
				readable(utterancesFrom(JSON.parse(heard.toString("utf8"))) ?? [], silences),
				silences,
			);
		},
	};
}

async function inFile<Made>(bytes: Uint8Array, use: (file: string) => Promise<Made>): Promise<Made> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-ears-"));
	try {
		const file = join(folder, "talk.pcm");
		await writeFile(file, bytes);
		return await use(file);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** How many words of a talk are wrong, of how many; numbers are in digits on both sides. */
export function wrongWords(
	{ timeline }: PlantedTalk,
	recognised: readonly Word[],
): { readonly wrong: number; readonly of: number } {
	const said = timeline.sentences.flat().flatMap(({ text }) => plainWords(text));
	const written = withNumbers(
		said.map((text, at) => ({ text: text.replace(/[.,]/g, ""), begin: at, end: at, confidence: 1 })),
	);
	const truth = written.map(({ text }) => text);
	const heard = recognised.flatMap(({ text }) => plainWords(text).map((word) => word.replace(/[.,]/g, "")));
	return { wrong: aligned(truth, heard).errorRate * truth.length, of: truth.length };
}
