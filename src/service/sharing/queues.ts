import { isPublished } from "../lifecycle.ts";
import type { Queue } from "../options.ts";
import { WORKS } from "../store/lease.ts";
import { madeAt } from "../store/records.ts";
import type { PublishRecord } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import { FIRST_TENANT } from "../tenants/scopes.ts";
import { readNews } from "./news.ts";
import { waitingTasks } from "./shared-tasks.ts";

/** How much of a kind waits for a process, of all tenants. */
export interface QueueLength {
	readonly queue: Queue;
	/** Tasks that no process works on, and what was told of posts and not taken yet. */
	readonly waiting: number;
	/** Tasks that processes work on. */
	readonly underWay: number;
	/** When the oldest of what waits was asked for, in epoch milliseconds. Absent: nothing waits. */
	readonly since?: number;
}

/** The queues of a store. */
export async function readQueues(store: Store): Promise<readonly QueueLength[]> {
	const all = await eachTenant(store, async (own) => ({
		tasks: await waitingTasks(own),
		news: await readNews(own),
	}));
	const tasks = all.flatMap(({ tasks: { free } }) => free.map(({ id }) => id));
	const news = all.flatMap((each) => each.news.map(({ name }) => name.slice(0, ULID)));
	const underWay = all.reduce((sum, each) => sum + each.tasks.claimed, 0);
	return [
		{ queue: "tasks", ...lengthOf(tasks), underWay },
		{ queue: "posts", ...lengthOf(news), underWay: 0 },
	];
}

const ULID = 26;

function lengthOf(ids: readonly string[]): Pick<QueueLength, "waiting" | "since"> {
	const times = ids.map(madeAt).filter((at) => at !== undefined);
	return { waiting: ids.length, ...(times.length > 0 && { since: Math.min(...times) }) };
}

/** What of the posts of a store needs a look. */
export interface PostTrouble {
	/** When each that is due and not begun was due, in epoch milliseconds. */
	readonly due: readonly number[];
	/** How many posts to accounts nobody knows the outcome of. */
	readonly unknown: number;
	/** Tenants whose posts no process works on. */
	readonly unled: readonly string[];
}

/** Looks at all posts that are not over. `now`: by the clock of the store. */
export async function readPostTrouble(store: Store, now: number): Promise<PostTrouble> {
	const all = await eachTenant(store, async (own, tenant) => {
		const posts = await own.records<PublishRecord>("publishes").current(needsLook);
		const isLed = (await own.rights(WORKS)).includes(WORKS);
		return { posts, unled: isLed ? [] : [tenant] };
	});
	const posts = all.flatMap((each) => each.posts);
	const waiting = posts.filter(({ status }) => status === "PENDING" || status === "SCHEDULED");
	return {
		due: waiting.map(({ scheduledAt, createdAt }) => scheduledAt ?? createdAt).filter((at) => at <= now),
		unknown: posts.reduce((sum, { targets }) => sum + targets.filter(isUnknown).length, 0),
		unled: all.flatMap((each) => each.unled),
	};
}

function needsLook({ status, targets }: PublishRecord): boolean {
	return !isPublished(status) || targets.some(isUnknown);
}

function isUnknown({ phase }: PublishRecord["targets"][number]): boolean {
	return phase === "unknown";
}

async function eachTenant<Value>(
	store: Store,
	read: (own: Store, tenant: string) => Promise<Value>,
): Promise<readonly Value[]> {
	const found = [await read(store, FIRST_TENANT)];
	for (const tenant of await store.tenants()) found.push(await read(store.of(tenant), tenant));
	return found;
}
