import type { Asking } from "../platform-call.ts";
import { callTikTok, type TikTok } from "./api.ts";

/** What TikTok says of a post. */
export interface PostStatus {
	readonly kind: "uploading" | "processing" | "inbox" | "posted" | "failed";
	/** Bytes that arrived. Undefined: it does not say. */
	readonly bytes: number | undefined;
	/** Of a public post, once it was looked through. */
	readonly postId: string | undefined;
	/** Of a post that failed. */
	readonly failReason: unknown;
}

const KINDS: Readonly<Record<string, PostStatus["kind"]>> = {
	PROCESSING_UPLOAD: "uploading",
	PROCESSING_DOWNLOAD: "processing",
	SEND_TO_USER_INBOX: "inbox",
	PUBLISH_COMPLETE: "posted",
	FAILED: "failed",
};

/** Throws `PlatformRefusal` where TikTok knows no such post, or no such account any more. */
export async function readStatus(tiktok: TikTok, publish: string, asking: Asking): Promise<PostStatus> {
	const path = "post/publish/status/fetch/";
	const { data, text } = await callTikTok(tiktok, { path, body: { publish_id: publish } }, asking);
	const { status, uploaded_bytes: bytes, fail_reason: failReason } = data;
	return {
		// What TikTok may say some day means neither that it is out nor that it is not.
		kind: KINDS[String(status)] ?? "processing",
		bytes: typeof bytes === "number" && Number.isSafeInteger(bytes) ? bytes : undefined,
		// As TikTok spells it; such a number is beyond what JSON.parse keeps.
		postId: /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d{1,30})/.exec(text)?.[1],
		failReason,
	};
}
