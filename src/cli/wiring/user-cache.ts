import { homedir } from "node:os";
import { join } from "node:path";

/** The user's folder for what can be had again. */
export function userCache(): string {
	return process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
}
