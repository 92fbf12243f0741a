import type { PostChanged, PublishReading, Service } from "../../src/api/port.ts";
import { ReadFault } from "../../src/api/read-fault.ts";
import type { EpochMs } from "../../src/model/brand.ts";
import { defined } from "../../src/model/defined.ts";
import { Killed } from "./service.ts";

/** A post as a service holds it. */
export interface HeldPost extends PublishReading {
	readonly version: number;
}

/** What becomes of the next changes, in order; afterwards they are made. */
export type ChangeBehaviour = "make" | "lose-request" | "lose-answer" | "die-before" | "die-after";

/** Posts that a service holds, each with its version. */
export interface HeldPosts extends Pick<Service, "publishTask" | "updatePost" | "cancelPost"> {
	readonly posts: Map<string, HeldPost>;
	/** What was done to them, in order. */
	readonly log: string[];
	readonly behaviours: ChangeBehaviour[];
	/** Done before the next change is looked at: what somebody else does meanwhile. */
	before?: () => void;
}

/** A service's side of changes: what was made and what was told are two things. */
export function heldPosts(posts: Iterable<readonly [string, HeldPost]> = []): HeldPosts {
	const held: HeldPosts = {
		...{ posts: new Map(posts), log: [], behaviours: [] },
		async publishTask(id) {
			return found(held, id);
		},
		updatePost: async ({ taskId, version }, { request, accountId }) => {
			const { scheduledAt, body, late } = request;
			const status = scheduledAt === undefined ? {} : ({ status: "SCHEDULED", scheduledAt } as const);
			const when = scheduledAt === undefined ? "" : ` at ${iso(scheduledAt)}`;
			const done = `update ${taskId}${when} ${JSON.stringify(body)}`;
			return change(held, {
				taskId,
				version,
				done,
				to: { ...status, ...defined({ lateRule: late }), configs: { [accountId]: body } },
			});
		},
		cancelPost: async ({ taskId, version }) =>
			change(held, { taskId, version, done: `cancel ${taskId}`, to: { status: "CANCELLED" } }),
	};
	return held;
}

interface Wanted {
	readonly taskId: string;
	readonly version: number;
	readonly done: string;
	readonly to: Partial<PublishReading>;
}

function change(held: HeldPosts, { taskId, version, done, to }: Wanted): PostChanged {
	held.before?.();
	const behaviour = held.behaviours.shift() ?? "make";
	if (behaviour === "die-before") throw new Killed();
	if (behaviour === "lose-request") throw lost("connection refused");
	const reading = found(held, taskId);
	if (reading.status !== "SCHEDULED" && reading.status !== "PENDING") return { class: "too-late", reading };
	if (reading.version !== version) return { class: "stale", reading };
	const after: HeldPost = { ...reading, ...defined(to), version: version + 1 };
	held.posts.set(taskId, after);
	held.log.push(done);
	if (behaviour === "die-after") throw new Killed();
	if (behaviour === "lose-answer") throw lost("connection reset");
	return { class: "done", reading: after };
}

function lost(message: string): ReadFault {
	return new ReadFault(message, { next: "retry", fatal: false });
}

function found({ posts }: HeldPosts, id: string): HeldPost {
	const post = posts.get(id);
	if (post === undefined) throw new Error(`There is no post ${id}.`);
	return post;
}

function iso(at: EpochMs): string {
	return new Date(at).toISOString().slice(0, 16);
}
