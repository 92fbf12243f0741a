import type { Model } from "../model/models.ts";
import { ONNX_RUNTIMES } from "./onnxruntime.ts";

/** Where somebody speaks in a sound, in any language. */
export const VAD: Model = {
	name: "vad",
	use: "telling speech from other sound, in any language, in videos without a transcript",
	without: "Speech is told from silence by loudness alone, so music counts as speech.",
	parcels: [
		{
			id: "silero-vad-6",
			what: "Silero VAD, the model that tells voices from everything else",
			package: "@ricky0123/vad-web",
			version: "0.0.31",
			integrity:
				"sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==",
			bytes: 5_471_324,
			licence: "MIT",
			source: "github.com/snakers4/silero-vad",
			files: [
				{
					path: "dist/silero_vad_v6.onnx",
					bytes: 2_327_524,
					sha256: "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
					role: "weights",
				},
			],
		},
	],
	runtimes: ONNX_RUNTIMES,
};
