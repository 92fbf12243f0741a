import { createRequire } from "node:module";
import { openWasmSession } from "./onnx-wasm.ts";
import { firstThatLoads, type OpenRuntime } from "./runtimes.ts";
import type { Session, Tensor } from "./session.ts";

/** What the native library's own module exports; its usual wrapper is a package more. */
interface Binding {
	readonly InferenceSession: new () => {
		readonly inputNames: readonly string[];
		readonly outputNames: readonly string[];
		loadModel(path: string, options: object): void;
		run(feeds: object, fetches: object, options: object): Readonly<Record<string, Tensor>>;
	};
}

const OPTIONS = {
	intraOpNumThreads: 1,
	interOpNumThreads: 1,
	executionMode: "sequential",
	logSeverityLevel: 3,
};

/** Loads weights (the path of a file) into what runs them. Throws `ModelFault` where this machine cannot. */
export function openSession(weights: string, runtimes: readonly OpenRuntime[]): Promise<Session> {
	return firstThatLoads(runtimes, {
		native: (file) => nativeSession(weights, file("binding")),
		wasm: (file) => openWasmSession(weights, file),
	});
}

function nativeSession(weights: string, binding: string): Session {
	const { InferenceSession } = createRequire(import.meta.url)(binding) as Binding;
	const session = new InferenceSession();
	session.loadModel(weights, OPTIONS);
	const fetches = Object.fromEntries(session.outputNames.map((name) => [name, null]));
	return { inputs: session.inputNames, run: async (feeds) => session.run(feeds, fetches, {}) };
}
