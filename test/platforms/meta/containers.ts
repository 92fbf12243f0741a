/** Instagram: containers are made, filled, read, and published once. */
import { type Answer, json, must } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Token } from "../core/tokens.ts";
import {
	authorized,
	type Container,
	checkVersion,
	DAY_MS,
	HOSTS,
	type Meta,
	PAGES,
	refuse,
	versioned,
	wrong,
} from "./model.ts";
import { pull } from "./pull.ts";
import { keepPartial, receive, UPLOAD_HEADERS } from "./receive.ts";

const FIRST = 17_900_000_000_000_001n;
const FIRST_MEDIA = 18_000_000_000_000_001n;
export const PUBLISH = ["instagram_content_publish", "instagram_business_content_publish"];
const CAPTION = 2200;

export function containerRoutes(meta: Meta): readonly Route[] {
	const uploads: Route = {
		...{
			name: "instagram.upload",
			quirks: ["processing-failed"],
			host: HOSTS.upload,
			method: "POST",
			headers: UPLOAD_HEADERS,
		},
		...{ path: /\/ig-api-upload\/v\d+\.\d+\/(?<id>179\d+)/, body: /^application\/octet-stream$/ },
		handle: (request) => upload(meta, request),
		partial: (request) => keepPartial(find(meta, request), request),
	};
	return [uploads, ...[HOSTS.graph, HOSTS.igGraph].flatMap((host) => graphRoutes(meta, host))];
}

function graphRoutes(meta: Meta, host: string): readonly Route[] {
	const own = { host, headers: ["authorization"] };
	const post = { ...own, method: "POST", body: "form" } as const;
	return [
		{
			...{ ...post, name: "instagram.container", path: versioned("(?<ig>178\\d+)/media") },
			handle: (request) => create(meta, request),
		},
		{
			...{
				...post,
				name: "instagram.publish",
				quirks: ["expire-container"],
				path: versioned("(?<ig>178\\d+)/media_publish"),
			},
			handle: (request) => publish(meta, request),
		},
		{
			...{
				...own,
				name: "instagram.status",
				quirks: ["unreadable", "expire-container"],
				method: "GET",
				body: "none",
				path: versioned("(?<id>179\\d+)"),
			},
			query: ["fields", "appsecret_proof"],
			handle: (request) => status(meta, request),
		},
	];
}

/** Whether a token may speak for an Instagram account. */
export function checkAccount(account: string, { grant, facts }: Token): void {
	const page = PAGES.find(({ instagram }) => instagram === account);
	const isOwn = page?.owner === grant.account && (facts.page === undefined || facts.page === page.id);
	if (!isOwn)
		refuse({
			code: 100,
			subcode: 33,
			message: `Unsupported request. Object with ID '${account}' does not exist`,
		});
}

function create(meta: Meta, request: Arrived): Answer {
	const { world, instagram, containers } = meta;
	checkVersion(request);
	const token = authorized(meta, request, { scopes: PUBLISH });
	const account = request.params.ig ?? "";
	checkAccount(account, token);
	const fields = form(
		request,
		["media_type"],
		[
			...["upload_type", "video_url", "caption", "share_to_feed", "thumb_offset", "cover_url"],
			...["is_ai_generated", "appsecret_proof"],
		],
	);
	must(fields.media_type === "REELS", `media_type ${fields.media_type}`);
	const now = world.clock.now();
	const resumable = fields.upload_type === "resumable";
	const canUpload = request.origin === world.origin(HOSTS.graph);
	if (fields.video_url === undefined && !(resumable && canUpload))
		refuse({ code: 100, message: "The parameter video_url is required" });
	if ((fields.caption ?? "").length > CAPTION)
		refuse({ code: 100, subcode: 2207010, message: "The caption is too long" });
	const recent = containers.filter(
		(each) => each.account === account && each.expiresAt - instagram.containerMs > now - DAY_MS,
	);
	if (recent.length >= instagram.containersPerDay)
		refuse({ code: 9, subcode: 2207042, message: "Too many containers" });
	const id = String(FIRST + BigInt(containers.length));
	const container: Container = {
		...{ id, account, resumable, caption: fields.caption ?? "", chunks: [], received: 0 },
		...{ readyAt: Number.POSITIVE_INFINITY, expiresAt: now + instagram.containerMs },
	};
	containers.push(container);
	if (fields.video_url !== undefined)
		pull(fields.video_url, container, (sha256) => arrived(meta, container, sha256));
	const uri = `${world.origin(HOSTS.upload)}/ig-api-upload/${request.params.version}/${id}`;
	return json(200, { id, ...(resumable && { uri }) });
}

function arrived({ world, instagram }: Meta, container: Container, sha256: string): void {
	const { id: object, account, size: bytes = 0 } = container;
	container.readyAt = world.clock.now() + instagram.processingMs;
	if (instagram.processingError !== null) container.error = instagram.processingError;
	world.log.append("instagram", { kind: "prepared", account, object, sha256, bytes });
}

function find({ containers }: Meta, { params }: Arrived): Container | undefined {
	return containers.find(({ id }) => id === params.id);
}

function upload(meta: Meta, request: Arrived): Answer {
	const file = find(meta, request);
	must(file?.resumable === true, "an upload to a container that takes none", 404);
	return receive(meta, request, { file, done: (sha256) => arrived(meta, file, sha256) });
}

function stateOf({ world }: Meta, container: Container): string {
	const now = world.clock.now();
	if (container.media !== undefined) return "PUBLISHED";
	if (now >= container.expiresAt) return "EXPIRED";
	if (now < container.readyAt) return "IN_PROGRESS";
	return container.error === undefined ? "FINISHED" : "ERROR";
}

function status(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const token = authorized(meta, request, {
		scopes: [...PUBLISH, "instagram_basic", "instagram_business_basic"],
	});
	const container = find(meta, request);
	must(container !== undefined, "a container that was never made", 404);
	checkAccount(container.account, token);
	if (request.quirk("unreadable") !== undefined)
		refuse({
			code: 100,
			subcode: 33,
			message: `Unsupported get request. Object with ID '${container.id}' does not exist`,
		});
	if (request.quirk("expire-container") !== undefined) container.expiresAt = 0;
	const state = stateOf(meta, container);
	const fields = (request.query.get("fields") ?? "").split(",");
	const transferred = {
		status: container.sha256 ? "complete" : "in_progress",
		bytes_transferred: container.received,
	};
	return json(200, {
		...(fields.includes("status_code") && { status_code: state }),
		...(fields.includes("status") && { status: state === "ERROR" ? `Error: ${container.error}` : state }),
		...(fields.includes("video_status") && { video_status: { uploading_phase: transferred } }),
		id: container.id,
	});
}

function publish(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const token = authorized(meta, request, { scopes: PUBLISH });
	const account = request.params.ig ?? "";
	checkAccount(account, token);
	const { creation_id } = form(request, ["creation_id"], ["appsecret_proof"]);
	const container = meta.containers.find(({ id }) => id === creation_id);
	must(container !== undefined && container.account === account, "a container that was never made");
	if (request.quirk("expire-container") !== undefined) container.expiresAt = 0;
	checkReady(meta, request, container);
	checkQuota(meta, account);
	const { world, containers } = meta;
	const count = containers.filter(({ media }) => media !== undefined).length;
	const id = String(FIRST_MEDIA + BigInt(count));
	container.media = { id, account, caption: container.caption, at: world.clock.now(), comments: true };
	const { sha256 = "", size: bytes = 0 } = container;
	world.log.append("instagram", {
		...{ kind: "public", account, object: container.id, post: id, sha256, bytes },
		...{ visibility: "public", how: request.route },
	});
	return json(200, { id });
}

function checkReady(meta: Meta, request: Arrived, container: Container): void {
	const state = stateOf(meta, container);
	const { id: object, account, media } = container;
	if (media !== undefined) {
		const { route: how } = request;
		meta.world.log.append("instagram", { kind: "repeated", account, object, post: media.id, how });
		refuse({ code: 9007, subcode: 2207027, message: "The media was published already" });
	}
	if (state === "IN_PROGRESS")
		wrong(meta, request, {
			...{ platform: "instagram", what: "a container is published before it is FINISHED" },
			error: { code: 9007, subcode: 2207027, message: "The media is not ready to be published" },
		});
	if (state === "EXPIRED") refuse({ code: -2, subcode: 2207020, message: "The media has expired" });
	if (state === "ERROR")
		refuse({ code: 352, subcode: 2207026, message: "The video format is not supported" });
}

export function usageOf({ containers, world }: Meta, account: string): number {
	const since = world.clock.now() - DAY_MS;
	return containers.filter(({ media }) => media?.account === account && media.at > since).length;
}

function checkQuota(meta: Meta, account: string): void {
	if (usageOf(meta, account) >= meta.instagram.postsPerDay)
		refuse({ code: 9, subcode: 2207042, message: "Application request limit reached" });
}
