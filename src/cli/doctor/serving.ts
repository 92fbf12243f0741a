import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { looked } from "./finding.ts";
import { lookAtFfmpeg } from "./machine.ts";
import { lookAtRecogniser, modelFinding, statusesFor } from "./models.ts";

/** What a service that starts says of its machine: the ffmpeg, and the models it works without. */
export async function serviceFindings(
	{ root, embedded }: Pick<Settings, "root" | "embedded">,
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	try {
		const ffmpeg = await looked("ffmpeg", () =>
			lookAtFfmpeg(embedded.ffmpeg, signal, `${root}/.showrun/cache`),
		);
		const models = await looked("models", async () => {
			const statuses = await statusesFor(embedded, signal);
			const own = await lookAtRecogniser(embedded.recogniser, signal);
			return [...statuses.filter(({ state }) => state !== "installed").map(modelFinding), ...own];
		});
		return [...ffmpeg, ...models];
	} catch (error) {
		if (signal.aborted) return [];
		throw error;
	}
}
