import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Session, Tensor } from "./session.ts";

/** What is used of the script. */
interface Script {
	readonly env: {
		logLevel: string;
		readonly wasm: { numThreads: number; proxy: boolean; wasmPaths: object; wasmBinary: Uint8Array };
	};
	readonly Tensor: new (type: Tensor["type"], data: Tensor["data"], dims: readonly number[]) => Tensor;
	readonly InferenceSession: {
		create(
			weights: Uint8Array,
			options: object,
		): Promise<{
			readonly inputNames: readonly string[];
			run(feeds: object): Promise<Readonly<Record<string, Tensor>>>;
		}>;
	};
}

const OPTIONS = { executionProviders: ["wasm"], executionMode: "sequential", logSeverityLevel: 3 };

/**
 * Loads weights into the runtime of WebAssembly, all from the files that were pulled: nothing is fetched. One
 * thread, no workers.
 */
export async function openWasmSession(weights: string, file: (role: string) => string): Promise<Session> {
	const { env, InferenceSession, Tensor } = createRequire(import.meta.url)(file("script")) as Script;
	env.logLevel = "error";
	const wasmPaths = { mjs: pathToFileURL(file("loader")).href, wasm: pathToFileURL(file("wasm")).href };
	Object.assign(env.wasm, {
		numThreads: 1,
		proxy: false,
		wasmPaths,
		wasmBinary: await readFile(file("wasm")),
	});
	const session = await InferenceSession.create(await readFile(weights), OPTIONS);
	const taken = (feeds: Readonly<Record<string, Tensor>>) =>
		Object.fromEntries(
			Object.entries(feeds).map(([name, { type, data, dims }]) => [name, new Tensor(type, data, dims)]),
		);
	let last: Promise<unknown> = Promise.resolve();
	return {
		inputs: session.inputNames,
		run: (feeds) => {
			// Two runs at once would write over each other's stack.
			const made = last.then(() => session.run(taken(feeds)));
			last = made.catch(() => {});
			return made;
		},
	};
}
