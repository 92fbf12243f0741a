import { printable } from "../../../../system/run.ts";
import { type Fields, fieldsOf } from "../../../store/json.ts";
import type { Look } from "../meta/reels.ts";

/** Trouble of the platform with this container; read 2026-11-22: Instagram Platform, error codes. */
const PASSING: readonly string[] = ["2207003", "2207020", "2207032", "2207052", "2207053"];

/** What Instagram says of a container. */
export function lookIn({ status_code: code, status, video_status: video }: Fields): Look {
	switch (code) {
		case "PUBLISHED":
			return { kind: "published" };
		case "FINISHED":
			return { kind: "ready" };
		case "EXPIRED":
			return { kind: "over" };
		case "ERROR":
			return failed(status);
		default: {
			const { status: phase, bytes_transferred: bytes } = fieldsOf(fieldsOf(video).uploading_phase);
			return phase !== "complete" && Number.isSafeInteger(bytes)
				? { kind: "uploading", bytes: Number(bytes) }
				: { kind: "processing" };
		}
	}
}

function failed(status: unknown): Look {
	const said = typeof status === "string" ? printable(status, 200) : "it gave no reason";
	const [, code = ""] = /\b(2207\d{3})\b/.exec(said) ?? [];
	const message = `Instagram could not process the video: ${said}`;
	return { kind: "failed", again: PASSING.includes(code), why: { cause: "content", message } };
}
