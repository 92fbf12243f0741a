import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import type { WebhookMessage } from "../../../webhooks/send.ts";
import type { PostFile } from "../destination.ts";

/** How much of the video is in memory at once, in bytes. */
const PIECE = 256 * 1024;

/**
 * A message with its video, read while it is sent: the parts `event`, which is signed and holds the video's
 * sha256, and `file`. The last byte belongs to the end of the last part, so nothing before it is a whole
 * message.
 */
export function multipart(
	event: Buffer,
	video: Pick<PostFile, "path" | "size">,
): Pick<WebhookMessage, "body" | "type"> {
	const boundary = `showrun-${randomBytes(16).toString("hex")}`;
	const head = (disposition: string, type: string) =>
		Buffer.from(
			`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
		);
	const before = Buffer.concat([
		head('name="event"', "application/json"),
		event,
		Buffer.from("\r\n"),
		head('name="file"; filename="video.mp4"', "video/mp4"),
	]);
	const end = Buffer.from(`\r\n--${boundary}--`);
	const length = before.length + video.size + end.length;
	const start = () => withFile(before, video);
	return { body: { length, start, end }, type: `multipart/form-data; boundary=${boundary}` };
}

/** A file that changed since it was measured would end elsewhere than was said: nothing of it may count. */
async function* withFile(
	before: Buffer,
	{ path, size }: Pick<PostFile, "path" | "size">,
): AsyncGenerator<Buffer> {
	yield before;
	let left = size;
	for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
		left -= (piece as Buffer).length;
		if (left < 0) break;
		yield piece as Buffer;
	}
	if (left !== 0) throw new Error("the video changed while it was sent");
}
