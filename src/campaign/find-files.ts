import { lstat, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { StopFault } from "../model/fault.ts";
import { displayPath } from "../system/paths.ts";
import { walk } from "../system/walk.ts";

/** No campaign file is where one was looked for. */
export class NoCampaignFault extends StopFault {}

/** Where campaign files are looked for. */
export interface CampaignSearch {
	readonly cwd: string;
	readonly signal: AbortSignal;
	/** Folders that are left out, with all below them: workspaces of their own. Absent: none. */
	readonly without?: readonly string[];
}

/**
 * The campaign files given, and those below the folders given, sorted. Throws `NoCampaignFault` when there is
 * none.
 */
export async function campaignFiles(
	given: readonly string[],
	search: CampaignSearch,
): Promise<readonly string[]> {
	const { campaigns } = await workspaceFiles(given, search);
	if (campaigns.length === 0) throw nothingFound(given, search.cwd);
	return campaigns;
}

/** What people write for a workspace, sorted. */
export interface WorkspaceFiles {
	readonly campaigns: readonly string[];
	/** Shared files (`*.shared.yaml`). */
	readonly shared: readonly string[];
}

/** The campaign files and shared files given, and those below the folders given. */
export async function workspaceFiles(
	given: readonly string[],
	search: CampaignSearch,
): Promise<WorkspaceFiles> {
	const starts = (given.length === 0 ? ["."] : given).map((each) => resolve(search.cwd, each));
	const found = new Set<string>();
	for (const start of starts) for (const file of await filesAt(start, search)) found.add(file);
	const all = [...found].sort();
	return {
		campaigns: all.filter((file) => !SHARED_FILE.test(basename(file))),
		shared: all.filter((file) => SHARED_FILE.test(basename(file))),
	};
}

async function filesAt(start: string, { cwd, signal, without }: CampaignSearch): Promise<readonly string[]> {
	const about = await stat(start).catch(() => undefined);
	// A dangling link counts as present: reading it reports what is wrong.
	if (about === undefined && (await lstat(start).catch(() => undefined)) === undefined)
		throw await missing(start, cwd);
	if (!about?.isDirectory()) return [start];
	const files: string[] = [];
	for await (const { path, entries } of walk(start, signal, without))
		for (const entry of entries)
			if ((CAMPAIGN_FILE.test(entry.name) || SHARED_FILE.test(entry.name)) && !entry.isDirectory())
				files.push(join(path, entry.name));
	return files;
}

const CAMPAIGN_FILE = /^[^.].*\.campaign\.ya?ml$/;
const SHARED_FILE = /^[^.].*\.shared\.ya?ml$/;

async function missing(path: string, cwd: string): Promise<StopFault> {
	const beside = await readdir(dirname(path)).catch((): string[] => []);
	const campaigns = beside.filter((name) => CAMPAIGN_FILE.test(name));
	const remedy =
		campaigns.length === 0
			? "Name a campaign file, or a folder that holds some."
			: `Campaigns in that folder: ${campaigns.join(", ")}.`;
	return new StopFault(`There is no file or folder ${displayPath(path, cwd)}.`, { remedy });
}

/** The fault of a place without campaigns. */
export function nothingFound(given: readonly string[], cwd: string): NoCampaignFault {
	const starts = (given.length === 0 ? ["."] : given).map((each) => displayPath(resolve(cwd, each), cwd));
	return new NoCampaignFault(`No campaign was found in ${starts.join(", ")} (looked for *.campaign.yaml).`, {
		remedy: "Write one with `showrun init`, or name the file or folder that has one.",
	});
}
