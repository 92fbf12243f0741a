import { join } from "node:path";
import type { Announce } from "./announce.ts";
import { openRecords, type Records } from "./records.ts";
import type {
	ConnectionRecord,
	PublishRecord,
	RepeatRecord,
	TaskRecord,
	UploadRecord,
	UsageRecord,
} from "./shapes.ts";
import { openTasks, type TaskBooks } from "./task-folders.ts";

/** All records of a data folder. */
export interface Books {
	readonly tasks: TaskBooks;
	readonly publishes: Records<PublishRecord>;
	readonly uploads: Records<UploadRecord>;
	readonly connections: Records<ConnectionRecord>;
	readonly usage: Records<UsageRecord>;
	readonly repeats: Records<RepeatRecord>;
}

/** What is told of changes. */
export interface Announcements {
	readonly tasks: Announce<TaskRecord>;
	readonly posts: Announce<PublishRecord>;
}

/** Opens them; the folder need not exist. */
export function openBooks(data: string, announce: Announcements | undefined): Books {
	const folder = (name: string) => join(data, name);
	return {
		tasks: openTasks(data, announce?.tasks),
		publishes: openRecords(folder("publishes"), announce?.posts),
		uploads: openRecords(folder("uploads")),
		connections: openRecords(folder("connections")),
		usage: openRecords(folder("usage")),
		repeats: openRecords(folder("idempotency")),
	};
}
