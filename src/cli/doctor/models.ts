import { defined } from "../../model/defined.ts";
import type { CheckResult } from "../../model/health.ts";
import type { ModelStatus } from "../../model/models.ts";
import type { EmbeddedSettings } from "../../model/settings.ts";
import { modelStatuses } from "../../models/open.ts";
import { problemOfOwn } from "../../models/own-files.ts";
import { modelsAt } from "../wiring/models.ts";
import { failure, well } from "./finding.ts";

/**
 * Which models are pulled, and whether they are whole. Without one everything works, some of it less well.
 */
export async function lookAtModels(
	{ models, recogniser }: Pick<EmbeddedSettings, "models" | "recogniser">,
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	const statuses = await statusesFor(defined({ models, recogniser }), signal);
	return [...statuses.map(modelFinding), ...(await lookAtRecogniser(recogniser, signal))];
}

/** How it stands with the models that are of use with some settings. */
export async function statusesFor(
	{ models, recogniser }: Pick<EmbeddedSettings, "models" | "recogniser">,
	signal: AbortSignal,
): Promise<readonly ModelStatus[]> {
	const all = await modelStatuses(modelsAt(models), signal);
	return all.filter(({ onlyIfAsked }) => !onlyIfAsked || recogniser !== undefined);
}

/** Whether the files of the recogniser of the settings are what they should be. */
export async function lookAtRecogniser(
	recogniser: EmbeddedSettings["recogniser"],
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	if (recogniser === undefined) return [];
	const problem = await problemOfOwn(recogniser, signal);
	const named = `the recogniser of the settings (${recogniser.kind})`;
	if (problem !== undefined)
		return [failure("models", `${named}: ${problem}`, "mend `embedded.recogniser`, or the file")];
	return [well("models", `${named}, ${recogniser.languages?.join(", ") ?? "whatever the language"}`)];
}

/** What a person is told of one model. */
export function modelFinding({ name, state, use, without, problem, runtime }: ModelStatus): CheckResult {
	if (state === "damaged") return failure("models", `${name}: ${problem}`, `showrun models pull ${name}`);
	if (state === "installed")
		return well("models", `${name}, for ${use}${runtime === "wasm" ? ", as WebAssembly" : ""}`);
	return well(
		"models",
		state === "absent"
			? `${name}: not pulled. ${without} (showrun models pull ${name})`
			: `${name}: does not run on this machine. ${without}`,
	);
}
