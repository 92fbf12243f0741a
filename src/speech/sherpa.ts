import { createRequire } from "node:module";
import { firstThatLoads, type OpenRuntime } from "../models/runtimes.ts";
import { type HeardText, type OwnModel, SAMPLE_RATE } from "./protocol.ts";
import { heardIn, sherpaConfig } from "./sherpa-config.ts";

/**
 * Hears what is said in samples between -1 and 1, 16,000 a second. Takes a while, in which nothing else
 * happens.
 */
export type HearSamples = (samples: Float32Array) => HeardText;

/** Loads a model of the user's own into sherpa-onnx. Throws where that cannot be; the library may end us. */
export async function openOwnModel(model: OwnModel, runtimes: readonly OpenRuntime[]): Promise<HearSamples> {
	const library = await openSherpa(runtimes);
	const recogniser = library.createOfflineRecognizer(sherpaConfig(model));
	if (!recogniser) throw new Error("the model of the settings cannot be loaded");
	return (samples) => {
		const stream = library.createOfflineStream(recogniser);
		library.acceptWaveformOffline(stream, { samples, sampleRate: SAMPLE_RATE });
		library.decodeOfflineStream(recogniser, stream);
		return heardIn(library.getOfflineStreamResultAsJson(stream));
	};
}

/** What of the library is called. */
interface Sherpa {
	createOfflineRecognizer(config: Readonly<Record<string, unknown>>): unknown;
	createOfflineStream(recogniser: unknown): unknown;
	acceptWaveformOffline(
		stream: unknown,
		wave: { readonly samples: Float32Array; readonly sampleRate: number },
	): void;
	decodeOfflineStream(recogniser: unknown, stream: unknown): void;
	getOfflineStreamResultAsJson(stream: unknown): string;
}

/** Loads the library. Throws `UnloadableFault` where this machine cannot. */
export function openSherpa(runtimes: readonly OpenRuntime[]): Promise<Sherpa> {
	return firstThatLoads<Sherpa>(runtimes, {
		native: (file) => createRequire(import.meta.url)(file("binding")) as Sherpa,
		wasm: () => {
			throw new RangeError("there is no WebAssembly of it");
		},
	});
}
