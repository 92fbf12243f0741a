import { readFile } from "node:fs/promises";
import { defined } from "../../../../model/defined.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { jsonObject } from "../../../store/json.ts";
import type { PostFile, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { exchange } from "../platform-call.ts";
import { authorOf, callLinkedIn, type LinkedIn } from "./api.ts";
import { type LinkedInState, progressOf, videoUrn } from "./progress.ts";

export interface Uploading {
	readonly linkedin: LinkedIn;
	readonly work: Work;
	readonly file: PostFile;
}

interface Instruction {
	readonly uploadUrl: string;
	readonly firstByte: number;
	/** The last one that belongs to it. */
	readonly lastByte: number;
}

interface Begun {
	readonly video: string;
	/** To be sent back, also where it is empty. */
	readonly token: string;
	readonly parts: readonly Instruction[];
	readonly thumbnailUrl: string | undefined;
}

/** How often one part is sent before the upload begins anew. */
const TRIES = 3;
const PAUSE_MS = 2_000;

/** Uploads the video, which belongs to no post. An upload that breaks off is begun anew: nobody sees it. */
export async function uploadVideo(uploading: Uploading): Promise<LinkedInState> {
	const { linkedin, work, file } = uploading;
	const begun = await beginUpload(uploading);
	const ids: string[] = [];
	for (const part of begun.parts) ids.push(await sendPart(uploading, part));
	const remark = await sendThumbnail(uploading, begun.thumbnailUrl);
	const finalizeUploadRequest = { video: begun.video, uploadToken: begun.token, uploadedPartIds: ids };
	const path = "rest/videos?action=finalizeUpload";
	await callLinkedIn(linkedin, { path, body: { finalizeUploadRequest }, name: "finalizeUpload" }, work);
	const state: LinkedInState = {
		...{ v: 1, step: "processing", account: work.account.id, video: begun.video },
		sha256: await file.sha256(),
		...defined({ remark }),
	};
	await work.tools.save(progressOf(state));
	return state;
}

async function beginUpload({ linkedin, work, file }: Uploading): Promise<Begun> {
	const initializeUploadRequest = {
		owner: authorOf(work.account),
		fileSizeBytes: file.size,
		uploadCaptions: false,
		uploadThumbnail: work.post.data.thumbnail !== undefined,
	};
	const path = "rest/videos?action=initializeUpload";
	const call = { path, body: { initializeUploadRequest }, name: "initializeUpload" };
	const { text } = await callLinkedIn(linkedin, call, work);
	const value: Readonly<Record<string, unknown>> = Object(jsonObject(text)?.value);
	const { uploadInstructions: parts, uploadToken: token, thumbnailUploadUrl } = value;
	const video = videoUrn(value.video);
	const isWhole = Array.isArray(parts) && parts.length > 0 && parts.every((each) => isPart(each, linkedin));
	if (video === undefined || !isWhole || !isCovered(parts, file))
		throw new NotSentFault("LinkedIn began an upload without saying where the video goes.");
	const isUrl = typeof thumbnailUploadUrl === "string" && isAllowed(thumbnailUploadUrl, linkedin);
	return {
		...{ video, parts, token: typeof token === "string" ? token : "" },
		thumbnailUrl: isUrl ? thumbnailUploadUrl : undefined,
	};
}

function isPart(value: unknown, linkedin: LinkedIn): value is Instruction {
	const { uploadUrl, firstByte, lastByte }: Partial<Record<keyof Instruction, unknown>> = Object(value);
	const isRange = Number.isSafeInteger(firstByte) && Number.isSafeInteger(lastByte);
	return isRange && typeof uploadUrl === "string" && isAllowed(uploadUrl, linkedin);
}

/** Together the parts are the file, one behind the other. */
function isCovered(parts: readonly Instruction[], { size }: PostFile): boolean {
	let next = 0;
	for (const { firstByte, lastByte } of parts) {
		if (firstByte !== next || lastByte < firstByte) return false;
		next = lastByte + 1;
	}
	return next === size;
}

/** The bytes go nowhere else than to LinkedIn, and never unencrypted to another host. */
function isAllowed(address: string, { settings }: LinkedIn): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, port, origin } = new URL(address);
	const isLinkedIns = /^(?:.+\.)?linkedin\.com$/.test(hostname) && protocol === "https:" && port === "";
	return isLinkedIns || origin === new URL(settings.uploadUrl).origin;
}

/** Gives what proves that the part is there. */
async function sendPart(
	{ linkedin, work, file }: Uploading,
	{ uploadUrl, firstByte, lastByte }: Instruction,
): Promise<string> {
	const body = await readPart(file, { from: firstByte, most: lastByte - firstByte + 1 });
	for (let tries = 1; ; tries += 1) {
		const answer = await put(linkedin, work, { url: uploadUrl, body }).catch((error: unknown) => {
			if (tries >= TRIES || !(error instanceof NotSentFault)) throw error;
			return undefined;
		});
		const etag = /^"?([^"\s]{1,500})"?$/.exec(answer?.status === 200 ? String(answer.headers.etag) : "")?.[1];
		// A weak one does not prove which bytes arrived.
		if (etag !== undefined && !etag.startsWith("W/")) return etag;
		if (answer !== undefined) work.tools.note({ call: "upload", status: answer.status });
		if (tries >= TRIES) throw new NotSentFault("LinkedIn did not confirm a part of the video.");
		await work.tools.clock.sleep(PAUSE_MS, work.tools.signal);
	}
}

/** Best effort: a sentence where the thumbnail is not the one asked for. */
async function sendThumbnail(
	{ linkedin, work }: Uploading,
	url: string | undefined,
): Promise<string | undefined> {
	if (work.post.data.thumbnail === undefined) return undefined;
	const { path } = await work.tools.thumbnail();
	const body = await readFile(path);
	const answer = url && (await put(linkedin, work, { url, body }).catch(() => undefined));
	return answer && answer.status === 200 ? undefined : "Its thumbnail is not the one asked for.";
}

/** These addresses carry what they need: with a token they refuse. */
function put(
	{ settings }: LinkedIn,
	{ tools }: Work,
	{ url, body }: { readonly url: string; readonly body: Uint8Array },
): Promise<WholeAnswer> {
	const headers = { "content-type": "application/octet-stream" };
	const call = { title: "LinkedIn", method: "PUT", url, body, headers, name: "upload" } as const;
	return exchange({ ...call, limitMs: settings.answerMs }, tools.signal);
}
