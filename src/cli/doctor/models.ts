import type { CheckResult } from "../../model/health.ts";
import type { ModelStatus } from "../../model/models.ts";
import { modelStatuses } from "../../models/open.ts";
import { modelsAt } from "../wiring/models.ts";
import { failure, well } from "./finding.ts";

/**
 * Which models are pulled, and whether they are whole. Without one everything works, some of it less well.
 */
export async function lookAtModels(
	folder: string | undefined,
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	return (await modelStatuses(modelsAt(folder), signal)).map(modelFinding);
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
