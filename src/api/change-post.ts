import type { PostRequest } from "../model/post.ts";
import { same } from "../model/same.ts";
import { PATHS } from "../wire/names.ts";
import { publishBody } from "./convert.ts";
import { dataOf } from "./parse.ts";
import type { PostChanged, PostVersion, PublishReading, Service } from "./port.ts";
import { publishReading } from "./publish-reading.ts";
import { type Reader, type ReadRequest, read } from "./read.ts";
import { ReadFault } from "./read-fault.ts";

/** One change of a post that waits, and how to see that it was made. */
interface Change extends PostVersion {
	readonly request: Pick<ReadRequest, "method" | "path" | "body">;
	readonly isMade: (reading: PublishReading) => boolean;
}

/** Changes of posts that wait, through a connection that is opened when it is needed. */
export function postChanges(open: () => Promise<Reader>): Pick<Service, "cancelPost" | "updatePost"> {
	return {
		cancelPost: async (post, signal) => {
			const path = PATHS.cancelPost(post.taskId);
			const isMade = ({ status }: PublishReading) => status === "CANCELLED";
			return change(await open(), { ...post, request: { method: "POST", path }, isMade }, signal);
		},
		updatePost: async (post, wanted, signal) => {
			const update = updateOf(wanted.request, wanted.accountId);
			const request = {
				method: "PATCH",
				path: PATHS.publishTask(post.taskId),
				body: JSON.stringify(update),
			} as const;
			const isMade = ({ scheduledAt, lateRule, configs }: PublishReading) =>
				(update.late_rule === undefined || same(lateRule, wanted.request.late)) &&
				(update.scheduled_at === undefined || scheduledAt === update.scheduled_at) &&
				same(configs?.[wanted.accountId], update.publish_configs[wanted.accountId]);
			return change(await open(), { ...post, request, isMade }, signal);
		},
	};
}

function updateOf(request: PostRequest, accountId: string) {
	const { publish_configs, scheduled_at, late_rule } = publishBody(request, accountId);
	return { publish_configs, scheduled_at, late_rule };
}

/**
 * Makes a change for the version that was read: it may be repeated, because a second one finds another
 * version or what it asks for. What the service refuses is settled by reading. Throws `Fault`s.
 */
async function change(
	reader: Reader,
	{ taskId, version, request, isMade }: Change,
	signal: AbortSignal,
): Promise<PostChanged> {
	try {
		const made = await read(reader, { ...request, ifMatch: `"${version}"`, signal });
		return { class: "done", reading: publishReading(dataOf(made)) };
	} catch (error) {
		if (!(error instanceof ReadFault) || error.fatal) throw error;
		const path = PATHS.publishTask(taskId);
		const reading = publishReading(dataOf(await read(reader, { method: "GET", path, signal })));
		if (isMade(reading)) return { class: "done", reading };
		if (reading.status !== "PENDING" && reading.status !== "SCHEDULED") return { class: "too-late", reading };
		if (reading.version !== version) return { class: "stale", reading };
		throw error;
	}
}
