import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile, sha256 } from "../../system/files.ts";
import { takeLock } from "../../system/lock.ts";
import { readIfThere } from "../../system/private.ts";
import { jsonObject } from "./json.ts";
import type { PublishRecord } from "./shapes.ts";
import type { Store } from "./store.ts";

/** One sending of a clip to an account, by whichever service of this user. Times are epoch milliseconds. */
export interface SentPost {
	readonly taskId: string;
	readonly at: number;
	/** The service's data folder: its id, its number on the disk, and where it was then. */
	readonly dataId: string;
	readonly inode: string;
	readonly path: string;
}

/** What is about to be sent. `isAskedFor`: a person asked for it whatever was sent before. */
export interface PostToSend {
	readonly task: Pick<PublishRecord, "id" | "source" | "clip">;
	readonly accountId: string;
	readonly at: number;
	readonly isAskedFor: boolean;
}

/**
 * What all services of this user sent to accounts that are not folders, outside of their data folders: a copy
 * of a folder and another service find it too.
 */
export interface SentPosts {
	/**
	 * Durable before it resolves. Gives what another folder sent of the same clip to the same account; then
	 * nothing was noted, and nothing may be sent.
	 */
	claim(post: PostToSend): Promise<SentPost | undefined>;
	/** It was certainly not posted. */
	release(post: Pick<PostToSend, "task" | "accountId">): Promise<void>;
}

/** `memory`: where it is kept; absent: nowhere, and nothing is asked. */
export async function openSentPosts(
	store: Pick<Store, "identity">,
	{ id: dataId, memory }: { readonly id: string; readonly memory: string | undefined },
): Promise<SentPosts> {
	if (memory === undefined) return { claim: async () => undefined, release: async () => {} };
	const { place, mark } = await store.identity();
	const own = { dataId, inode: mark, path: place };
	const pathOf = (post: Pick<PostToSend, "task" | "accountId">) =>
		join(memory, "sent", post.accountId, `${clipKey(post.task)}.json`);
	const isOwn = (sent: SentPost) => sent.dataId === own.dataId && sent.inode === own.inode;
	return {
		claim: (post) =>
			changing(pathOf(post), async (before) => {
				const other = post.isAskedFor ? undefined : before.find((sent) => !isOwn(sent));
				if (other) return { result: other };
				const mine = { taskId: post.task.id, at: post.at, ...own };
				return {
					result: undefined,
					after: [...before.filter(({ taskId }) => taskId !== post.task.id), mine],
				};
			}),
		release: (post) =>
			changing(pathOf(post), async (before) => ({
				result: undefined,
				after: before.filter((sent) => !isOwn(sent) || sent.taskId !== post.task.id),
			})),
	};
}

/** Names the stretch of the source, whoever asks for it. */
function clipKey({ source, clip }: PostToSend["task"]): string {
	return sha256(`${source.sha256}:${clip.beginMs}-${clip.endMs}`).slice(0, 32);
}

interface Changed<Result> {
	readonly result: Result;
	/** Absent: nothing is written. */
	readonly after?: readonly SentPost[];
}

/** Waits its turn among processes: they hold the lock for an instant. */
async function changing<Result>(
	path: string,
	change: (before: readonly SentPost[]) => Promise<Changed<Result>>,
): Promise<Result> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const signal = new AbortController().signal;
	const lock = await takeLock(`${path}.lock`, {
		command: "showrun serve",
		waitMs: 10_000,
		everyMs: 20,
		signal,
	});
	try {
		const { result, after } = await change(await read(path));
		if (after) await replaceFile(path, `${JSON.stringify({ format: 1, sent: after })}\n`, { mode: 0o600 });
		return result;
	} finally {
		await lock.release();
	}
}

async function read(path: string): Promise<readonly SentPost[]> {
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const sent = jsonObject(text)?.sent;
	// What cannot be read may hold a sending: nothing is sent until somebody has looked.
	if (!Array.isArray(sent)) throw Object.assign(new Error(`${path} is damaged.`), { code: "EBADMSG" });
	return sent;
}
