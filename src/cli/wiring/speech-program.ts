import { fileURLToPath } from "node:url";
import { BUILD } from "../version.ts";

/**
 * How our own program that listens to speech is started: beside the chunks of the bundle, or in the sources
 * with what makes those run.
 */
export const LISTENER = {
	path: process.execPath,
	args:
		BUILD === undefined
			? [...process.execArgv, fileURLToPath(new URL("../listen.ts", import.meta.url))]
			: [fileURLToPath(new URL("../listen.js", import.meta.url))],
	env: withLeanAllocator(process.env),
};

/**
 * The allocator of glibc raises its thresholds with what is freed, and keeps ever more of it: held where they
 * are, a recogniser takes 30 MB less for the same time. Whoever set them means it.
 */
export function withLeanAllocator(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const thresholds = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
	return { MALLOC_ARENA_MAX: "1", ...thresholds, ...env };
}
