import { lstat } from "node:fs/promises";
import type { Diagnostic } from "../model/diagnostic.ts";
import { clipsFileOf } from "../model/review.ts";
import { shownPath } from "../system/paths.ts";
import { readText } from "../system/yaml/read.ts";
import type { SourceText } from "../system/yaml/source.ts";

/** The reviewed-clips file beside a campaign file, where there is one, or what is wrong with its text. Throws `StopFault` when it is there and cannot be read. */
export async function readClips(campaignFile: string, cwd: string): Promise<{ readonly source?: SourceText; readonly problem?: Diagnostic }> {
	const path = clipsFileOf(campaignFile);
	// A link that leads nowhere is there: what it should hold must not be taken for nothing.
	const there = await lstat(path).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : error));
	return there === undefined ? {} : readText(path, shownPath(path, cwd));
}
