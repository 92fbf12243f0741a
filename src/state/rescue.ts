import { closeSync, fsyncSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "../model/snapshot.ts";
import { StateFault } from "./faults.ts";
import { encodeLine } from "./lines.ts";

type Outcome = Extract<Entry, { readonly type: "outcome" }>;

/** What could not be written where it belongs. */
export interface Lost {
	readonly path: string;
	readonly seq: number;
	readonly entry: Outcome;
	readonly cause: unknown;
}

/** Saves an outcome that the journal does not take, in a folder of its own below the temp folder, and says in words what it was: they are all that is left should that fail too. */
export function rescue(lost: Lost): StateFault {
	const { path, seq, entry, cause } = lost;
	const why = cause instanceof Error ? cause.message : String(cause);
	return new StateFault(
		`What came of operation ${entry.operation} could not be written to ${path} (${why}): ${ending(entry)}. ${saved(encodeLine({ seq, entry }))}`,
		{
			remedy: `Put right what it names. The next run will call this outcome unknown; then say what you know: ${resolving(entry)}`,
			cause,
		},
	);
}

function ending({ outcome, resource }: Outcome): string {
	const id = resource?.taskId;
	return `it is ${outcome}${id === undefined ? "" : `, task ${id}`}`;
}

function resolving({ operation, outcome, resource }: Outcome): string {
	if (outcome === "unknown") return "showrun status";
	if (outcome !== "done") return `showrun resolve ${operation} --not-posted`;
	return `showrun resolve ${operation} --posted${resource?.taskId === undefined ? "" : ` --task-id ${resource.taskId}`}`;
}

/** In a new folder, so that nobody can have laid a link there. */
function saved(line: string): string {
	try {
		const file = join(mkdtempSync(join(tmpdir(), "showrun-errored-")), "state.jsonl");
		const fd = openSync(file, "wx", 0o600);
		try {
			writeFileSync(fd, line);
			fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
		return `It was saved to ${file}.`;
	} catch (error) {
		return `It could not be saved anywhere else either (${error instanceof Error ? error.message : String(error)}).`;
	}
}
