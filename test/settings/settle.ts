import type { Checked } from "../../src/model/diagnostic.ts";
import type { Settings } from "../../src/model/settings.ts";
import { loadSettings, type SettingsRequest } from "../../src/settings/load.ts";
import { type Files, withFiles } from "../campaign/files.ts";

/** What settings are settled from. */
export interface World {
	readonly files?: Files;
	readonly given?: readonly string[];
	/** Folder the command is run in. */
	readonly in?: string;
	readonly env?: SettingsRequest["env"];
	readonly flags?: SettingsRequest["flags"];
}

/** Calls the function with the settings of a world, or with what is wrong with them. */
export async function settle<Result>(
	world: World,
	look: (checked: Checked<Settings>, folder: string) => Result,
): Promise<Result> {
	return withFiles(world.files ?? {}, async (folder) => {
		const cwd = world.in === undefined ? folder : `${folder}/${world.in}`;
		const checked = await loadSettings({
			given: world.given ?? [],
			cwd,
			env: world.env ?? {},
			flags: world.flags ?? {},
			signal: AbortSignal.timeout(300_000),
		});
		return look(checked, folder);
	});
}

/** One setting of a world that must have no errors. */
export async function settingOf<Value>(
	world: World,
	part: (settings: Settings, folder: string) => Value,
): Promise<Value> {
	return settle(world, (checked, folder) => {
		if (!checked.ok)
			throw new Error(`unexpected: ${checked.diagnostics.map((each) => each.detail).join(" ")}`);
		return part(checked.value, folder);
	});
}

/** A settings file with this text. */
export const file = (text: string): Files => ({ "showrun.config.yaml": text });
export const remote = file("service: { url: https://api.example.com/v/ }\n");
export const key = { SHOWRUN_API_KEY: "k-123" };
