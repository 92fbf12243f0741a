import { Fault } from "../../model/fault.ts";
import type { OwnRecogniser } from "../../model/own-recogniser.ts";
import { type Models, modelStatuses } from "../../models/open.ts";
import { problemOfOwn } from "../../models/own-files.ts";

/** What an engine may be able to use. */
export interface Usable {
	readonly models?: Models;
	readonly recogniser?: OwnRecogniser;
}

/**
 * Names of what can be used here, sorted: `ffmpeg`, models that were pulled, `recogniser` of the settings.
 * `findFfmpeg` throws a `Fault` where there is none.
 */
export async function usableTools(
	{ models, recogniser }: Usable,
	findFfmpeg: () => Promise<unknown>,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const statuses = models === undefined ? [] : await modelStatuses(models, signal);
	const pulled = statuses.filter(({ state }) => state === "installed").map(({ name }) => name);
	const isOwnWhole = recogniser !== undefined && (await problemOfOwn(recogniser, signal)) === undefined;
	const ffmpeg = (await isThere(findFfmpeg())) ? ["ffmpeg"] : [];
	return [...ffmpeg, ...pulled, ...(isOwnWhole ? ["recogniser"] : [])].sort();
}

function isThere(found: Promise<unknown>): Promise<boolean> {
	return found.then(
		() => true,
		(error: unknown) => {
			if (error instanceof Fault) return false;
			throw error;
		},
	);
}
