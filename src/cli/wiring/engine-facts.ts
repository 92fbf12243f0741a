import { stat } from "node:fs/promises";
import { join } from "node:path";
import { epochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { ModelName } from "../../model/models.ts";
import type { EngineFacts, PulledModel } from "../../model/observed.ts";
import type { Settings } from "../../model/settings.ts";

type LookAtEngine = (families: readonly string[]) => Promise<EngineFacts>;

/**
 * What the embedded engine of the settings has to work with, and which of some families of fonts it lacks,
 * looked at when it is asked for. Undefined: the clips are made elsewhere.
 */
export function engineOf(settings: Settings, signal: AbortSignal): LookAtEngine | undefined {
	if (settings.service.url !== undefined) return undefined;
	return async (families) => {
		const lacksFonts = await lacking(families, signal);
		return { ...(await look(settings, signal)), ...defined({ lacksFonts }) };
	};
}

/** The models that the embedded engine has. Undefined: none, or the clips are made elsewhere. */
export async function pulledModels({
	service,
	embedded,
}: Settings): Promise<readonly PulledModel[] | undefined> {
	if (service.url !== undefined) return undefined;
	const { modelsAt } = await import("./models.ts");
	const { catalogue, folder } = modelsAt(embedded.models);
	const found = await Promise.all(
		catalogue.map(async ({ name, parcels }) => {
			const times = await Promise.all(parcels.map(({ id }) => madeAt(join(folder, id))));
			return { name, at: epochMs(Math.max(...times)) };
		}),
	);
	const pulled = found.filter(({ at }) => Number.isFinite(at));
	return pulled.length === 0 ? undefined : pulled;
}

/** Infinite where there is nothing. */
async function madeAt(folder: string): Promise<number> {
	return stat(folder).then(
		({ mtimeMs }) => mtimeMs,
		() => Number.POSITIVE_INFINITY,
	);
}

async function look({ embedded, root }: Settings, signal: AbortSignal): Promise<EngineFacts> {
	const { findFfmpeg } = await import("../../engine/io/find-ffmpeg.ts");
	const request = { searchPath: process.env.PATH ?? "", cache: `${root}/.showrun/cache`, signal };
	const wanted = embedded.ffmpeg === undefined ? {} : { wanted: embedded.ffmpeg };
	// Where several share a database, another may have the ffmpeg.
	const shares = embedded.database !== undefined;
	const noFfmpeg = shares
		? undefined
		: await findFfmpeg({ ...request, ...wanted }).then(() => undefined, whyNot);
	const transcribes =
		embedded.transcription !== undefined ||
		(await hasModel("speech", embedded.models, signal)) ||
		(embedded.recogniser !== undefined && (await hasModel("recogniser", embedded.models, signal)));
	return { transcribes, ...defined({ noFfmpeg }) };
}

/** Undefined: nothing is lacking. */
async function lacking(
	families: readonly string[],
	signal: AbortSignal,
): Promise<EngineFacts["lacksFonts"] | undefined> {
	if (families.length === 0) return undefined;
	const { problemOfFamily } = await import("../../engine/captions/brand-font.ts");
	const found = await Promise.all(
		families.map(async (family) => [family, await problemOfFamily(family, signal)] as const),
	);
	const lacks = found.flatMap(([family, why]) =>
		why === undefined ? [] : [[family, `The font of the brand, ${why}.`] as const],
	);
	return lacks.length === 0 ? undefined : Object.fromEntries(lacks);
}

function whyNot(error: unknown): string {
	if (error instanceof Fault) return [error.message, error.remedy ?? ""].join(" ").trim();
	throw error;
}

async function hasModel(name: ModelName, folder: string | undefined, signal: AbortSignal): Promise<boolean> {
	const [{ statusOf }, { modelsAt }] = await Promise.all([
		import("../../models/open.ts"),
		import("./models.ts"),
	]);
	const models = modelsAt(folder);
	const model = models.catalogue.find((each) => each.name === name);
	return model !== undefined && (await statusOf(models, model, signal)).state === "installed";
}
