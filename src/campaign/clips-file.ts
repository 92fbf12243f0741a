import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { clipsFileOf } from "../model/review.ts";
import { isMissing } from "../system/error-code.ts";
import { displayPath } from "../system/paths.ts";
import { readText } from "../yaml/read.ts";
import type { SourceText } from "../yaml/source.ts";
import { didYouMean } from "../yaml/suggest.ts";

/** The reviewed-clips file beside a campaign file, where there is one, or what is wrong with it. */
export async function readClips(
	campaignFile: string,
	cwd: string,
): Promise<{ readonly source?: SourceText; readonly problem?: Diagnostic }> {
	const path = clipsFileOf(campaignFile);
	// A dangling link counts as present: its missing content must not pass for an empty file.
	const there = await lstat(path).catch((error: unknown) => (isMissing(error) ? undefined : error));
	return there === undefined ? {} : readText(path, displayPath(path, cwd));
}

/**
 * Reviewed-clips files in the folders of these campaigns without a campaign file: what is refused in them
 * would be posted. Without a place, because what was read of other files is not to be trusted either.
 */
export async function strayClips(
	campaignFiles: readonly string[],
	cwd: string,
): Promise<readonly Diagnostic[]> {
	const folders = [...new Set(campaignFiles.map((path) => dirname(path)))];
	return (await Promise.all(folders.map((folder) => strayIn(folder, campaignFiles, cwd)))).flat();
}

async function strayIn(
	folder: string,
	campaignFiles: readonly string[],
	cwd: string,
): Promise<readonly Diagnostic[]> {
	const names = await readdir(folder);
	const own = campaignFiles
		.filter((path) => dirname(path) === folder)
		.map((path) => basename(clipsFileOf(path)));
	// The campaign beside it may be one that was not asked for.
	const expected = new Set([
		...own,
		...names.filter((name) => /\.(ya?ml|json)$/.test(name) && !CLIPS_FILE.test(name)).map(clipsFileOf),
	]);
	const stray = names.filter((name) => CLIPS_FILE.test(name) && !expected.has(name));
	const free = own.filter((name) => !names.includes(name));
	return stray.map((name) => strayFile(displayPath(join(folder, name), cwd), free));
}

const CLIPS_FILE = /^[^.].*\.clips\.ya?ml$/;

function strayFile(file: string, free: readonly string[]): Diagnostic {
	return {
		severity: "error",
		rule: "stray-clips",
		summary: "No campaign file matches this clips file",
		detail: `${file} has no campaign file of the same name, so its decisions would not count.`,
		hint: `${didYouMean(basename(file), free, "Names that are free")} Rename it together with its campaign, or delete it.`.trim(),
	};
}
