import { idIn } from "../api/named-id.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import { taskName } from "../model/reference.ts";
import type { Operation, Snapshot } from "../model/snapshot.ts";
import { unknownsOf } from "../plan/unknowns.ts";
import type { ReadContext } from "./context.ts";
import { optionsNow } from "./declared.ts";
import type { RunMemory } from "./memory.ts";
import { type Resolved, resolutionOf } from "./resolution.ts";
import { otherClocks } from "./service-time.ts";

/** What campaigns say in `resolutions` about attempts that are still unknown. */
export async function resolveDeclared(
	context: ReadContext,
	snapshot: Snapshot,
	memory: RunMemory,
): Promise<readonly Resolved[]> {
	const { resolutions = [], clock } = context;
	if (resolutions.length === 0) return [];
	const clocks = await otherClocks(context);
	const declared = new Map(resolutions.map((resolution) => [resolution.operation, resolution]));
	return unknownsOf(snapshot).flatMap((operation) => {
		const resolution = declared.get(operation.id);
		if (resolution === undefined) return [];
		const { word, by, why } = resolution;
		try {
			const entry = resolutionOf(operation, word, defined({ by, at: clock.now(), why, clocks }));
			emitResolved(context, operation, entry);
			return [entry];
		} catch (error) {
			if (!(error instanceof Fault)) throw error;
			emitUnresolved(context, operation, { error, memory });
			return [];
		}
	});
}

/** Once a run is enough. */
function emitUnresolved(
	{ emit }: ReadContext,
	{ id, address }: Operation,
	{ error, memory }: { readonly error: Fault; readonly memory: RunMemory },
): void {
	if (memory.asked.has(id)) return;
	memory.asked.add(id);
	const { message, remedy } = error;
	emit(defined({ type: "unresolved", address, operation: id, message, remedy }));
}

/**
 * What the service itself knows: a task that an answer named, although the answer proved nothing.
 * Where keys are recognised, the call is simply made again.
 */
export async function resolveByService(
	context: ReadContext,
	snapshot: Snapshot,
	memory: RunMemory,
): Promise<readonly Resolved[]> {
	const { clock } = context;
	const options = optionsNow(context);
	if (options.idempotency) return [];
	const found: Resolved[] = [];
	for (const operation of unknownsOf(snapshot)) {
		const id = idIn(operation.kind, operation.evidence ?? {});
		if (id === undefined || memory.asked.has(operation.id) || options.selected?.(operation.address) === false)
			continue;
		memory.asked.add(operation.id);
		if (isTaken(snapshot, id) || !(await exists(context, operation, id))) continue;
		const why = `the service answered with the id ${id}, and knows it`;
		const entry = resolutionOf(
			operation,
			{ as: "posted", taskId: id },
			{ by: "the service", at: clock.now(), why },
		);
		emitResolved(context, operation, entry);
		found.push(entry);
	}
	return found;
}

/** A task that belongs to something else was not made by this attempt. */
function isTaken({ resources }: Snapshot, id: string): boolean {
	return Object.values(resources).some(({ taskId }) => taskId === id);
}

/** Whether the service knows a task under this id. A refusal proves nothing: a person may still find it. */
async function exists(context: ReadContext, { kind, wanted }: Operation, id: string): Promise<boolean> {
	const { service, signal } = context;
	try {
		if (kind === "publish")
			return optionsNow(context).publishStatus && (await service.publishTask(id, signal)) !== undefined;
		if (kind === "export") return (await service.exportResults(id, signal)).id === id;
		const task = await service.results(id, signal);
		const wantedName = "projectName" in wanted ? taskName(wanted) : "";
		return task.id === id && (task.name === undefined || task.name === wantedName);
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		return false;
	}
}

function emitResolved({ emit }: ReadContext, { id, address }: Operation, entry: Resolved): void {
	const { as, by, why, resource } = entry;
	emit(defined({ type: "resolved", address, operation: id, as, by, why, taskId: resource?.taskId }));
}
