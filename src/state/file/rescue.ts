import { closeSync, fsyncSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry } from "../../model/snapshot.ts";
import type { GuardRecord } from "../guard/records.ts";
import { encodeLine } from "../journal-lines.ts";
import { StateFault } from "../state-fault.ts";

type Outcome = Extract<JournalEntry, { readonly type: "outcome" }>;

/** What could not be written where it belongs. */
export interface Lost {
	readonly path: string;
	readonly seq: number;
	readonly entry: Outcome;
	readonly cause: unknown;
	/** Remembers it outside of the work tree. False: that failed too, or there is nothing that could. */
	readonly remember: (record: GuardRecord) => Promise<boolean>;
}

/**
 * Saves an outcome that the journal does not take: outside of the work tree, where the next run finds it, or
 * else in a folder of its own below the temp folder.
 * Says in words what it was: they are all that is left should both fail.
 */
export async function rescue(lost: Lost): Promise<StateFault> {
	const { path, seq, entry, cause } = lost;
	const why = cause instanceof Error ? cause.message : String(cause);
	const what = `What came of operation ${entry.operation} could not be written to ${path} (${why}): ${ending(entry)}.`;
	if (await lost.remember({ type: "rescued", serial: seq, entry }))
		return new StateFault(`${what} It is recorded outside of the work tree.`, {
			remedy: "Fix the problem above, then run the command again: the next run records the outcome.",
			cause,
		});
	return new StateFault(`${what} ${saved(encodeLine({ seq, entry }))}`, {
		remedy:
			"Fix the problem above. The next run reports this outcome as unknown; then record it: " +
			`${resolving(entry)}`,
		cause,
	});
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
		return (
			"It could not be saved anywhere else either " +
			`(${error instanceof Error ? error.message : String(error)}).`
		);
	}
}
