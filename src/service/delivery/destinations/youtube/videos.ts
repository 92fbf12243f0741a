import { type Fields, fieldsOf, jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal, Post } from "../../destination.ts";
import type { Asking } from "../platform-call.ts";
import { callYoutube, itemsIn, type Youtube } from "./api.ts";
import { videoId } from "./progress.ts";
import { COST } from "./quota.ts";

/** A video as its owner sees it. */
export interface Video {
	readonly id: string;
	/** The part `status`, as it was answered. */
	readonly status: Fields;
	readonly snippet: Fields;
	readonly fileDetails: Fields;
	readonly processingDetails: Fields;
}

/** What of `status` may be changed: an update sets every one that it leaves out to its default. */
const MUTABLE = [
	"selfDeclaredMadeForKids",
	"embeddable",
	"license",
	"publicStatsViewable",
	"containsSyntheticMedia",
] as const;

/** Undefined: there is none of that id, or it is somebody else's. */
export async function readVideo(youtube: Youtube, id: string, asking: Asking): Promise<Video | undefined> {
	const [video] = await readVideos(youtube, { ids: [id], parts: "status,processingDetails" }, asking);
	return video;
}

async function readVideos(
	youtube: Youtube,
	{ ids, parts }: { readonly ids: readonly string[]; readonly parts: string },
	asking: Asking,
): Promise<readonly Video[]> {
	const text = await list(youtube, `videos?part=${parts}&id=${ids.join(",")}`, asking);
	return itemsIn(text).flatMap(({ id, status, snippet, fileDetails, processingDetails }) => {
		const known = videoId(id);
		if (known === undefined || !ids.includes(known)) return [];
		return [
			{
				id: known,
				status: fieldsOf(status),
				snippet: fieldsOf(snippet),
				fileDetails: fieldsOf(fileDetails),
				processingDetails: fieldsOf(processingDetails),
			},
		];
	});
}

/** The newest videos of the channel, private ones too. */
export async function readUploads(youtube: Youtube, asking: Asking): Promise<readonly Video[]> {
	const [channel] = itemsIn(await list(youtube, "channels?part=contentDetails&mine=true", asking));
	const playlist = videoId(fieldsOf(fieldsOf(channel?.contentDetails).relatedPlaylists).uploads);
	if (playlist === undefined) return [];
	const path = `playlistItems?part=contentDetails&playlistId=${playlist}&maxResults=50`;
	const ids = itemsIn(await list(youtube, path, asking))
		.map(({ contentDetails }) => videoId(fieldsOf(contentDetails).videoId))
		.filter((id) => id !== undefined);
	if (ids.length === 0) return [];
	return readVideos(youtube, { ids, parts: "snippet,status,fileDetails,processingDetails" }, asking);
}

async function list(youtube: Youtube, path: string, asking: Asking): Promise<string> {
	const [name = ""] = path.split("?");
	const url = `${youtube.settings.apiUrl}/${path}`;
	return (await callYoutube(youtube, { url, name, cost: ["units", COST.read] }, asking)).text;
}

/** Nobody but its owner saw it: what is public is never removed. Best effort. */
export async function removePrivate(youtube: Youtube, id: string, asking: Asking): Promise<void> {
	const video = await readVideo(youtube, id, asking);
	if (video?.status.privacyStatus === "private") await deleteVideo(youtube, id, asking);
}

/** For good. */
export async function deleteVideo(youtube: Youtube, id: string, asking: Asking): Promise<void> {
	const url = `${youtube.settings.apiUrl}/videos?id=${id}`;
	const cost = ["units", COST.remove] as const;
	await callYoutube(youtube, { method: "DELETE", url, name: "videos.delete", cost }, asking);
}

/** Somebody removed it there. */
export const GONE = content("The uploaded video is no longer on YouTube: somebody removed it there.");

/** Why it can never be published: it failed, was rejected or is gone. Undefined: it can be, or will be. */
export function endOf(video: Video | undefined): DestinationRefusal | undefined {
	if (video === undefined) return GONE;
	const { uploadStatus, failureReason, rejectionReason } = video.status;
	if (uploadStatus === "failed")
		return content(`YouTube could not process the video${reason(failureReason)}`);
	if (uploadStatus === "rejected") return content(`YouTube rejected the video${reason(rejectionReason)}`);
	return uploadStatus === "deleted" ? content("The uploaded video was removed from YouTube.") : undefined;
}

function content(message: string): DestinationRefusal {
	return { cause: "content", message };
}

function reason(value: unknown): string {
	return typeof value === "string" && /^\w{1,40}$/.test(value) ? `: ${value}.` : ".";
}

/** Who is to see it. */
export function wantedPrivacy({ config }: Pick<Post, "config">): "public" | "unlisted" | "private" {
	return config.visibility ?? "public";
}

/** An update of its `status` that changes who sees it, now or at a time to come, and nothing else. */
export function statusUpdate({ id, status }: Video, wanted: Visible): Buffer {
	const kept = MUTABLE.filter((name) => status[name] !== undefined).map((name) => [name, status[name]]);
	const seen =
		"publishAt" in wanted
			? { privacyStatus: "private", publishAt: new Date(wanted.publishAt).toISOString() }
			: wanted;
	return Buffer.from(JSON.stringify({ id, status: { ...seen, ...Object.fromEntries(kept) } }));
}

/** `publishAt`: public from then on, in epoch milliseconds. */
export type Visible = { readonly privacyStatus: string } | { readonly publishAt: number };

/** When YouTube makes it public by itself, in epoch milliseconds. Undefined: it does not. */
export function publishTimeOf(status: Fields): number | undefined {
	const at = typeof status.publishAt === "string" ? Date.parse(status.publishAt) : Number.NaN;
	return Number.isNaN(at) ? undefined : at;
}

/** Whether it is as wanted, by the answer to an update. */
export function isSeenAs(text: string, wanted: Visible): boolean {
	const status = fieldsOf(jsonObject(text)?.status);
	return "publishAt" in wanted
		? status.privacyStatus === "private" && publishTimeOf(status) === wanted.publishAt
		: status.privacyStatus === wanted.privacyStatus;
}
