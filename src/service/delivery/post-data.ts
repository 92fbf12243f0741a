import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Post } from "./destination.ts";

/** What a destination is told of a post to one account. */
export function postOf(task: PublishRecord, target: PublishTarget): Post {
	return {
		taskId: task.id,
		config: target.config,
		scheduledAt: task.scheduledAt,
		data: postData(task, target),
		thumbnailName: thumbnailName(target),
	};
}

/** Its own may be a PNG. */
function thumbnailName({ image }: PublishTarget): string {
	return `thumbnail.${image?.extension ?? "jpg"}`;
}

function postData(task: PublishRecord, target: PublishTarget): Readonly<Record<string, unknown>> {
	return {
		task_id: task.id,
		platform: target.platform,
		account: { id: target.accountId, username: target.username },
		...target.config,
		...(target.image && { thumbnail: thumbnailName(target) }),
		resolution: task.render.resolution,
		scheduled_at: task.scheduledAt,
		project_id: task.projectId,
		idx: task.idx,
		clip: {
			begin_ms: task.clip.beginMs,
			end_ms: task.clip.endMs,
			title: task.clip.title,
			score: task.clip.score,
		},
		source: { title: task.source.title, sha256: task.source.sha256 },
	};
}
