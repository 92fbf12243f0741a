import { open } from "node:fs/promises";
import pLimit from "p-limit";

/** One write that was executed. */
export interface Commit {
	/** ISO 8601. */
	readonly at: string;
	/** Path of the endpoint. */
	readonly endpoint: string;
	/** The Idempotency-Key that was sent. */
	readonly key: string | null;
	/** Id of what was made. */
	readonly id: string;
	/** What it was made of: a source, clips of a source, or clips at accounts. */
	readonly identities: readonly string[];
}

/** A list of executed writes that outlives the client, and this process. */
export interface CommitLog {
	/** On disk before it resolves. */
	append(commit: Commit): Promise<void>;
}

/** Appends to a file, one JSON object a line. */
export function openCommitLog(path: string): CommitLog {
	const inTurn = pLimit(1);
	return { append: (commit) => inTurn(append, path, `${JSON.stringify(commit)}\n`) };
}

async function append(path: string, line: string): Promise<void> {
	const handle = await open(path, "a", 0o600);
	try {
		await handle.appendFile(line);
		await handle.sync();
	} finally {
		await handle.close();
	}
}
