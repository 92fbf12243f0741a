import { access } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { cosmiconfig, type Loader, type PublicExplorer } from "cosmiconfig";
import { StopFault } from "../model/fault.ts";

/** Files of the current folder that cosmiconfig itself would run while it starts. */
const CODE = ["js", "ts", "cjs", "mjs"].map((extension) => `.config/config.${extension}`);

/** Opens what loads settings files. Throws `StopFault` where that would run code. */
export async function openExplorer(searchPlaces: readonly string[]): Promise<PublicExplorer> {
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
		searchPlaces: [...searchPlaces],
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
