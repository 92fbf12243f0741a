import type { Announce } from "./announce.ts";
import type { Records } from "./records.ts";
import type {
	ConnectionRecord,
	PublishRecord,
	RepeatRecord,
	TaskRecord,
	UploadRecord,
	UsageRecord,
} from "./shapes.ts";
import type { Store } from "./store.ts";
import { openTasks, type TaskBooks } from "./task-folders.ts";

/** All records of a tenant. */
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

/** Opens them; nothing of them need be there. */
export function openBooks(store: Store, announce: Announcements | undefined): Books {
	return {
		tasks: openTasks(store, announce?.tasks),
		publishes: store.records("publishes", announce?.posts),
		uploads: store.records("uploads"),
		connections: store.records("connections"),
		usage: store.records("usage"),
		repeats: store.records("idempotency"),
	};
}
