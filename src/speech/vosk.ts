import { firstThatLoads, type OpenRuntime } from "../models/runtimes.ts";
import { loadConfigured } from "./vosk-config.ts";
import { nativeVosk } from "./vosk-native.ts";
import type { VoskModel } from "./vosk-port.ts";
import { wasmVosk } from "./vosk-wasm.ts";

/** Loads the recogniser's model (a folder) into what runs it. Throws where this machine cannot. */
export function openVosk(model: string, runtimes: readonly OpenRuntime[]): Promise<VoskModel> {
	return firstThatLoads(runtimes, {
		native: (file) => loadConfigured(model, (folder) => nativeVosk(folder, file)),
		wasm: (file) => wasmVosk(model, file),
	});
}
