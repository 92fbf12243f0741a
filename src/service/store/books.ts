import type { Announce } from "./announce.ts";
import type { StoreLease } from "./lease.ts";
import type { Records } from "./records.ts";
import type {
	ConnectionRecord,
	PublishRecord,
	RepeatRecord,
	Stored,
	TaskRecord,
	UploadRecord,
	UsageRecord,
} from "./shapes.ts";
import type { Store } from "./store.ts";
import { forEachKind, openTasks, type TaskBooks } from "./task-folders.ts";

/** All records of a tenant. */
export interface Books {
	readonly tasks: TaskBooks;
	readonly publishes: Records<PublishRecord>;
	readonly uploads: Records<UploadRecord>;
	readonly connections: Records<ConnectionRecord>;
	readonly usage: Records<UsageRecord>;
	readonly repeats: Records<RepeatRecord>;
}

/** The same for workers: what they change is not changed once another process works on it. */
export function guarded(
	{ tasks, publishes }: Pick<Books, "tasks" | "publishes">,
	{ held }: Pick<StoreLease, "held">,
): Pick<Books, "tasks" | "publishes"> {
	if (held === undefined) return { tasks, publishes };
	const under = <Entry extends Stored>(records: Records<Entry>): Records<Entry> => ({
		...records,
		change: (id, how) => records.change(id, how, held),
	});
	return { tasks: forEachKind((_, kind) => under(tasks[kind])), publishes: under(publishes) };
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
