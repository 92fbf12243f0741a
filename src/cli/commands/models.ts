import { StopFault } from "../../model/fault.ts";
import { MODEL_NAMES, type ModelEvent, type ModelName } from "../../model/models.ts";
import { type Models, standings } from "../../models/open.ts";
import { type Pull, pullModels, removeModels, type Work } from "../../models/pull.ts";
import { loadingWeights, loadingWords, tryToLoad } from "../../speech/trial.ts";
import { didYouMean } from "../../system/yaml/suggest.ts";
import { fetched, fetchedQuarter, renderModelEvent, renderModels } from "../../views/models.ts";
import { LISTENER } from "../listener.ts";
import { modelsAt } from "../models.ts";
import { openDisplay, type Showing } from "../progress.ts";
import { inkOf, lines, out, stopSignal } from "../terminal.ts";
import { openSettings } from "../workspace.ts";

interface ModelsFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun models list`: which there are, which are pulled, and what each is. Changes nothing. */
export async function listModels(flags: ModelsFlags): Promise<void> {
	const models = await modelsIn(flags);
	const found = await standings(models, stopSignal());
	out(flags.json ? lines(found.map((each) => ({ type: "model", ...each }))) : renderModels(found, models.folder, inkOf(process.stdout)));
}

/** `showrun models pull`: fetches models into the cache. None named: all that run on this machine. */
export async function pull(given: readonly string[], flags: ModelsFlags): Promise<void> {
	const signal = stopSignal();
	const models = await modelsIn(flags);
	const named = given.map(nameOf);
	const names = named.length > 0 ? named : (await standings(models, signal)).flatMap(({ name, state }) => (state === "unsupported" ? [] : [name]));
	await shown(flags, {
		signal,
		names,
		idle: "Everything is there, and works",
		body: (work) => pullModels(models, names, { ...work, searchPath: process.env.PATH ?? "", tried: trying(signal) }),
	});
}

/** Loads what was pulled as it will be loaded, in a process of its own. */
function trying(signal: AbortSignal): Pull["tried"] {
	return async (name, model) => tryToLoad(LISTENER, { job: name === "speech" ? loadingWords(model) : loadingWeights(model), signal });
}

/** `showrun models remove`: takes models out of the cache. */
export async function remove(given: readonly string[], flags: ModelsFlags): Promise<void> {
	const models = await modelsIn(flags);
	const names = given.map(nameOf);
	await shown(flags, { signal: stopSignal(), names, idle: "There was nothing to remove", body: (work) => removeModels(models, names, work) });
}

async function modelsIn(flags: ModelsFlags): Promise<Models> {
	return modelsAt((await openSettings([flags.in])).embedded.models);
}

function nameOf(given: string): ModelName {
	const found = MODEL_NAMES.find((name) => name === given);
	if (found !== undefined) return found;
	throw new StopFault(`There is no model called "${given}".`, { remedy: didYouMean(given, MODEL_NAMES, "Models") });
}

interface Shown {
	readonly signal: AbortSignal;
	readonly names: readonly ModelName[];
	/** What is said where nothing changed. */
	readonly idle: string;
	readonly body: (work: Work) => Promise<void>;
}

async function shown(flags: ModelsFlags, { signal, names, idle, body }: Shown): Promise<void> {
	const progress = await openDisplay(flags, SHOWING);
	let changed = 0;
	const emit = (event: ModelEvent) => {
		if (event.type === "pulled" || event.type === "removed") changed += 1;
		progress.emit(event);
	};
	try {
		await body({ signal, emit });
		progress.close();
		if (changed === 0) progress.say(`${idle} (${names.join(", ")}).\n`, { type: "report", changed });
		else progress.say("Done. `showrun models list` shows what is there.\n", { type: "report", changed });
	} finally {
		progress.close();
	}
}

const SHOWING: Showing<ModelEvent> = {
	text: renderModelEvent,
	bar: (event) => (event.type === "pulling" ? { share: event.share, label: fetched(event) } : undefined),
	plainly: (event) => (event.type === "pulling" ? fetchedQuarter(event) : ""),
	key: ({ parcel }) => parcel,
};
