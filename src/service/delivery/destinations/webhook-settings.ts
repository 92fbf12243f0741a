import type { Secret } from "../../../model/secret.ts";
import type { Work } from "../destination.ts";

/** A receiver of posts: Standard Webhooks 1.0.0. */
export interface WebhookSettings {
	readonly kind: "webhook";
	/** May hold a secret in its path. */
	readonly url: Secret;
	/** Signs the messages. */
	readonly secret: Secret;
	/** The host is on this machine or in a private network, on purpose. */
	readonly privateHosts: boolean;
	/** `repeat`: the receiver promises to drop messages whose `webhook-id` it knows. */
	readonly delivery: "once" | "repeat";
	/** Answers to `?id=` what became of a message. */
	readonly settleUrl?: Secret;
	/** How the video comes: behind a link, or with the message. */
	readonly attach: "link" | "multipart";
}

/** What the receiver knows a post by, in every attempt. */
export function messageId({ post, account }: Pick<Work, "post" | "account">): string {
	return `msg_${post.taskId}_${account.id}`;
}
