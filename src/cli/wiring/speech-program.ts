import { fileURLToPath } from "node:url";
import { BUILD } from "../version.ts";

/**
 * How our own program that listens to speech is started: beside the chunks of the bundle, or in the sources
 * with what makes those run.
 */
export const LISTENER =
	BUILD === undefined
		? {
				path: process.execPath,
				args: [...process.execArgv, fileURLToPath(new URL("../listen.ts", import.meta.url))],
			}
		: { path: process.execPath, args: [fileURLToPath(new URL("../listen.js", import.meta.url))] };
