import { Fault } from "../../model/fault.ts";
import type { EngineFacts } from "../../model/observed.ts";
import type { Settings } from "../../model/settings.ts";

/**
 * What the embedded engine of the settings has to work with, looked at when it is asked for. Undefined: the
 * clips are made elsewhere.
 */
export function engineOf(settings: Settings, signal: AbortSignal): (() => Promise<EngineFacts>) | undefined {
	return settings.service.url === undefined ? () => look(settings, signal) : undefined;
}

async function look({ embedded, root }: Settings, signal: AbortSignal): Promise<EngineFacts> {
	const { findFfmpeg } = await import("../../engine/find-ffmpeg.ts");
	const request = { searchPath: process.env.PATH ?? "", cache: `${root}/.showrun/cache`, signal };
	const wanted = embedded.ffmpeg === undefined ? {} : { wanted: embedded.ffmpeg };
	const noFfmpeg = await findFfmpeg({ ...request, ...wanted }).then(() => undefined, whyNot);
	const transcribes = embedded.transcription !== undefined || (await hasRecogniser(embedded.models, signal));
	return { transcribes, ...(noFfmpeg !== undefined && { noFfmpeg }) };
}

function whyNot(error: unknown): string {
	if (error instanceof Fault) return error.message;
	throw error;
}

async function hasRecogniser(folder: string | undefined, signal: AbortSignal): Promise<boolean> {
	const [{ statusOf }, { modelsAt }] = await Promise.all([
		import("../../models/open.ts"),
		import("./models.ts"),
	]);
	const models = modelsAt(folder);
	const speech = models.catalogue.find(({ name }) => name === "speech");
	return speech !== undefined && (await statusOf(models, speech, signal)).state === "installed";
}
