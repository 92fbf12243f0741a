import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { MODEL_NAMES, type ModelName } from "../../model/models.ts";
import type { OwnRecogniser } from "../../model/own-recogniser.ts";
import { type Models, modelStatuses } from "../../models/open.ts";
import { ANY_PLATFORM } from "../../models/platform.ts";
import { removeModels } from "../../models/pull.ts";
import { workspaceAbove } from "../../settings/find-workspace.ts";
import { renderModels } from "../../views/models.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { modelsAt } from "../wiring/models.ts";
import { pullWithProgress, showing } from "../wiring/pull-models.ts";
import { openSettings } from "../wiring/workspace.ts";

interface ModelsFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun models list`: which there are, which are pulled, and what each is. Changes nothing. */
export async function listModels(flags: ModelsFlags): Promise<void> {
	const models = await modelsIn(flags);
	const found = await modelStatuses(models, stopSignal());
	out(
		flags.json
			? lines(found.map((each) => ({ type: "model", ...each })))
			: renderModels(found, models.folder, inkOf(process.stdout)),
	);
}

/** `showrun models pull`: fetches models into the cache. None named: all that run on this machine. */
export async function pull(
	given: readonly string[],
	flags: ModelsFlags & { readonly wasm?: true },
): Promise<void> {
	const signal = stopSignal();
	const { models: here, recogniser } = await modelsAndSettings(flags);
	const models = flags.wasm ? { ...here, platform: ANY_PLATFORM } : here;
	const named = given.map(nameOf);
	const names =
		named.length > 0
			? named
			: (await modelStatuses(models, signal)).flatMap(({ name, state, onlyIfAsked }) =>
					state === "unsupported" || (onlyIfAsked && !recogniser) ? [] : [name],
				);
	await pullWithProgress(models, names, { ...flags, signal });
}

/** `showrun models remove`: takes models out of the cache. */
export async function remove(given: readonly string[], flags: ModelsFlags): Promise<void> {
	const models = await modelsIn(flags);
	const names = given.map(nameOf);
	await showing(flags, {
		signal: stopSignal(),
		names,
		idle: "Nothing to remove",
		body: (work) => removeModels(models, names, work),
	});
}

async function modelsIn(flags: ModelsFlags): Promise<Models> {
	return (await modelsAndSettings(flags)).models;
}

/** With the recogniser that the settings name. */
async function modelsAndSettings(
	flags: ModelsFlags,
): Promise<{ readonly models: Models; readonly recogniser: OwnRecogniser | undefined }> {
	// Workspaces below do not matter: models belong to the machine.
	const root = await workspaceAbove(flags.in);
	const settings = await openSettings({ paths: [flags.in], ...defined({ root }) }, { keyless: true });
	const { models, recogniser } = settings.embedded;
	return { models: modelsAt(models), recogniser };
}

function nameOf(given: string): ModelName {
	const found = MODEL_NAMES.find((name) => name === given);
	if (found !== undefined) return found;
	throw new StopFault(`There is no model called "${given}".`, {
		remedy: didYouMean(given, MODEL_NAMES, "Models"),
	});
}
