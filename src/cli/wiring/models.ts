import { homedir } from "node:os";
import type { Settings } from "../../model/settings.ts";
import { CATALOGUE } from "../../models/catalogue.ts";
import { modelsFolder } from "../../models/models-folder.ts";
import type { Models } from "../../models/open.ts";
import { thisPlatform } from "../../models/platform.ts";

/**
 * Where this machine's models are: in the folder that settings name, else in the user's folder for caches.
 */
export function modelsAt(named: Settings["embedded"]["models"]): Models {
	const { env, platform } = process;
	return {
		catalogue: CATALOGUE,
		folder: named ?? modelsFolder({ env, platform, home: homedir() }),
		// Finding it out takes longer than most plans.
		get platform() {
			return thisPlatform();
		},
	};
}
