import type { RuntimeKind } from "../model/models.ts";
import { UnloadableFault } from "./model-fault.ts";

/**
 * What runs a model, verified: its files by role, as absolute paths. Plain data, to be handed to another
 * process.
 */
export interface OpenRuntime {
	readonly kind: RuntimeKind;
	readonly files: Readonly<Record<string, string>>;
}

/** How a thing is loaded by each kind of runtime. */
type Loaders<Loaded> = Readonly<
	Record<RuntimeKind, (file: (role: string) => string) => Loaded | Promise<Loaded>>
>;

/** Loads by the first runtime that this machine can load. Throws `UnloadableFault` where it can load none. */
export async function firstThatLoads<Loaded>(
	runtimes: readonly OpenRuntime[],
	loaders: Loaders<Loaded>,
): Promise<Loaded> {
	let first: unknown;
	for (const { kind, files } of runtimes) {
		try {
			return await loaders[kind]((role) => files[role] ?? missing(role));
		} catch (cause) {
			first ??= cause;
		}
	}
	throw unloadable(first);
}

function missing(role: string): never {
	throw new RangeError(`nothing was pulled as ${role}`);
}

function unloadable(cause: unknown): UnloadableFault {
	const [why = ""] = (cause instanceof Error ? cause.message : "nothing that runs it was pulled").split("\n");
	return new UnloadableFault(
		`What runs the model cannot be loaded on this machine: ${why.slice(0, 300).replace(/\.$/, "")}.`,
		{
			remedy: "Pull it again, which takes what can be loaded: showrun models pull",
			cause,
		},
	);
}
