import { randomBytes } from "node:crypto";
import { type Fields, fieldsOf } from "../../../store/json.ts";
import type { PostFile, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { callX, type Twitter } from "./api.ts";
import { mediaId, progressOf, type TwitterState } from "./progress.ts";

/** X takes so many parts. */
const MOST_SEGMENTS = 1000;

export interface Uploading {
	readonly twitter: Twitter;
	readonly work: Work;
	readonly file: PostFile;
}

/** Begins an upload: nobody sees anything of it. */
export async function beginUpload({ twitter, work, file }: Uploading): Promise<TwitterState> {
	const body = { media_type: "video/mp4", media_category: "tweet_video", total_bytes: file.size };
	const call = {
		...json(body),
		method: "POST",
		path: "media/upload/initialize",
		name: "initialize",
	} as const;
	const data = fieldsOf((await callX(twitter, call, work)).data);
	const media = mediaId(data.id);
	if (media === undefined) throw new NotSentFault("X began an upload without saying which.");
	const key =
		typeof data.media_key === "string" && /^[\w-]{1,60}$/.test(data.media_key) ? data.media_key : "";
	const segment = Math.max(twitter.settings.segmentBytes, Math.ceil(file.size / MOST_SEGMENTS));
	const state: TwitterState = {
		...{ v: 1, step: "appending", account: work.account.id, media, mediaKey: key || `7_${media}` },
		...{ size: file.size, sha256: await file.sha256(), segment, sent: 0 },
	};
	await work.tools.save(progressOf(state));
	return state;
}

/** Sends the parts that are not there yet, and ends the upload. The same part may be sent again. */
export async function sendSegments(uploading: Uploading, from: TwitterState): Promise<TwitterState> {
	const { twitter, work, file } = uploading;
	let state = from;
	while (state.sent * state.segment < state.size) {
		const bytes = await readPart(file, { from: state.sent * state.segment, most: state.segment });
		const path = `media/upload/${state.media}/append`;
		await callX(twitter, { ...segmentOf(state.sent, bytes), method: "POST", path, name: "append" }, work);
		state = { ...state, sent: state.sent + 1 };
		await work.tools.save(progressOf(state));
	}
	const call = { method: "POST", path: `media/upload/${state.media}/finalize`, name: "finalize" } as const;
	await callX(twitter, call, work);
	return { ...state, step: "processing" };
}

/** What X does with the video now. */
export async function readMedia(
	{ twitter, work }: Pick<Uploading, "twitter" | "work">,
	{ media }: Pick<TwitterState, "media">,
): Promise<{ readonly state: string; readonly error: string | undefined; readonly waitMs: number }> {
	const call = { path: `media/upload?command=STATUS&media_id=${media}`, name: "status" };
	const info: Fields = fieldsOf(fieldsOf((await callX(twitter, call, work)).data).processing_info);
	const { message, name } = fieldsOf(info.error);
	const seconds = Number(info.check_after_secs);
	return {
		// Without it there was nothing to do.
		state: typeof info.state === "string" ? info.state : "succeeded",
		error: [message, name].find((each) => typeof each === "string") as string | undefined,
		waitMs: seconds > 0 && seconds <= 3600 ? seconds * 1000 : twitter.settings.pollMs,
	};
}

function segmentOf(index: number, bytes: Uint8Array) {
	const boundary = `showrun-${randomBytes(16).toString("hex")}`;
	const head = `--${boundary}\r\nContent-Disposition: form-data; name="segment_index"\r\n\r\n${index}\r\n--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="segment"\r\nContent-Type: application/octet-stream\r\n\r\n`;
	return {
		headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
	};
}

function json(value: object) {
	const body = Buffer.from(JSON.stringify(value));
	return { headers: { "content-type": "application/json" }, body } as const;
}
