import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ModelName } from "../../../src/model/models.ts";
import { CATALOGUE } from "../../../src/models/catalogue.ts";
import { modelsFolder } from "../../../src/models/models-folder.ts";
import { type Models, openModel } from "../../../src/models/open.ts";
import { thisPlatform } from "../../../src/models/platform.ts";

/**
 * This machine's models where the named one is pulled; else says that it is missing. `SHOWRUN_MODELS` names
 * another folder.
 */
export async function pulled(name: ModelName): Promise<Models | undefined> {
	const { env, platform } = process;
	const folder = env.SHOWRUN_MODELS || modelsFolder({ env, platform, home: homedir() });
	const models = { folder, platform: thisPlatform(), catalogue: CATALOGUE };
	if ((await openModel(models, name, new AbortController().signal)) !== undefined) return models;
	console.log(`not run: the model for ${name} is not there (showrun models pull ${name})`);
	return undefined;
}

/** A file of the folder of samples (`SHOWRUN_MEDIA`); undefined, and said, where it is not there. */
export function sample(name: string): string | undefined {
	const path = join(process.env.SHOWRUN_MEDIA ?? "", name);
	if (process.env.SHOWRUN_MEDIA && existsSync(path)) return path;
	console.log(`not run: ${name} is not there (SHOWRUN_MEDIA names the folder of samples)`);
	return undefined;
}
