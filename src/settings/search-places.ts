import { access } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { cosmiconfig, type Loader, type PublicExplorer } from "cosmiconfig";
import { StopFault } from "../model/fault.ts";

/** Names of settings files, all of them data: planning someone's pull request must run none of their code. */
export const SEARCH_PLACES = [
	"showrun.config.yaml",
	"showrun.config.yml",
	"showrun.config.json",
	"package.json",
];

/** Files of the current folder that cosmiconfig itself would run while it starts. */
const CODE = ["js", "ts", "cjs", "mjs"].map((extension) => `.config/config.${extension}`);

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
	opened ??= await open();
	return opened;
}

async function open(): Promise<PublicExplorer> {
	for (const path of CODE) {
		if (!(await exists(resolve(path)))) continue;
		throw new StopFault(
			`The search for settings would run ${path} of the current folder, and showrun runs no code of a workspace.`,
			{
				remedy: "Run showrun from another folder and name the workspace: showrun plan PATH.",
			},
		);
	}
	const loaders = {
		".yaml": asText,
		".yml": asText,
		".json": asJson,
		".js": refuse,
		".cjs": refuse,
		".mjs": refuse,
		".ts": refuse,
		noExt: refuse,
	};
	return cosmiconfig("showrun", {
		searchPlaces: SEARCH_PLACES,
		searchStrategy: "none",
		cache: false,
		loaders,
	});
}

/** Positions matter, so the text is parsed where diagnostics are made. */
const asText: Loader = (_, text) => text;

const asJson: Loader = (path, text) => (basename(path) === "package.json" ? packageJson(text) : text);

const refuse: Loader = (path) => {
	throw new StopFault(`${path} is code, and showrun's settings are data only.`, {
		remedy: "Use showrun.config.yaml.",
	});
};

function packageJson(text: string): { readonly showrun?: unknown } {
	try {
		const { showrun } = JSON.parse(text) as { readonly showrun?: unknown };
		return showrun === undefined ? {} : { showrun };
	} catch {
		return /"showrun"\s*:\s*\{/.test(text) ? { showrun: {} } : {};
	}
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
