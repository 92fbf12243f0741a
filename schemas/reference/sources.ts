import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A file of the project, as text. */
export function readText(path: string): string {
	return readFileSync(new URL(path, new URL("../../", import.meta.url)), "utf8");
}
