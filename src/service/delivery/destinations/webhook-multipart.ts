import { randomBytes } from "node:crypto";
import type { WebhookMessage } from "../../../webhooks/send.ts";

/**
 * A message with its video: the parts `event`, which is signed and holds the video's sha256, and `file`. The
 * last byte belongs to the end of the last part, so nothing before it is a whole message.
 */
export function multipart(event: Buffer, video: Buffer): Pick<WebhookMessage, "body" | "type"> {
	const boundary = `showrun-${randomBytes(16).toString("hex")}`;
	const head = (disposition: string, type: string) =>
		Buffer.from(
			`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
		);
	const body = Buffer.concat([
		head('name="event"', "application/json"),
		event,
		Buffer.from("\r\n"),
		head('name="file"; filename="video.mp4"', "video/mp4"),
		video,
		Buffer.from(`\r\n--${boundary}--`),
	]);
	return { body, type: `multipart/form-data; boundary=${boundary}` };
}
