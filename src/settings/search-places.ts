import { access } from "node:fs/promises";
import type { PublicExplorer } from "cosmiconfig";

/** Names of settings files, all of them data: planning someone's pull request must run none of their code. */
export const SEARCH_PLACES = [
	"showrun.config.yaml",
	"showrun.config.yml",
	"showrun.config.json",
	"package.json",
];

/**
 * Whether a file is there and holds settings. A broken `package.json` counts when it seems to: it is then
 * reported rather than passed over.
 */
export async function holdsSettings(path: string): Promise<boolean> {
	if (!(await exists(path))) return false;
	return (await explorer()).load(path).then(
		(found) => found !== null,
		// What cannot be read is reported by whoever reads it.
		() => true,
	);
}

let opened: PublicExplorer | undefined;

/**
 * Made at the first file found: most folders on the way up have none. `load` is asked about each place, not
 * `search`: that passes over files it may not read, so that settings would silently not count; it looks in
 * the user's folder too, and where it looks may be changed by files of the current folder.
 */
async function explorer(): Promise<PublicExplorer> {
	const { openExplorer } = await import("./explorer.ts");
	opened ??= await openExplorer(SEARCH_PLACES);
	return opened;
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
