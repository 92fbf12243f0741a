import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { campaignFiles, NoCampaignFault } from "../../campaign/find-files.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import { type FoundWorkspace, findWorkspaces } from "../../settings/find-workspace.ts";
import { renderFault } from "../../views/fault.ts";
import { plain } from "../../views/ink.ts";
import { type NamedWorkspace, renderFailedWorkspaces, workspaceHeading } from "../../views/workspaces.ts";
import { EXIT, Exit, type ExitCode, worstOf } from "../exit.ts";
import { err, inkOf, lines, out } from "../terminal/terminal.ts";
import type { WorkspacePaths } from "./campaign-options.ts";

/** One of the workspaces that a command works in. */
export interface OneWorkspace extends WorkspacePaths {
	/** Absent: it is the only one. */
	readonly named?: NamedWorkspace;
}

interface EachOptions {
	readonly signal: AbortSignal;
	/** How a workspace is announced before its output. `none`: by the output itself. */
	readonly headings: "text" | "json" | "none";
	/** A workspace without campaigns counts if it has a state. */
	readonly states?: true;
	/** Flags that are about one workspace only, with whether they are given. */
	readonly single?: Readonly<Record<string, boolean>>;
}

/** How the output of these flags announces a workspace. */
export function headingsOf({
	json,
	markdown,
	github,
}: {
	readonly json?: true;
	readonly markdown?: true;
	readonly github?: true;
}): EachOptions["headings"] {
	if (json) return "json";
	return markdown || github ? "none" : "text";
}

/**
 * Runs a command in each workspace of the paths, one after the other. One that fails does not stop the
 * others; the worst exit code is the code of all. In the only one it runs as if there were no others.
 */
export async function inEachWorkspace(
	paths: readonly string[],
	options: EachOptions,
	work: (one: OneWorkspace) => Promise<void>,
): Promise<void> {
	const [first, ...others] = await eachWorkspace(paths, options);
	if (others.length === 0) return work(first);
	const results: { readonly workspace: string; readonly exitCode: ExitCode }[] = [];
	for (const one of [first, ...others]) {
		const workspace = one.named?.name ?? ".";
		options.signal.throwIfAborted();
		announce(workspace, options, results.length === 0);
		results.push({ workspace, exitCode: await exitCodeOf(work(one), options.signal) });
	}
	if (options.headings === "json") out(lines([{ type: "workspaces", results }]));
	const failed = results.filter(({ exitCode }) => exitCode !== EXIT.ok && exitCode !== EXIT.changes);
	if (failed.length > 0) err(renderFailedWorkspaces(failed, results.length));
	const worst = worstOf(results.map(({ exitCode }) => exitCode));
	if (worst !== EXIT.ok) throw new Exit(worst);
}

/**
 * The workspaces of the paths with something to work on; the paths themselves where one is missing, which
 * whoever reads it says. Throws `StopFault` for a flag that is about one, where there are several.
 */
export async function eachWorkspace(
	paths: readonly string[],
	options: Pick<EachOptions, "signal" | "states" | "single">,
): Promise<readonly [OneWorkspace, ...OneWorkspace[]]> {
	const [first, ...others] = await workspacesOf(paths, options);
	if (first === undefined) return [{ paths }];
	if (others.length > 0) mustBeForOne(options, [first, ...others]);
	return [first, ...others];
}

async function workspacesOf(
	paths: readonly string[],
	{ signal, states }: Pick<EachOptions, "signal" | "states">,
): Promise<readonly OneWorkspace[]> {
	const cwd = process.cwd();
	const found = await findWorkspaces(paths, { cwd, signal });
	const [only, ...others] = found;
	if (only === undefined) return [];
	if (others.length === 0) return [{ paths, root: only.root }];
	const used: FoundWorkspace[] = [];
	for (const each of found)
		if ((await hasCampaigns(each, signal)) || (states && (await hasState(each)))) used.push(each);
	return used.map(({ root, paths: inside, without }) => ({
		root,
		without,
		paths: inside.map((path) => relative(cwd, path) || "."),
		...(used.length > 1 && { named: { name: plain(relative(cwd, root) || "."), total: used.length } }),
	}));
}

async function hasCampaigns({ paths, without }: FoundWorkspace, signal: AbortSignal): Promise<boolean> {
	try {
		return (await campaignFiles(paths, { cwd: process.cwd(), signal, without })).length > 0;
	} catch (error) {
		if (error instanceof NoCampaignFault) return false;
		throw error;
	}
}

async function hasState({ root }: FoundWorkspace): Promise<boolean> {
	return stat(join(root, ".showrun", "state.json")).then(
		() => true,
		() => false,
	);
}

function mustBeForOne(
	{ single = {} }: Pick<EachOptions, "single">,
	workspaces: readonly OneWorkspace[],
): void {
	const [flag] = Object.entries(single).find(([, given]) => given) ?? [];
	if (flag === undefined) return;
	const names = workspaces.map(({ named }) => named?.name ?? ".");
	throw new StopFault(
		`${flag} works in one workspace, and the paths lead to ${names.length}: ${listed(names)}.`,
		{
			remedy: "Name the path of one of them.",
		},
	);
}

function listed(names: readonly string[]): string {
	return `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;
}

function announce(workspace: string, { headings }: EachOptions, first: boolean): void {
	if (headings === "json") out(lines([{ type: "workspace", workspace }]));
	if (headings === "text") out(`${first ? "" : "\n"}${workspaceHeading(workspace, inkOf(process.stdout))}`);
}

/**
 * A fault is shown here, so that the next workspace has its turn. A bug, and a person who stops, end it all.
 */
async function exitCodeOf(work: Promise<void>, signal: AbortSignal): Promise<ExitCode> {
	try {
		await work;
		return EXIT.ok;
	} catch (error) {
		if (error instanceof Exit) return error.code;
		if (signal.aborted || !(error instanceof Fault)) throw error;
		err(renderFault(error, inkOf(process.stderr)));
		return EXIT.error;
	}
}
