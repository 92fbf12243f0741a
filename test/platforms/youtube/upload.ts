/** Resumable uploads: a session, its chunks, and what is asked about it. */
import { createHash, randomBytes } from "node:crypto";
import { type Answer, empty, json, must, Violation } from "../core/answer.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { authorized, ownChannel, partsOf, tokenOf } from "./access.ts";
import { type Google, HOSTS, refuse, type Session, type Video } from "./model.ts";
import { checkParts, checkSnippet, checkStatus, insertBody, resourceOf, statusOfInsert } from "./resource.ts";
import { reflect } from "./visibility.ts";

const GRAIN = 256 * 1024;
const DAY = 24 * 3600_000;
const PATH = /\/upload\/youtube\/v3\/videos/;

export function uploadRoutes(google: Google): readonly Route[] {
	return [
		{
			...{ name: "youtube.insert", host: HOSTS.api, method: "POST", path: PATH, body: "json" },
			query: ["uploadType", "part", "notifySubscribers"],
			headers: ["authorization", "x-upload-content-type", "x-upload-content-length"],
			handle: (request) => insert(google, request),
		},
		{
			...{
				name: "youtube.chunk",
				quirks: ["keep-less", "expire-session"],
				host: HOSTS.api,
				method: "PUT",
				path: PATH,
			},
			query: ["uploadType", "part", "notifySubscribers", "upload_id"],
			headers: ["authorization", "content-range"],
			body: /^(video\/\w+|application\/octet-stream)?$/,
			handle: (request) => chunk(google, request),
			partial: (request) => brokenOff(google, request),
		},
	];
}

function insert(google: Google, request: Arrived): Answer {
	const { query, headers, target } = request;
	const { world, sessions, settings } = google;
	must(query.get("uploadType") === "resumable", "uploadType is not resumable");
	const account = authorized(google, request, { insert: true, scopes: ["manage", "upload"] });
	const channel = ownChannel(account);
	const parts = partsOf(request, ["snippet", "status", "paidProductPlacementDetails"]);
	const resource = insertBody(request);
	checkParts(resource, parts);
	must(/^video\/\w+$/.test(String(headers["x-upload-content-type"])), "no X-Upload-Content-Type");
	const size = Number(headers["x-upload-content-length"]);
	must(Number.isSafeInteger(size) && size > 0, "no X-Upload-Content-Length");
	checkSnippet(resource.snippet ?? { title: "" });
	checkStatus(google, resource.status ?? {}, false);
	checkUploads(google, channel);
	const id = world.canaries.secret("upload-session");
	const session: Session = {
		...{ id, target: `${target}&upload_id=${id}`, channel, resource, size, chunks: [], kept: 0 },
		...{ type: String(headers["x-upload-content-type"]), expiresAt: world.clock.now() + settings.sessionMs },
	};
	sessions.push(session);
	return empty(200, { location: `${request.origin}${session.target}`, "x-guploader-uploadid": id });
}

function checkUploads({ videos, settings, world }: Google, channel: string): void {
	const since = world.clock.now() - DAY;
	const recent = videos.filter((video) => video.channel === channel && video.arrivedAt > since);
	if (settings.uploadsPerChannel !== null && recent.length >= settings.uploadsPerChannel)
		refuse({
			...{ status: 400, reason: "uploadLimitExceeded" },
			message: "The user has exceeded the number of videos they may upload.",
		});
}

/** The session of a request that uses its address verbatim; its answer where it is over. */
function sessionOf(google: Google, request: Arrived): Session | Answer {
	const { world, settings } = google;
	const session = google.sessions.find(({ id }) => id === request.query.get("upload_id"));
	must(session !== undefined, "a session that was never started", 404);
	must(session.target === request.target, "the address of a session was rebuilt", 404);
	if (request.headers.authorization !== undefined) {
		const { grant } = tokenOf(google, request);
		must(grant.account === session.channel, "the session of another channel", 403);
	}
	if (request.quirk("expire-session") !== undefined) session.expiresAt = 0;
	if (world.clock.now() < session.expiresAt) return session;
	return empty(settings.expiredSessionStatus);
}

interface Range {
	readonly first: number;
	readonly last: number;
}

function chunk(google: Google, request: Arrived): Answer {
	const session = sessionOf(google, request);
	if (!("target" in session)) return session;
	const range = rangeOf(request, session.size);
	if (range === undefined) {
		must(request.body.length === 0, "a body beside the question for the range");
		return session.video ? finished(session.video) : incomplete(session);
	}
	must(session.video === undefined, "bytes for an upload that is complete");
	checkRange(session, range, request.body.length);
	keep(session, request.body, request.quirk("keep-less"));
	return session.kept === session.size ? complete(google, session, request) : incomplete(session);
}

/** Undefined: it asks how much came. Without Content-Range the body is the whole file. */
function rangeOf({ headers, body }: Arrived, size: number): Range | undefined {
	const text = headers["content-range"];
	if (text === undefined) {
		must(body.length === size, `${body.length} bytes of a file of ${size}`);
		return { first: 0, last: size - 1 };
	}
	const [, first, last, star, total] = /^bytes (?:(\d+)-(\d+)|(\*))\/(\d+)$/.exec(text) ?? [];
	must(total !== undefined, `Content-Range ${text}`);
	must(Number(total) === size, `a file of ${total} bytes, in a session for ${size}`);
	return star === undefined ? { first: Number(first), last: Number(last) } : undefined;
}

function checkRange(session: Session, { first, last }: Range, length: number): void {
	must(last - first + 1 === length, `${length} bytes for ${first}-${last}`);
	must(last < session.size, `bytes to ${last} of a file of ${session.size}`);
	must(first === session.kept, `bytes from ${first}, where ${session.kept} are kept`);
	must(last === session.size - 1 || length % GRAIN === 0, `a chunk of ${length} bytes, not of 256 KiB each`);
}

function keep(session: Session, body: Buffer, atMost: number | undefined): void {
	const kept = atMost === undefined ? body : body.subarray(0, Math.floor(atMost / GRAIN) * GRAIN);
	session.chunks.push(kept);
	session.kept += kept.length;
}

/** Whole grains of what came before the connection broke are kept. */
function brokenOff(google: Google, request: Arrived): void {
	const session = google.sessions.find(({ target }) => target === request.target);
	const [, first] = /^bytes (\d+)-/.exec(String(request.headers["content-range"] ?? "bytes 0-")) ?? [];
	if (session === undefined || session.video !== undefined || Number(first) !== session.kept) return;
	if (google.world.clock.now() < session.expiresAt) keep(session, request.body, request.body.length);
}

/** Without a `Range` nothing was kept. */
function incomplete({ kept }: Session): Answer {
	return empty(308, kept === 0 ? {} : { range: `bytes=0-${kept - 1}` });
}

function complete(google: Google, session: Session, request: Arrived): Answer {
	const { world, settings, videos } = google;
	const { resource, channel, id: object, size: bytes } = session;
	if (resource.snippet === undefined) throw new Violation("no snippet");
	const now = world.clock.now();
	const sha256 = createHash("sha256").update(Buffer.concat(session.chunks)).digest("hex");
	session.chunks.length = 0;
	const video: Video = {
		...{ id: randomBytes(8).toString("base64url"), channel, object, sha256, bytes },
		...{ arrivedAt: now, processedAt: now + settings.processingMs, publishedAt: now },
		...{ snippet: resource.snippet, status: statusOfInsert(resource.status) },
		isPaid: resource.paidProductPlacementDetails?.hasPaidProductPlacement ?? false,
		...{ logged: "never", isProcessed: false, isDeleted: false },
	};
	session.video = video;
	session.expiresAt = Math.min(session.expiresAt, now + settings.completedSessionMs);
	videos.push(video);
	world.log.append("youtube", { kind: "prepared", account: channel, object, sha256, bytes });
	reflect(google, video, request.route);
	return finished(video);
}

function finished(video: Video): Answer {
	return json(200, resourceOf(video, ["snippet", "status", "paidProductPlacementDetails"]));
}
