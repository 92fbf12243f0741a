import type { Work } from "../destination.ts";

/** A post as receivers and commands get it: what `post.json` says of it, the whole account, its files. */
export function postMessage({ post, account }: Work, files: Readonly<Record<string, object>>): object {
	const { id, platform, username } = account;
	const { thumbnail: _, ...data } = post.data;
	return { ...data, task_id: post.taskId, account: { id, platform, username }, files };
}
