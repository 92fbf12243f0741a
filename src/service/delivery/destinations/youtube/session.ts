import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { jsonObject } from "../../../store/json.ts";
import type { Post, PostFile, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { exchange } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { callYoutube, failureOf, type Youtube } from "./api.ts";
import { videoId } from "./progress.ts";

/** What the server says of an upload. */
export type Kept =
	| { readonly kind: "kept"; readonly bytes: number }
	/** The video exists. */
	| { readonly kind: "done"; readonly id: string }
	/** Nobody knows it any more, or it is broken. */
	| { readonly kind: "gone" }
	/** It did not say. */
	| { readonly kind: "unclear" };

/** Begins an upload. Gives its address, which is a secret. Nothing exists before the last part arrives. */
export async function beginSession(
	youtube: Youtube,
	{ post, ...work }: Work,
	file: PostFile,
): Promise<string> {
	const { uploadUrl, notifySubscribers } = youtube.settings;
	await youtube.quota.mustAllowUpload(work.tools.clock.now());
	const parts = "snippet,status,paidProductPlacementDetails";
	const query = `uploadType=resumable&part=${parts}&notifySubscribers=${notifySubscribers}`;
	const { headers } = await callYoutube(
		youtube,
		{
			method: "POST",
			url: `${uploadUrl}/videos?${query}`,
			type: "application/json; charset=UTF-8",
			body: Buffer.from(JSON.stringify(resourceOf(post, youtube))),
			headers: { "x-upload-content-type": file.type, "x-upload-content-length": String(file.size) },
			cost: ["uploads", 1],
			name: "videos.insert",
		},
		work,
	);
	const { location } = headers;
	if (location === undefined || !isAllowed(location, uploadUrl))
		throw new NotSentFault("YouTube began an upload without saying where it goes.");
	return location;
}

/** The bytes go nowhere else than to whom the description went, and never unencrypted to another host. */
function isAllowed(location: string, uploadUrl: string): boolean {
	if (!URL.canParse(location)) return false;
	const [to, base] = [new URL(location), new URL(uploadUrl)];
	const isGoogle = (url: URL) => url.protocol === "https:" && url.hostname.endsWith(".googleapis.com");
	return to.origin === base.origin || (isGoogle(to) && isGoogle(base));
}

/** Always private: who is to see it is said once everything else is done. */
function resourceOf({ config }: Post, { settings }: Youtube): object {
	const { title, description, tags, category, disclose_content } = config;
	return {
		snippet: {
			title: title ?? "",
			...(description && { description }),
			...(tags && tags.length > 0 && { tags }),
			...(category && { categoryId: category }),
		},
		status: {
			privacyStatus: "private",
			selfDeclaredMadeForKids: settings.madeForKids,
			containsSyntheticMedia: settings.syntheticMedia,
		},
		paidProductPlacementDetails: { hasPaidProductPlacement: disclose_content === true },
	};
}

export interface Session {
	readonly session: string;
	readonly file: PostFile;
}

/** Sends what comes after the bytes that are kept. */
export async function sendPart(
	youtube: Youtube,
	{ session, file, from }: Session & { readonly from: number },
	work: Work,
): Promise<Kept> {
	const body = await readPart(file, { from, most: youtube.settings.chunkBytes });
	const range = `bytes ${from}-${from + body.length - 1}/${file.size}`;
	return put(youtube, { session, file, body, range, name: "upload" }, work);
}

/** Asks how much is kept. */
export function askSession(youtube: Youtube, { session, file }: Session, work: Work): Promise<Kept> {
	const part = { session, file, body: new Uint8Array(), range: `bytes */${file.size}` };
	return put(youtube, { ...part, name: "upload status" }, work);
}

interface Part extends Session {
	readonly body: Uint8Array;
	readonly range: string;
	readonly name: string;
}

async function put(
	youtube: Youtube,
	{ session, file, body, range, name }: Part,
	{ tools }: Work,
): Promise<Kept> {
	const headers = { "content-range": range, ...(body.length > 0 && { "content-type": file.type }) };
	const limitMs = youtube.settings.answerMs;
	const call = { title: "YouTube", method: "PUT" as const, url: session, body, headers, name, limitMs };
	const answer = await exchange(call, tools.signal).catch((error: unknown) => {
		if (error instanceof NotSentFault) return undefined;
		throw error;
	});
	if (answer === undefined) return { kind: "unclear" };
	const kept = keptIn(answer, file.size);
	if (kept) return kept;
	tools.note({ call: name, status: answer.status });
	const failure = await failureOf(youtube, { ...answer, name, cost: ["uploads", 0] }, tools.clock.now());
	if (failure instanceof PlatformRefusal && ["quota", "rate"].includes(failure.why.cause)) throw failure;
	return failure instanceof NotSentFault ? { kind: "unclear" } : { kind: "gone" };
}

/** Undefined: neither a success nor how much is kept. */
function keptIn({ status, headers, text }: WholeAnswer, size: number): Kept | undefined {
	if (status === 308) {
		const { range } = headers;
		if (range === undefined) return { kind: "kept", bytes: 0 };
		const [, last] = /^bytes=0-(\d{1,15})$/.exec(String(range)) ?? [];
		const bytes = last === undefined ? Number.NaN : Number(last) + 1;
		return bytes <= size ? { kind: "kept", bytes } : { kind: "unclear" };
	}
	if (status === 200 || status === 201) {
		const id = videoId(jsonObject(text)?.id);
		return id === undefined ? { kind: "unclear" } : { kind: "done", id };
	}
	return undefined;
}
