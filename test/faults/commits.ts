import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { folderRecords } from "../../src/service/store/folder/records.ts";
import type {
	ConnectionRecord,
	PublishRecord,
	SourceVideo,
	Stored,
	TaskRecord,
	UploadRecord,
} from "../../src/service/store/shapes.ts";
import type { Endpoint } from "./planned.ts";

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

/** An answered request that may have executed a write. */
export interface Answered {
	readonly endpoint: Endpoint;
	readonly path: string;
	readonly key: string | null;
	readonly response: Response;
}

/** A list of executed writes that outlives the client, and this process. */
export interface CommitLog {
	/** Appends what the request has executed, if anything; on disk before it resolves. */
	note(answered: Answered): Promise<void>;
}

/**
 * Appends to a file, one JSON object a line. What a write was made of is read from the records of the
 * service's data folder. A request that an idempotency key found again carries the id of the first one, and
 * is not listed.
 */
export function openCommitLog({
	file,
	data,
	now = Date.now,
}: {
	readonly file: string;
	readonly data: string;
	readonly now?: () => number;
}): CommitLog {
	const oneAtATime = pLimit(1);
	const listed = new Set(existsSync(file) ? readCommits(file).map(({ id }) => id) : []);
	return {
		note: ({ endpoint, path, key, response }) =>
			oneAtATime(async () => {
				const write = WRITES[endpoint];
				if (write === undefined || response.status !== 200) return;
				const id = write.idOf(JSON.parse(await response.clone().text()).data);
				if (listed.has(id)) return;
				const identities = await write.identitiesOf(data, id);
				const commit: Commit = { at: new Date(now()).toISOString(), endpoint: path, key, id, identities };
				await append(file, `${JSON.stringify(commit)}\n`);
				listed.add(id);
			}),
	};
}

/** The commits of a file that is there. */
export function readCommits(file: string): readonly Commit[] {
	const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
	return lines.map((line) => JSON.parse(line));
}

interface Write {
	/** The id in the answer's data. */
	readonly idOf: (answer: Readonly<Record<string, string>>) => string;
	readonly identitiesOf: (data: string, id: string) => Promise<readonly string[]>;
}

const WRITES: Readonly<Partial<Record<Endpoint, Write>>> = {
	oauth: {
		idOf: ({ auth_url = "" }) => new URL(auth_url).pathname.split("/").at(-1) ?? "",
		identitiesOf: async (data, id) => [(await recordOf<ConnectionRecord>(data, "connections", id)).platform],
	},
	publish: {
		idOf: ({ task_id = "" }) => task_id,
		identitiesOf: async (data, id) => {
			const { source, clip, targets } = await recordOf<PublishRecord>(data, "publishes", id);
			return targets.map(({ platform, username }) => `${platform}:${username} ${identityOf(source, clip)}`);
		},
	},
	submit: {
		idOf: ({ id = "" }) => id,
		identitiesOf: async (data, id) => {
			const { source, address } = await recordOf<TaskRecord>(data, "tasks", id);
			return [address === undefined ? `${source?.sha256}` : `url:${address}`];
		},
	},
	export: {
		idOf: ({ export_task_id = "" }) => export_task_id,
		identitiesOf: async (data, id) => {
			const { source, found = [] } = await recordOf<TaskRecord>(data, "exports", id);
			return found.map(({ clip }) => identityOf(source, clip));
		},
	},
	upload: {
		idOf: ({ identity = "" }) => identity,
		identitiesOf: async (data, id) => [(await recordOf<UploadRecord>(data, "uploads", id)).name],
	},
};

/** Read anew each time: the service changes its records while it runs. */
async function recordOf<Entry extends Stored>(data: string, folder: string, id: string): Promise<Entry> {
	const record = await folderRecords<Entry>(join(data, folder)).get(id);
	if (!record)
		throw new Error(`the service answered with the id ${id}, but has no record of it in ${folder}`);
	return record;
}

function identityOf(source: SourceVideo | undefined, clip: { beginMs: number; endMs: number }): string {
	return `${source?.sha256}@${clip.beginMs}-${clip.endMs}`;
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
