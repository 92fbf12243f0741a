import { createRequire } from "node:module";
import { ModelFault } from "./faults.ts";
import type { OpenModel } from "./open.ts";

/** Numbers of a shape, as a model takes and gives them. */
export interface Tensor {
	readonly type: "float32" | "int64";
	readonly dims: readonly number[];
	readonly data: Float32Array | BigInt64Array;
}

/** A model that is loaded. It runs on one thread, so that its results are the same every time and renders have the other ones. */
export interface Session {
	readonly inputs: readonly string[];
	/** Gives every output by name. Takes some milliseconds, in which nothing else happens. */
	run(feeds: Readonly<Record<string, Tensor>>): Readonly<Record<string, Tensor>>;
}

/** What the library's own module exports; its usual wrapper is a package more. */
interface Binding {
	readonly InferenceSession: new () => {
		readonly inputNames: readonly string[];
		readonly outputNames: readonly string[];
		loadModel(path: string, options: object): void;
		run(feeds: object, fetches: object, options: object): Readonly<Record<string, Tensor>>;
	};
}

const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential", logSeverityLevel: 3 };

/** Loads the weights of an opened model into its library. Throws `ModelFault` where this machine cannot. */
export function openSession(model: OpenModel): Session {
	try {
		const { InferenceSession } = createRequire(import.meta.url)(model.file("binding")) as Binding;
		const session = new InferenceSession();
		session.loadModel(model.file("weights"), OPTIONS);
		const fetches = Object.fromEntries(session.outputNames.map((name) => [name, null]));
		return { inputs: session.inputNames, run: (feeds) => session.run(feeds, fetches, {}) };
	} catch (cause) {
		throw new ModelFault(
			`The ONNX Runtime library cannot be loaded on this machine: ${cause instanceof Error ? cause.message.split("\n")[0] : "unknown reason"}.`,
			{
				remedy: "It needs Linux with glibc, macOS or Windows; to go without: showrun models remove faces vad",
				cause,
			},
		);
	}
}
