import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PostFile, Progress, Tools, Work } from "../../../src/service/delivery/destination.ts";
import type { Clock } from "../../../src/system/clock.ts";
import { heldClock } from "../world.ts";

/** A post with its files in a folder, as the worker gives it to a destination. */
export function workIn(
	folder: string,
	more: { readonly taskId?: string; readonly clock?: Clock; readonly tools?: Partial<Tools> } = {},
): Work & { readonly saved: Progress[] } {
	const { taskId = "01TASK", clock = heldClock() } = more;
	const saved: Progress[] = [];
	const file = (name: string, type: PostFile["type"]): PostFile => {
		const path = join(folder, name);
		writeFileSync(path, `bytes of ${name}`);
		const bytes = readFileSync(path);
		const sha256 = async () => createHash("sha256").update(bytes).digest("hex");
		return { path, size: bytes.length, type, sha256 };
	};
	const tools: Tools = {
		save: async (progress) => void saved.push(progress),
		note: () => undefined,
		video: async () => file("clip.mp4", "video/mp4"),
		thumbnail: async () => file("clip.jpg", "image/jpeg"),
		clock,
		signal: new AbortController().signal,
		...more.tools,
	};
	const account = { id: "acc_1", platform: "youtube", username: "Acme" } as const;
	const data = { task_id: taskId, platform: "youtube", title: "T" };
	const post = { taskId, config: { title: "T" }, scheduledAt: null, data, thumbnailName: "thumbnail.jpg" };
	return { post, account, tools, saved };
}
