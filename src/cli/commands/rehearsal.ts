import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { StopFault } from "../../model/fault.ts";
import {
	FAULTS,
	type FaultKind,
	type PlannedFault,
	type Rehearsal,
	readFaults,
} from "../../service/rehearsal/faults.ts";
import { parseYaml } from "../../yaml/document.ts";
import { readText } from "../../yaml/read.ts";

/** What `serve` is told about rehearsing, as it was typed. */
export interface RehearsalFlags {
	readonly rehearsal?: boolean;
	readonly faults?: string;
	readonly commitLog?: string;
	/** False for `--no-idempotency`. */
	readonly idempotency?: boolean;
}

/** What to do wrong on purpose; undefined: nothing. Throws `StopFault` when it was asked for without `--rehearsal`, or not in words we know. */
export async function rehearsalOf({
	rehearsal,
	faults,
	commitLog,
	idempotency = true,
}: RehearsalFlags): Promise<Rehearsal | undefined> {
	const asked = [
		faults !== undefined && "--faults",
		commitLog !== undefined && "--commit-log",
		!idempotency && "--no-idempotency",
	].filter(Boolean);
	if (!rehearsal && asked.length > 0)
		throw new StopFault(`${asked.join(" and ")}: a server that does wrong on purpose may post twice.`, {
			remedy: "Only to rehearse, with accounts and an outbox nobody follows: add --rehearsal.",
		});
	if (!rehearsal) return undefined;
	return {
		idempotency,
		faults: faults === undefined ? [] : await plannedIn(faults),
		...(commitLog !== undefined && { commitLog: await writable(commitLog) }),
	};
}

/** One loud line for whoever looks at the server's messages. */
export function rehearsalWarning({ faults, idempotency, commitLog }: Rehearsal): string {
	const said = [
		`${faults.length} planned ${faults.length === 1 ? "fault" : "faults"}`,
		idempotency ? "idempotency keys honoured" : "IDEMPOTENCY KEYS IGNORED",
		commitLog === undefined ? "no commit log" : `executed writes listed in ${commitLog}`,
	];
	return `REHEARSAL: this server does wrong on purpose (${said.join("; ")}). Never publish with it.`;
}

/** Tried before the server starts: a write that was executed and could not be listed would spoil what the list is for. */
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
	const kinds = (Object.keys(FAULTS) as FaultKind[]).join(", ");
	return new StopFault(`${file} is no list of planned faults: ${problems.join("; ")}.`, {
		remedy: `Write it like: [{ endpoint: publish, nth: 1, fault: hang }]. Faults: ${kinds}.`,
	});
}
