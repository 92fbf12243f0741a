import { join } from "node:path";
import type { Core } from "../core.ts";
import { removeAbandoned, removeLeftovers } from "../leftovers.ts";
import { isFinal } from "../lifecycle.ts";
import type { Records } from "../store/records.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { forEachKind } from "../store/task-folders.ts";
import { PARTIALS } from "../uploads/partials.ts";
import type { Holders } from "./in-use.ts";
import { trimCache } from "./trim.ts";

type Machine = Pick<Core, "options" | "media" | "tasks">;

/** What another process of this machine may be making is written to at least this often. */
const UNTOUCHED_MS = 3_600_000;
const DAY_MS = 24 * UNTOUCHED_MS;

/**
 * Removes what this machine has of media that are elsewhere and needs no more: what was left half-made, and
 * what is too much.
 */
export async function tendCopies(machine: Machine): Promise<void> {
	const { options, media } = machine;
	if (media.copies === undefined) return;
	await removeLeftovers(options, UNTOUCHED_MS);
	await removeAbandoned(join(options.data, PARTIALS), DAY_MS);
	await trimCopies(machine);
}

/** Brings copies back within their limit. What an open task is made from is not brought again and again. */
export async function trimCopies({ options, media, tasks }: Machine): Promise<void> {
	if (media.copies === undefined) return;
	const limits = { ...media.copies, unusedMs: Number.POSITIVE_INFINITY, clock: options.clock };
	await trimCache(limits, openOnes(tasks));
}

function openOnes(tasks: Core["tasks"]): Holders {
	const none = { current: async () => [] };
	const open = forEachKind(
		(_, kind): Pick<Records<TaskRecord>, "current"> => ({
			current: (matches) => tasks[kind].current((task) => !isFinal(task.status) && matches(task)),
		}),
	);
	return { tasks: open, publishes: none, uploads: none };
}
