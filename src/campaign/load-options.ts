import type { Brand } from "../model/own-brand.ts";
import type { Levels } from "../model/rules/level.ts";
import type { CheckTexts } from "./check.ts";
import type { CampaignSearch } from "./find-files.ts";
import type { CampaignCache } from "./kept-checks.ts";
import type { GivenInputs } from "./read-inputs.ts";
import type { sharedReader } from "./sharing/read-shared.ts";

/** How campaigns are read and checked. */
export interface LoadOptions extends CampaignSearch {
	/**
	 * Sources must lie in this folder: the workspace root. Absent: `cwd`, or the campaign's own folder where
	 * that lies outside of it.
	 */
	readonly root?: string;
	/** Absent: inputs have their defaults. */
	readonly inputs?: GivenInputs;
	readonly checkTexts?: CheckTexts;
	/** How serious findings are in this workspace. A file's own levels win. */
	readonly levels?: Levels;
	/** Absolute paths of the shared files that the settings name for every campaign. Absent: none. */
	readonly use?: readonly string[];
	/** Shared files below the paths that no campaign uses are checked as well. Absent: they are not. */
	readonly unused?: "checked";
	/** The brand of the settings. Absent: there is none. */
	readonly brand?: Brand;
	/** Whether warnings are errors. Absent: no. */
	readonly strict?: boolean;
	/** Absent: the reviewed-clips files count. */
	readonly reviews?: "ignored";
	/** What a file would say, before it is written. Absent: files say what they say. */
	readonly instead?: { readonly path: string; readonly text: string };
	/** Absent: everything is parsed. Its version must change whenever the program does. */
	readonly cache?: CampaignCache;
}

/** The same for a file that others may share files with. */
export interface FileOptions extends LoadOptions {
	readonly read: ReturnType<typeof sharedReader>;
}
