import { idIn } from "../api/named-id.ts";
import { Fault } from "../model/fault.ts";
import type { Entry, Operation, Snapshot } from "../model/snapshot.ts";
import { unknownsOf } from "../plan/unknowns.ts";
import { fold } from "../state/snapshot/fold.ts";
import type { Reading } from "./context.ts";
import { type Memory, observe } from "./observe.ts";
import { type Resolved, resolutionOf } from "./resolution.ts";

/** Everything there is to learn before planning: what became of unknown outcomes, then of tasks and posts, theirs too. Entries for the journal; sends nothing that writes. */
export async function news(reading: Reading, snapshot: Snapshot, memory: Memory): Promise<readonly Entry[]> {
	const said = saidIn(reading, snapshot, memory);
	const after = said.reduce<Snapshot>(fold, snapshot);
	const found = await askedFor(reading, after, memory);
	return [...said, ...found, ...(await observe(reading, found.reduce<Snapshot>(fold, after), memory))];
}

/** What campaigns say in `resolutions` about attempts that are still unknown. */
function saidIn(reading: Reading, snapshot: Snapshot, memory: Memory): readonly Resolved[] {
	const { resolutions = [], clock } = reading;
	const words = new Map(resolutions.map((resolution) => [resolution.operation, resolution]));
	return unknownsOf(snapshot).flatMap((operation) => {
		const resolution = words.get(operation.id);
		if (resolution === undefined) return [];
		const { word, by, why } = resolution;
		try {
			return [
				told(
					reading,
					operation,
					resolutionOf(operation, word, { by, at: clock.now(), ...(why !== undefined && { why }) }),
				),
			];
		} catch (error) {
			if (!(error instanceof Fault)) throw error;
			refused(reading, operation, { error, memory });
			return [];
		}
	});
}

/** Once a run is enough. */
function refused(
	{ emit }: Reading,
	{ id, address }: Operation,
	{ error, memory }: { readonly error: Fault; readonly memory: Memory },
): void {
	if (memory.asked.has(id)) return;
	memory.asked.add(id);
	emit({
		type: "unresolved",
		address,
		operation: id,
		message: error.message,
		...(error.remedy !== undefined && { remedy: error.remedy }),
	});
}

/** What the service itself knows: a task that an answer named, although it proved nothing. Where keys are recognised, the call is simply made again. */
async function askedFor(reading: Reading, snapshot: Snapshot, memory: Memory): Promise<readonly Resolved[]> {
	if (reading.options.idempotency) return [];
	const found: Resolved[] = [];
	for (const operation of unknownsOf(snapshot)) {
		const id = idIn(operation.kind, operation.evidence ?? {});
		if (
			id === undefined ||
			memory.asked.has(operation.id) ||
			reading.options.selected?.(operation.address) === false
		)
			continue;
		memory.asked.add(operation.id);
		if (isKnown(snapshot, id) || !(await exists(reading, operation, id))) continue;
		const why = `the service answered with the id ${id}, and knows it`;
		found.push(
			told(
				reading,
				operation,
				resolutionOf(
					operation,
					{ as: "posted", taskId: id },
					{ by: "the service", at: reading.clock.now(), why },
				),
			),
		);
	}
	return found;
}

/** A task that belongs to something else was not made by this attempt. */
function isKnown({ resources }: Snapshot, id: string): boolean {
	return Object.values(resources).some(({ taskId }) => taskId === id);
}

/** Whether the service knows a task under this id. A refusal proves nothing: a person may still find it. */
async function exists(
	{ service, signal, options }: Reading,
	{ kind, wanted }: Operation,
	id: string,
): Promise<boolean> {
	try {
		if (kind === "publish")
			return options.publishStatus && (await service.publishTask(id, signal)) !== undefined;
		if (kind === "export") return (await service.exportResults(id, signal)).id === id;
		const task = await service.results(id, signal);
		const wantedName = "projectName" in wanted ? wanted.projectName : "";
		return task.id === id && (task.name === undefined || task.name === wantedName);
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		return false;
	}
}

function told({ emit }: Reading, { id, address }: Operation, entry: Resolved): Resolved {
	const { as, by, why, resource } = entry;
	emit({
		type: "resolved",
		address,
		operation: id,
		as,
		by,
		...(why !== undefined && { why }),
		...(resource?.taskId !== undefined && { taskId: resource.taskId }),
	});
	return entry;
}
