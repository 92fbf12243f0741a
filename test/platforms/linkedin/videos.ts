/** Videos in parts: begun, uploaded, finalized, processed. */
import { createHash } from "node:crypto";
import { type Answer, empty, json, must, Refused } from "../core/answer.ts";
import { FLAG, object, shape, TEXT } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { HOSTS, type LinkedIn, type Part, refuse, type Video } from "./model.ts";
import { authorized, checkVersion, REST_HEADERS, speaksFor } from "./oauth.ts";

const SOCIAL = ["w_member_social", "w_organization_social"];

interface Initialize {
	readonly initializeUploadRequest: { owner: string; fileSizeBytes: number; uploadThumbnail: boolean };
}
const initializeBody = shape<Initialize>(
	object(
		{
			initializeUploadRequest: object(
				{
					...{ owner: TEXT, fileSizeBytes: { type: "integer", minimum: 1 } },
					...{ uploadCaptions: FLAG, uploadThumbnail: FLAG },
				},
				["owner", "fileSizeBytes", "uploadCaptions", "uploadThumbnail"],
			),
		},
		["initializeUploadRequest"],
	),
);

interface Finalize {
	readonly finalizeUploadRequest: { video: string; uploadToken: string; uploadedPartIds: readonly string[] };
}
const finalizeBody = shape<Finalize>(
	object(
		{
			finalizeUploadRequest: object(
				{ video: TEXT, uploadToken: TEXT, uploadedPartIds: { type: "array", items: TEXT } },
				["video", "uploadToken", "uploadedPartIds"],
			),
		},
		["finalizeUploadRequest"],
	),
);

export function videoRoutes(linkedin: LinkedIn): readonly Route[] {
	const rest = { host: HOSTS.api, headers: REST_HEADERS };
	const post = { ...rest, method: "POST", body: "json", path: /\/rest\/videos/, query: ["action"] } as const;
	return [
		{
			...{ ...post, name: "linkedin.initialize", action: "initializeUpload" },
			handle: (request) => initialize(linkedin, request),
		},
		{
			...{ ...post, name: "linkedin.finalize", action: "finalizeUpload" },
			handle: (request) => finalize(linkedin, request),
		},
		{
			...{ ...rest, name: "linkedin.video", method: "GET", body: "none" },
			path: /\/rest\/videos\/(?<urn>[^/]+)/,
			handle: (request) => read(linkedin, request),
		},
		{
			...{
				name: "linkedin.part",
				quirks: ["expire-url", "weak-etag"],
				host: HOSTS.site,
				method: "PUT",
				body: /^application\/octet-stream$/,
			},
			...{ path: /\/dms-uploads\/.+/, query: ["sau", "m"] },
			handle: (request) => part(linkedin, request),
		},
	];
}

function initialize(linkedin: LinkedIn, request: Arrived): Answer {
	const { world, videos, settings } = linkedin;
	checkVersion(linkedin, request);
	const grant = authorized(linkedin, request, SOCIAL);
	const { owner, fileSizeBytes: size, uploadThumbnail } = initializeBody(request).initializeUploadRequest;
	if (!speaksFor(grant, owner)) notAllowed();
	const target = (at: string) =>
		`/dms-uploads/sp/${world.canaries.secret("upload-url")}%253D%253D/${at}?sau=1&m=x%253D`;
	const parts: Part[] = [];
	for (let first = 0; first < size; first += settings.partBytes)
		parts.push({
			target: target(String(first)),
			first,
			last: Math.min(size, first + settings.partBytes) - 1,
		});
	const video: Video = {
		...{ urn: `urn:li:video:D4E10AQ${videos.length + 1}`, owner, size, parts, token: settings.uploadToken },
		urlsExpireAt: world.clock.now() + settings.urlsMs,
		...(uploadThumbnail && { thumbnailTarget: target("thumbnail") }),
	};
	videos.push(video);
	const site = world.origin(HOSTS.site);
	const uploadInstructions = parts.map((each) => ({
		...{ uploadUrl: `${site}${each.target}`, firstByte: each.first, lastByte: each.last },
	}));
	const thumbnail = video.thumbnailTarget && { thumbnailUploadUrl: `${site}${video.thumbnailTarget}` };
	const { urn, urlsExpireAt: uploadUrlsExpireAt, token: uploadToken } = video;
	return json(200, {
		value: { video: urn, uploadUrlsExpireAt, uploadInstructions, uploadToken, ...thumbnail },
	});
}

function part({ videos, world }: LinkedIn, request: Arrived): Answer {
	const { target, body } = request;
	const isThumbnail = (video: Video) => video.thumbnailTarget === target;
	const video = videos.find((each) => isThumbnail(each) || each.parts.some((one) => one.target === target));
	must(video !== undefined, "an upload URL that was rebuilt or never given", 404);
	const isExpired = request.quirk("expire-url") !== undefined || world.clock.now() >= video.urlsExpireAt;
	if (isExpired) throw new Refused(empty(401));
	const etag = createHash("md5").update(target).update(body).digest("hex");
	if (isThumbnail(video)) return empty(200, { etag: `"${etag}"` });
	const found = video.parts.find((each) => each.target === target) as Part;
	must(video.finalized === undefined, "a part of a video that is finalized");
	const length = found.last - found.first + 1;
	must(body.length === length, `${body.length} bytes for a part of ${length}`);
	Object.assign(found, { etag, bytes: Buffer.from(body) });
	return empty(200, { etag: request.quirk("weak-etag") === undefined ? `"${etag}"` : `W/"${etag}"` });
}

function finalize(linkedin: LinkedIn, request: Arrived): Answer {
	const { world, settings } = linkedin;
	checkVersion(linkedin, request);
	const grant = authorized(linkedin, request, SOCIAL);
	const { video: urn, uploadToken, uploadedPartIds } = finalizeBody(request).finalizeUploadRequest;
	const video = ownVideo(linkedin, urn);
	if (!speaksFor(grant, video.owner)) notAllowed();
	must(uploadToken === video.token, "another uploadToken");
	must(
		video.parts.map(({ etag }) => etag).join() === uploadedPartIds.join(),
		"other uploadedPartIds, or in another order",
	);
	if (video.finalized !== undefined) return empty(200);
	const file = Buffer.concat(video.parts.map(({ bytes }) => bytes ?? Buffer.alloc(0)));
	for (const each of video.parts) delete each.bytes;
	const sha256 = createHash("sha256").update(file).digest("hex");
	const readyAt = world.clock.now() + settings.processingMs;
	video.finalized = { sha256, readyAt, failed: settings.processingFails };
	const { owner: account, size: bytes } = video;
	world.log.append("linkedin", { kind: "prepared", account, object: urn, sha256, bytes });
	return empty(200);
}

export function ownVideo({ videos }: LinkedIn, urn: string): Video {
	const found = videos.find((each) => each.urn === urn);
	must(found !== undefined, "a video that was never initialized", 404);
	return found;
}

export function stateOf({ world }: LinkedIn, { finalized }: Video): string {
	if (finalized === undefined) return "WAITING_UPLOAD";
	if (world.clock.now() < finalized.readyAt) return "PROCESSING";
	return finalized.failed ? "PROCESSING_FAILED" : "AVAILABLE";
}

function read(linkedin: LinkedIn, request: Arrived): Answer {
	checkVersion(linkedin, request);
	const grant = authorized(linkedin, request, SOCIAL);
	const video = ownVideo(linkedin, urnOf(request));
	if (!speaksFor(grant, video.owner)) notAllowed();
	const status = stateOf(linkedin, video);
	const reason = status === "PROCESSING_FAILED" && {
		processingFailureReason: "The video could not be transcoded",
	};
	return json(200, { id: video.urn, owner: video.owner, status, ...reason });
}

/** URNs in paths are percent-encoded. */
export function urnOf({ params }: Arrived): string {
	const text = params.urn ?? "";
	must(!text.includes(":"), "a URN in a path is not encoded");
	return decodeURIComponent(text);
}

export function notAllowed(): never {
	return refuse({ status: 403, code: "ACCESS_DENIED", message: "The member may not act for this owner" });
}
