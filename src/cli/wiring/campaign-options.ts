import type { LoadOptions } from "../../campaign/load-options.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import { givenInputs, type InputFlags } from "../flags/inputs.ts";

/** The paths a command was given, of one workspace. */
export interface WorkspacePaths {
	/** None: this folder. */
	readonly paths: readonly string[];
	/** The workspace's root where it was found before. Absent: the paths tell. */
	readonly root?: string;
	/** Folders below the paths that belong to other workspaces. Absent: none. */
	readonly without?: readonly string[];
}

/** The settings that campaigns are read with. */
export type CampaignSettings = Pick<Settings, "root" | "rules" | "brand" | "use">;

/** What the reading of campaigns is asked for. */
interface CampaignFlags extends Pick<InputFlags, "var" | "varFile" | "env" | "strict"> {
	/** The reviewed-clips files are not looked at. */
	readonly reviews?: "ignored";
}

/** How the campaigns of a workspace are read. Settings are undefined where they cannot be used. */
export function campaignOptions(
	settings: CampaignSettings | undefined,
	flags: CampaignFlags,
	{ without, signal }: Pick<WorkspacePaths, "without"> & { readonly signal: AbortSignal },
): LoadOptions {
	const { root, rules: levels = {}, brand, use } = settings ?? {};
	return {
		...{ cwd: process.cwd(), signal, inputs: givenInputs(flags), levels, strict: flags.strict === true },
		...defined({ root, without, reviews: flags.reviews, brand, use }),
	};
}

/** The paths, or this folder. */
export function givenPaths(paths: readonly string[]): readonly string[] {
	return paths.length === 0 ? ["."] : paths;
}
