import { hasErrors } from "../model/diagnostic.ts";
import { StopFault } from "../model/fault.ts";
import { inspectAgain, keepOpened, problemOf } from "./opened.ts";
import type { Problem, Workspace, WorkspaceOptions } from "./values.ts";

/** What is wrong with the files of a workspace, all of it. */
export class WorkspaceFault extends StopFault {
	readonly problems: readonly Problem[];

	constructor(problems: readonly Problem[]) {
		const errors = problems.filter(({ severity }) => severity === "error");
		super(errors.map(lineOf).join("\n") || "The workspace cannot be opened.");
		this.problems = problems;
	}
}

/**
 * Opens the workspace of a folder, or of one campaign file. Writes nothing. The environment counts as it does
 * for the command. Throws `WorkspaceFault` with all that is wrong.
 */
export async function openWorkspace(path = ".", options: WorkspaceOptions = {}): Promise<Workspace> {
	const { settings, campaigns, diagnostics } = await inspectAgain({ folder: path, options });
	const problems = diagnostics.map(problemOf);
	if (settings === undefined || hasErrors(diagnostics)) throw new WorkspaceFault(problems);
	const workspace = { root: settings.root, campaigns: campaigns.map(({ name }) => name), warnings: problems };
	keepOpened(workspace, { settings, campaigns, folder: path, options });
	return workspace;
}

function lineOf({ file, line, column, message }: Problem): string {
	return file === undefined ? message : `${file}:${line}:${column}: ${message}`;
}
