import { join } from "node:path";
import { trimCopies } from "./cache/copies.ts";
import { trimCache } from "./cache/trim.ts";
import type { Core, Shared } from "./core.ts";
import type { JobContext } from "./jobs/context.ts";
import { type Jobs, openJobs } from "./jobs/jobs.ts";

/** What differs for tasks that are shared with other processes. */
export type JobSharing = Pick<JobContext, "tasks" | "atOnce" | "fetchAlone">;

/** What works on the tasks of a tenant in this process. */
export function openTenantJobs(
	core: Core,
	{ suspects }: Pick<Shared, "suspects">,
	sharing: JobSharing,
): Jobs {
	const { options, renders, media } = core;
	const fetching = { folder: join(options.data, "fetches"), limits: options.fetching };
	const log = options.log ?? (() => undefined);
	return openJobs({
		engine: options.engine,
		renders,
		media,
		fetching,
		trim: trimOf(core),
		suspects,
		log,
		...sharing,
	});
}

/**
 * Brings the cache of a tenant back within its limits. A bucket is looked through by whoever cleans, now and
 * then, and not after each task.
 */
export function trimOf(core: Core): JobContext["trim"] {
	const { options, media } = core;
	const { cacheBytes: maxBytes = Number.POSITIVE_INFINITY, keep } = options;
	const { cacheMs: unusedMs = Number.POSITIVE_INFINITY } = keep ?? {};
	return async (given = {}) => {
		await trimCopies(core);
		if (media.copies && given.behindMs === undefined) return;
		await trimCache({ media, clock: options.clock, maxBytes, unusedMs, ...given }, core);
	};
}
