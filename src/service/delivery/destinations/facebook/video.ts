import { printable } from "../../../../system/run.ts";
import { type Fields, fieldsOf } from "../../../store/json.ts";
import type { Look } from "../meta/reels.ts";

const FAILED: readonly unknown[] = ["error", "expired", "upload_failed"];

/** What Facebook says of a video; words that it does not have today mean that nothing is certain yet. */
export function lookIn(status: Fields): Look {
	const phases = {
		upload: fieldsOf(status.uploading_phase),
		processing: fieldsOf(status.processing_phase),
		publishing: fieldsOf(status.publishing_phase),
	};
	const { upload, processing, publishing } = phases;
	const isOut = publishing.status === "complete" || publishing.publish_status === "published";
	if (isOut && status.video_status === "ready") return { kind: "published" };
	if (FAILED.includes(status.video_status)) return failed(processing);
	if (upload.status !== "complete") {
		const bytes = upload.bytes_transferred;
		return Number.isSafeInteger(bytes) ? { kind: "uploading", bytes: Number(bytes) } : { kind: "processing" };
	}
	if (publishing.publish_status === "scheduled") return { kind: "scheduled" };
	// A processed video is `ready` whether or not it was published.
	return publishing.status === "not_started" && !isOut ? { kind: "ready" } : { kind: "processing" };
}

function failed({ errors }: Fields): Look {
	const { message } = fieldsOf(Array.isArray(errors) ? errors[0] : undefined);
	const about = typeof message === "string" ? `: ${printable(message, 200)}` : ".";
	const why = { cause: "content", message: `Facebook could not process the video${about}` } as const;
	return { kind: "failed", again: false, why };
}
