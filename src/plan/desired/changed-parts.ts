import { same } from "../../model/same.ts";
import { sameSource } from "../../model/source-key.ts";
import type { VideoRequest } from "../../model/task.ts";

/**
 * What of a request differs from the submitted one, coarsest first. The name of the task is ours alone and
 * does not count; nor does how many clips are rendered, because the others are rendered when they are posted.
 */
export function changedParts(
	submitted: VideoRequest,
	wanted: VideoRequest,
): ("source-changed" | "clipping-changed" | "export-changed")[] {
	const parts = [
		["source-changed", sameSource(submitted.source, wanted.source)],
		["clipping-changed", same(submitted.clipping, wanted.clipping)],
		["export-changed", same(submitted.export, wanted.export)],
	] as const;
	return parts.filter(([, isSame]) => !isSame).map(([reason]) => reason);
}
