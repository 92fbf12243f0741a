import { inspect, type Workspace as Loaded } from "../cli/wiring/workspace.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { StopFault } from "../model/fault.ts";
import type { Problem, Workspace, WorkspaceOptions } from "./values.ts";

/** What stands behind a workspace. */
export interface Opened extends Loaded {
	/** As it was given. */
	readonly folder: string;
	readonly options: WorkspaceOptions;
}

const opened = new WeakMap<Workspace, Opened>();

/** Keeps what stands behind a workspace. */
export function keepOpened(workspace: Workspace, holds: Opened): void {
	opened.set(workspace, holds);
}

/** What a workspace holds. Throws `StopFault` for one that `openWorkspace` did not make. */
export function openedOf(workspace: Workspace): Opened {
	const found = opened.get(workspace);
	if (found !== undefined) return found;
	throw new StopFault("This is not a workspace of openWorkspace.", {
		remedy: "Pass on what openWorkspace resolved to, not a copy of it.",
	});
}

/** Reads the files of a workspace as they are now. */
export function inspectAgain({ folder, options }: Pick<Opened, "folder" | "options">) {
	const { inputs, inputFiles, environment, strict, signal = new AbortController().signal } = options;
	const flags = defined({ var: inputs, varFile: inputFiles, env: environment });
	return inspect({ paths: [folder] }, signal, { ...flags, ...(strict && { strict }), keyless: true });
}

/** A finding without what only a terminal needs. */
export function problemOf({ severity, rule, summary, detail, hint, place }: Diagnostic): Problem {
	return { severity, rule, message: `${summary}. ${detail}`.trim(), ...defined({ hint }), ...place };
}
