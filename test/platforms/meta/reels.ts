/** Facebook: reels of Pages are started, filled, finished once, and read. */
import { type Answer, json, must } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { multipart } from "../core/multipart.ts";
import type { Arrived, Route } from "../core/platform.ts";
import {
	authorized,
	checkVersion,
	DAY_MS,
	HOSTS,
	type Meta,
	PAGES,
	type Reel,
	refuse,
	USAGE,
	versioned,
	wrong,
} from "./model.ts";
import { keepPartial, receive, UPLOAD_HEADERS } from "./receive.ts";

const FIRST = 9_000_000_000_000_001n;
const MANAGE = ["pages_manage_posts"];
const SCHEDULE_MS = { least: 10 * 60_000, most: 29 * DAY_MS };

export function reelRoutes(meta: Meta): readonly Route[] {
	const graph = { host: HOSTS.graph, headers: ["authorization"] };
	const node = versioned("(?<id>900\\d+)");
	return [
		{
			...{ ...graph, name: "facebook.finish", names: ["facebook.start", "facebook.finish"], method: "POST" },
			...{ body: "form", path: versioned("(?<page>10\\d\\d)/video_reels") },
			rename: (body) =>
				`facebook.${/(^|&)upload_phase=start(&|$)/.test(body.toString("utf8")) ? "start" : "finish"}`,
			handle: (request) => phase(meta, request),
		},
		{
			...{ name: "facebook.upload", host: HOSTS.upload, method: "POST", headers: UPLOAD_HEADERS },
			quirks: ["processing-failed"],
			...{ path: /\/video-upload\/v\d+\.\d+\/(?<id>900\d+)/, body: /^application\/octet-stream$/ },
			handle: (request) => upload(meta, request),
			partial: (request) => keepPartial(find(meta, request), request),
		},
		{
			...{ ...graph, name: "facebook.status", method: "GET", body: "none", path: node },
			quirks: ["unreadable"],
			query: ["fields", "appsecret_proof"],
			handle: (request) => status(meta, request),
		},
		{
			...{ ...graph, name: "facebook.delete", method: "DELETE", body: "none", path: node },
			query: ["appsecret_proof"],
			handle: (request) => remove(meta, request),
		},
		{
			...{ ...graph, name: "facebook.thumbnail", method: "POST", body: "multipart" },
			path: versioned("(?<id>900\\d+)/thumbnails"),
			handle: (request) => thumbnail(meta, request),
		},
	];
}

function checkPage(meta: Meta, request: Arrived, id: string): void {
	const { facts } = authorized(meta, request, { scopes: MANAGE });
	if (facts.page !== id)
		refuse({ code: 190, subcode: 2069032, message: "A Page access token of this Page is required" });
	const page = PAGES.find((each) => each.id === id);
	if (!page?.tasks.includes("CREATE_CONTENT")) refuse({ code: 200, message: "Permissions error" });
}

function phase(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const page = request.params.page ?? "";
	checkPage(meta, request, page);
	const fields = form(
		request,
		["upload_phase"],
		[...["video_id", "video_state", "description", "title", "scheduled_publish_time", "appsecret_proof"]],
	);
	if (fields.upload_phase === "start") return start(meta, page, request);
	must(fields.upload_phase === "finish", `upload_phase ${fields.upload_phase}`);
	return finish(meta, request, fields);
}

function start({ world, reels }: Meta, account: string, { params }: Arrived): Answer {
	const id = String(FIRST + BigInt(reels.length));
	reels.push({
		...{ id, account, chunks: [], received: 0, readyAt: Number.POSITIVE_INFINITY },
		...{ expired: false, failed: false, isPublic: false, thumbnails: 0 },
	});
	return json(200, {
		video_id: id,
		upload_url: `${world.origin(HOSTS.upload)}/video-upload/${params.version}/${id}`,
	});
}

function find({ reels }: Meta, { params }: Arrived): Reel | undefined {
	return reels.find(({ id }) => id === params.id);
}

function upload(meta: Meta, request: Arrived): Answer {
	const { world, facebook } = meta;
	const reel = find(meta, request);
	must(reel !== undefined, "an upload to a video that was never started", 404);
	const { id: object, account } = reel;
	const done = (sha256: string) => {
		reel.readyAt = world.clock.now() + facebook.processingMs;
		reel.failed = facebook.processingFails;
		world.log.append("facebook", { kind: "prepared", account, object, sha256, bytes: reel.size ?? 0 });
	};
	return receive(meta, request, { file: reel, done });
}

/** What was removed can be read no more, and is never public. */
function remove(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const reel = find(meta, request);
	must(reel !== undefined, "a video that was never started", 404);
	checkPage(meta, request, reel.account);
	if (reel.isRemoved) missing(reel);
	must(!reel.isPublic, "a reel that people have seen is removed");
	reel.isRemoved = true;
	return json(200, { success: true }, USAGE);
}

function missing({ id }: Reel): never {
	const message = `Unsupported get request. Object with ID '${id}' does not exist`;
	return refuse({ code: 100, subcode: 33, message });
}

function finish(meta: Meta, request: Arrived, fields: Readonly<Record<string, string>>): Answer {
	const { world, reels, facebook } = meta;
	const reel = reels.find(({ id }) => id === fields.video_id);
	must(reel !== undefined && reel.account === request.params.page, "a video that was never started");
	const now = world.clock.now();
	const state = fields.video_state ?? "";
	must(["PUBLISHED", "SCHEDULED", "DRAFT"].includes(state), `video_state ${state}`);
	const due = state === "SCHEDULED" ? Number(fields.scheduled_publish_time) * 1000 : now;
	const isTime = due - now >= SCHEDULE_MS.least && due - now <= SCHEDULE_MS.most;
	must(state !== "SCHEDULED" || isTime, `scheduled_publish_time ${fields.scheduled_publish_time}`);
	if (reel.sha256 === undefined)
		wrong(meta, request, {
			...{ platform: "facebook", what: "a reel is finished before its bytes arrived" },
			error: { code: 6000, message: "There was a problem uploading your video file." },
		});
	if (reel.finished !== undefined) {
		const { id: object, account, finished } = reel;
		world.log.append("facebook", {
			kind: "repeated",
			account,
			object,
			post: finished.post,
			how: request.route,
		});
		return json(200, { success: true, post_id: finished.post });
	}
	const recent = reels.filter(
		(each) => each.account === reel.account && (each.finished?.at ?? 0) > now - DAY_MS,
	);
	if (recent.length >= facebook.reelsPerDay) refuse({ code: 1390008, message: "You're posting too fast" });
	reel.finished = { state, at: now, due, post: `${reel.account}_${reel.id}` };
	publishDue(meta, request.route);
	return json(200, { success: true, post_id: reel.finished.post }, USAGE);
}

/** What was finished and is due is public; a failed one never is. */
export function publishDue({ world, reels }: Meta, how: string): void {
	for (const reel of reels) {
		const { finished, account, id: object, sha256 = "", size: bytes = 0 } = reel;
		if (
			reel.isPublic ||
			reel.failed ||
			reel.isRemoved ||
			finished === undefined ||
			finished.state === "DRAFT"
		)
			continue;
		if (world.clock.now() < finished.due) continue;
		reel.isPublic = true;
		const { post } = finished;
		world.log.append("facebook", {
			kind: "public",
			account,
			object,
			post,
			sha256,
			bytes,
			visibility: "public",
			how,
		});
	}
}

function status(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const reel = find(meta, request);
	must(reel !== undefined, "a video that was never started", 404);
	checkPage(meta, request, reel.account);
	if (reel.isRemoved || request.quirk("unreadable") !== undefined) missing(reel);
	const fields = (request.query.get("fields") ?? "").split(",");
	const link = reel.isPublic && { permalink_url: `/reel/${reel.id}/` };
	const more = { ...(fields.includes("permalink_url") && link) };
	return json(
		200,
		{ ...(fields.includes("status") && { status: phasesOf(meta, reel) }), ...more, id: reel.id },
		USAGE,
	);
}

/** A processed video is `ready` whether or not anybody published it. */
function phasesOf({ world, facebook }: Meta, reel: Reel): object {
	const now = world.clock.now();
	const isProcessed = now >= reel.readyAt;
	const { finished } = reel;
	const isComplete = reel.isPublic && isProcessed && now >= (finished?.due ?? 0) + facebook.publishingMs;
	const publishing = finished === undefined ? "not_started" : isComplete ? "complete" : "in_progress";
	const ready = isProcessed ? (reel.failed ? "error" : "ready") : "processing";
	return {
		video_status: reel.sha256 === undefined ? "uploading" : ready,
		uploading_phase: { status: reel.sha256 ? "complete" : "in_progress", bytes_transferred: reel.received },
		processing_phase: {
			status: !isProcessed ? "in_progress" : reel.failed ? "error" : "complete",
			...(isProcessed && reel.failed && { errors: [{ code: 1363030, message: "Video timed out" }] }),
		},
		publishing_phase: {
			status: publishing,
			...(isComplete && {
				publish_status: "published",
				publish_time: Math.floor((finished?.due ?? 0) / 1000),
			}),
			...(finished?.state === "SCHEDULED" && !reel.isPublic && { publish_status: "scheduled" }),
		},
	};
}

function thumbnail(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const reel = find(meta, request);
	must(reel !== undefined, "a video that was never started", 404);
	checkPage(meta, request, reel.account);
	const { source } = multipart(request, ["source", "is_preferred"]);
	const magic = source?.bytes.subarray(0, 3).toString("hex");
	must(magic === "ffd8ff" || magic === "89504e", "source is no image");
	reel.thumbnails += 1;
	return json(200, { success: true });
}
