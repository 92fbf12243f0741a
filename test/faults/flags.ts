import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { StopFault } from "../../src/model/fault.ts";
import { parseYaml } from "../../src/yaml/document.ts";
import { readText } from "../../src/yaml/read.ts";
import { FAULTS, type PlannedFault, readFaults } from "./planned.ts";

/** The flags of `serve.ts`, as they were typed. */
export interface FaultFlags {
	readonly faults?: string;
	readonly "commit-log"?: string;
	readonly "no-idempotency"?: boolean;
}

/** What to inject. */
export interface FaultSettings {
	readonly faults: readonly PlannedFault[];
	/** Absolute path of the file that executed writes are appended to. */
	readonly commitLog: string | undefined;
	readonly idempotency: boolean;
}

/** Reads the flags and the files they name. Throws `StopFault` for a file that cannot be used. */
export async function faultSettings(flags: FaultFlags): Promise<FaultSettings> {
	const { faults, "commit-log": commitLog, "no-idempotency": ignoresKeys = false } = flags;
	return {
		faults: faults === undefined ? [] : await plannedIn(faults),
		commitLog: commitLog === undefined ? undefined : await writable(commitLog),
		idempotency: !ignoresKeys,
	};
}

/** One line for whoever looks at the server's messages. */
export function faultWarning({ faults, idempotency, commitLog }: FaultSettings): string {
	const details = [
		`${faults.length} planned ${faults.length === 1 ? "fault" : "faults"}`,
		idempotency ? "idempotency keys honoured" : "IDEMPOTENCY KEYS IGNORED",
		commitLog === undefined ? "no commit log" : `executed writes listed in ${commitLog}`,
	];
	return `FAULT INJECTION ON: never publish real posts through this server (${details.join("; ")}).`;
}

/**
 * Tried before the server starts: an executed write that cannot be listed would spoil what the list is for.
 */
async function writable(file: string): Promise<string> {
	const path = resolve(file);
	const handle = await open(path, "a", 0o600).catch((error: NodeJS.ErrnoException) => {
		throw new StopFault(`The commit log ${file} cannot be written (${error.code}).`, {
			remedy: "Name a file in a folder that exists and is yours.",
			cause: error,
		});
	});
	await handle.close();
	return path;
}

async function plannedIn(file: string): Promise<readonly PlannedFault[]> {
	const read = await readText(resolve(file), file);
	if ("problem" in read) throw unusable(file, [read.problem.detail]);
	const { file: parsed, diagnostics, usable } = parseYaml(read.source);
	if (!usable)
		throw unusable(
			file,
			diagnostics.map((each) => each.detail),
		);
	const { faults, problems } = readFaults(parsed.value);
	if (problems.length > 0) throw unusable(file, problems);
	return faults;
}

function unusable(file: string, problems: readonly string[]): StopFault {
	return new StopFault(`${file} is not a list of planned faults: ${problems.join("; ")}.`, {
		remedy: `Write it like: [{ endpoint: publish, nth: 1, fault: hang }]. Faults: ${Object.keys(FAULTS).join(", ")}.`,
	});
}
