import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where tests keep what they build, for each other and for the next run. */
export const CACHE = fileURLToPath(new URL("../../node_modules/.cache/showrun-tests/", import.meta.url));

/** Where is kept what each ffmpeg of this machine can do: asking takes three starts of it. */
export const ABILITIES = join(CACHE, "ffmpeg");

/** Tells an engine, by its cache folder, what this machine's ffmpeg can do. */
export function tellAbilities(cache: string): void {
	if (existsSync(ABILITIES)) cpSync(ABILITIES, cache, { recursive: true });
}
