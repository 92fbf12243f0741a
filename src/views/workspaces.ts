import { counted, type Ink, paint } from "./ink.ts";

/** One workspace among several of a command. */
export interface NamedWorkspace {
	/** Its path. */
	readonly name: string;
	/** How many workspaces the command works in. */
	readonly total: number;
}

/** What stands above the output of one workspace among several. */
export function workspaceHeading(workspace: string, ink: Ink): string {
	return `${paint(ink).bold(`Workspace ${workspace}`)}\n\n`;
}

/** How a command over several workspaces ended where not all went well. */
export function renderFailedWorkspaces(
	failed: readonly { readonly workspace: string; readonly exitCode: number }[],
	total: number,
): string {
	const names = failed.map(({ workspace, exitCode }) => `  ${workspace} (exit code ${exitCode})\n`).join("");
	return `\nNot all well in ${failed.length} of ${counted(total, "workspace")}:\n${names}`;
}
