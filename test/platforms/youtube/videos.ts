/** Videos that exist: read, changed, deleted, given a thumbnail. */
import { createHash } from "node:crypto";
import { type Answer, empty, json, must } from "../core/answer.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { authorized, ownChannel, partsOf } from "./access.ts";
import { type Google, HOSTS, refuse, type Video } from "./model.ts";
import { checkParts, checkSnippet, checkStatus, mutable, resourceOf, updateBody } from "./resource.ts";
import { reflect } from "./visibility.ts";

const PATH = /\/youtube\/v3\/videos/;
const OWNERS_PARTS = ["fileDetails", "processingDetails"];
const IDS = 50;

export function videoRoutes(google: Google): readonly Route[] {
	const api = { host: HOSTS.api, headers: ["authorization"] };
	const videos = { ...api, path: PATH };
	return [
		{
			...{ ...videos, name: "youtube.videos", method: "GET", body: "none" },
			query: ["part", "id", "maxResults"],
			handle: (request) => list(google, request),
		},
		{
			...{ ...videos, name: "youtube.update", method: "PUT", body: "json", query: ["part"] },
			handle: (request) => update(google, request),
		},
		{
			...{ ...videos, name: "youtube.delete", method: "DELETE", body: "none", query: ["id"] },
			handle: (request) => remove(google, request),
		},
		{
			...{ ...api, name: "youtube.thumbnail", method: "POST", body: /^image\/(jpeg|png)$/ },
			...{ path: /\/upload\/youtube\/v3\/thumbnails\/set/, query: ["videoId", "uploadType"] },
			handle: (request) => thumbnail(google, request),
		},
	];
}

function list(google: Google, request: Arrived): Answer {
	const account = authorized(google, request, { units: 1, scopes: ["manage", "read"] });
	const parts = partsOf(request, [
		...["id", "snippet", "status", "paidProductPlacementDetails"],
		...OWNERS_PARTS,
	]);
	const ids = (request.query.get("id") ?? "").split(",").filter(Boolean);
	must(ids.length > 0 && ids.length <= IDS, `${ids.length} ids`);
	const found = google.videos.filter((video) => ids.includes(video.id) && isSeenBy(video, account));
	if (found.some(({ channel }) => channel !== account) && parts.some((part) => OWNERS_PARTS.includes(part)))
		forbidden("The request cannot access user rating or file details of this video.");
	const pageInfo = { totalResults: found.length, resultsPerPage: found.length };
	const items = found.map((video) => resourceOf(video, parts));
	return json(200, { kind: "youtube#videoListResponse", items, pageInfo });
}

function isSeenBy(video: Video, account: string): boolean {
	return !video.isDeleted && (video.channel === account || video.status.privacyStatus !== "private");
}

function update(google: Google, request: Arrived): Answer {
	const account = authorized(google, request, { units: 50, scopes: ["manage"] });
	const parts = partsOf(request, ["snippet", "status", "paidProductPlacementDetails"]);
	const sent = updateBody(request);
	checkParts(sent, parts);
	const video = ownVideo(google, sent.id, ownChannel(account));
	if (sent.snippet !== undefined) {
		checkSnippet(sent.snippet);
		must(sent.snippet.categoryId !== undefined, "an update of snippet without categoryId");
	}
	if (sent.status !== undefined) checkStatus(google, sent.status, video.logged !== "never");
	if (sent.snippet !== undefined) video.snippet = sent.snippet;
	if (sent.status !== undefined) video.status = mutable(sent.status);
	reflect(google, video, request.route);
	return json(200, resourceOf(video, parts));
}

function remove(google: Google, request: Arrived): Answer {
	const account = authorized(google, request, { units: 50, scopes: ["manage"] });
	const video = ownVideo(google, request.query.get("id") ?? "", ownChannel(account));
	video.isDeleted = true;
	reflect(google, video, request.route);
	return empty(204);
}

function thumbnail(google: Google, request: Arrived): Answer {
	const account = authorized(google, request, { units: 50, scopes: ["manage", "upload"] });
	const { body, query, headers } = request;
	must(query.get("uploadType") === "media", "uploadType is not media");
	const video = ownVideo(google, query.get("videoId") ?? "", ownChannel(account));
	const kind = body.subarray(0, 3).toString("hex") === "ffd8ff" ? "image/jpeg" : "image/png";
	const isPng = body.subarray(0, 8).toString("hex") === "89504e470d0a1a0a";
	must((kind === "image/jpeg" || isPng) && headers["content-type"] === kind, "no image, or of another type");
	if (!google.settings.thumbnails)
		forbidden("The authenticated user doesn't have permissions to upload and set custom video thumbnails.");
	if (!video.isProcessed) forbidden("The thumbnail of a Short can be set when its processing is complete.");
	if (body.length > google.settings.thumbnailMaxBytes)
		refuse({ status: 413, reason: "uploadTooLarge", message: "Media is too large.", domain: "global" });
	video.thumbnail = createHash("sha256").update(body).digest("hex");
	return json(200, {
		kind: "youtube#thumbnailSetResponse",
		items: [{ default: { url: thumbnailUrl(video) } }],
	});
}

function thumbnailUrl({ id }: Video): string {
	return `https://i.ytimg.com/vi/${id}/default.jpg`;
}

function ownVideo({ videos }: Google, id: string, channel: string): Video {
	const video = videos.find((each) => each.id === id && !each.isDeleted);
	if (video === undefined)
		return refuse({ status: 404, reason: "videoNotFound", message: "The video cannot be found." });
	if (video.channel !== channel) forbidden("The caller may not change this video.");
	return video;
}

function forbidden(message: string): never {
	return refuse({ status: 403, reason: "forbidden", message });
}
