import type { ModelEvent, ModelName } from "../../model/models.ts";
import type { Models, OpenModel } from "../../models/open.ts";
import { type Pull, pullModels, type Work } from "../../models/pull.ts";
import { checkLoads, runtimeLoadJob, speechLoadJob, weightsLoadJob } from "../../speech/load-check.ts";
import type { Job } from "../../speech/protocol.ts";
import { fetched, fetchedQuarter, renderModelEvent } from "../../views/models.ts";
import { openDisplay, type Showing } from "../terminal/progress.ts";
import { LISTENER } from "./speech-program.ts";

interface PullDisplay {
	readonly signal: AbortSignal;
	readonly names: readonly ModelName[];
	/** What is said where nothing changed. */
	readonly idle: string;
	readonly body: (work: Work) => Promise<void>;
}

/** Pulls models, and shows how it goes. */
export function pullWithProgress(
	models: Models,
	names: readonly ModelName[],
	{ json, signal }: { readonly json?: true; readonly signal: AbortSignal },
): Promise<void> {
	const body = (work: Work) =>
		pullModels(models, names, { ...work, searchPath: process.env.PATH ?? "", tried: trying(signal) });
	return showing(json ? { json } : {}, { signal, names, idle: "All are installed and work", body });
}

/** Shows how the cache of models changes. */
export async function showing(
	flags: { readonly json?: true },
	{ signal, names, idle, body }: PullDisplay,
): Promise<void> {
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
		else progress.say("Done. See: showrun models list\n", { type: "report", changed });
	} finally {
		progress.close();
	}
}

/** Loads what was pulled as it will be loaded, in a process of its own. */
function trying(signal: AbortSignal): Pull["tried"] {
	return async (name, model) => checkLoads(LISTENER, { job: loadJob(name, model), signal });
}

function loadJob(name: ModelName, model: OpenModel): Job {
	if (name === "speech") return speechLoadJob(model);
	return name === "recogniser" ? runtimeLoadJob(model) : weightsLoadJob(model);
}

const SHOWING: Showing<ModelEvent> = {
	text: renderModelEvent,
	bar: (event) => (event.type === "pulling" ? { share: event.share, label: fetched(event) } : undefined),
	plainly: (event) => (event.type === "pulling" ? fetchedQuarter(event) : ""),
	key: ({ parcel }) => parcel,
};
