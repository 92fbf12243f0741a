import { homedir } from "node:os";
import type { Settings } from "../model/settings.ts";
import { CATALOGUE } from "../models/catalogue.ts";
import { type Models, PLATFORM } from "../models/open.ts";
import { modelsFolder } from "../models/place.ts";

/** Where this machine's models are. Without settings: where they are by default, or SHOWRUN_MODELS says. */
export function modelsOf(settings: Settings | undefined): Models {
	const { env, platform } = process;
	const named = settings === undefined ? env.SHOWRUN_MODELS?.trim() || undefined : settings.embedded.models;
	return { catalogue: CATALOGUE, folder: named ?? modelsFolder({ env, platform, home: homedir() }), platform: PLATFORM };
}
