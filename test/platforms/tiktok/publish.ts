/** Posts: asked for, filled by chunks in sequence, published by themselves, and read. */
import { createHash } from "node:crypto";
import { type Answer, empty, must, Refused } from "../core/answer.ts";
import { FLAG, object, shape, TEXT } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { answerOk, CREATORS, DAY_MS, HOSTS, type Publish, refuse, type TikTok } from "./model.ts";
import { authorized, countCall } from "./oauth.ts";

const TITLE = 2200;
const MAX_CHUNKS = 1000;
/** Beyond what a JavaScript number holds. */
const FIRST_POST = 7_600_000_000_000_000_001n;

const SIZE = { type: "integer", minimum: 1 };
const SOURCE = object(
	{ source: { enum: ["FILE_UPLOAD"] }, video_size: SIZE, chunk_size: SIZE, total_chunk_count: SIZE },
	["source", "video_size", "chunk_size", "total_chunk_count"],
);
const POST = object(
	{
		...{ title: TEXT, privacy_level: TEXT, disable_comment: FLAG, disable_duet: FLAG, disable_stitch: FLAG },
		...{ video_cover_timestamp_ms: { type: "integer", minimum: 0 }, is_aigc: FLAG },
		...{ brand_content_toggle: FLAG, brand_organic_toggle: FLAG },
	},
	["privacy_level"],
);
interface Source {
	readonly video_size: number;
	readonly chunk_size: number;
	readonly total_chunk_count: number;
}
interface PostInfo {
	readonly title?: string;
	readonly privacy_level: string;
	readonly disable_comment?: boolean;
	readonly disable_duet?: boolean;
	readonly disable_stitch?: boolean;
	readonly brand_content_toggle?: boolean;
}
const initBody = shape<{ post_info: PostInfo; source_info: Source }>(
	object({ post_info: POST, source_info: SOURCE }, ["post_info", "source_info"]),
);
const inboxBody = shape<{ source_info: Source }>(object({ source_info: SOURCE }, ["source_info"]));
const statusBody = shape<{ publish_id: string }>(object({ publish_id: TEXT }, ["publish_id"]));

export function publishRoutes(tiktok: TikTok): readonly Route[] {
	const post = { host: HOSTS.api, method: "POST", headers: ["authorization"], body: "json" } as const;
	const path = (rest: string) => new RegExp(`/v2/post/publish/${rest}/`);
	return [
		{
			...{ ...post, name: "tiktok.creator", path: path("creator_info/query") },
			handle: (request) => creatorInfo(tiktok, request),
		},
		{
			...post,
			name: "tiktok.init",
			quirks: ["foreign-host"],
			path: path("video/init"),
			handle: (request) => init(tiktok, request),
		},
		{
			...post,
			name: "tiktok.inbox",
			path: path("inbox/video/init"),
			handle: (request) => inbox(tiktok, request),
		},
		{
			...post,
			name: "tiktok.status",
			quirks: ["forget"],
			path: path("status/fetch"),
			handle: (request) => status(tiktok, request),
		},
		{
			...{ name: "tiktok.chunk", host: HOSTS.upload, method: "PUT", body: /^video\/mp4$/, path: /\/video\// },
			quirks: ["expire-url"],
			...{ headers: ["content-range"], query: ["upload_id", "upload_token"] },
			handle: (request) => chunk(tiktok, request),
		},
	];
}

function creatorInfo(tiktok: TikTok, request: Arrived): Answer {
	const { settings } = tiktok;
	const account = authorized(tiktok, request, "video.publish");
	must(request.body.length === 0, "a body for creator_info");
	countCall(tiktok, `creator ${account}`, settings.creatorInfosPerMinute);
	const { username, name } = CREATORS[account] ?? {};
	return answerOk({
		...{
			creator_username: username,
			creator_nickname: name,
			creator_avatar_url: "https://p16.tiktokcdn.com/a.jpeg",
		},
		privacy_level_options: settings.privacyLevels.split(","),
		...{ comment_disabled: settings.commentDisabled, duet_disabled: settings.duetDisabled },
		...{ stitch_disabled: settings.stitchDisabled, max_video_post_duration_sec: 600 },
	});
}

function init(tiktok: TikTok, request: Arrived): Answer {
	const { settings, publishes, world } = tiktok;
	const account = authorized(tiktok, request, "video.publish");
	countCall(tiktok, `init ${account}`, settings.initsPerMinute);
	const { post_info: post, source_info: source } = initBody(request);
	const { privacy_level: level, title = "" } = post;
	if (title.length > TITLE) refuse(tiktok, 400, "invalid_params");
	if (!settings.privacyLevels.split(",").includes(level))
		refuse(tiktok, 400, "privacy_level_option_mismatch");
	if (!settings.audited && level !== "SELF_ONLY")
		refuse(tiktok, 403, "unaudited_client_can_only_post_to_private_accounts");
	const isOpen = [
		!settings.commentDisabled || post.disable_comment === true,
		!settings.duetDisabled || post.disable_duet === true,
		!settings.stitchDisabled || post.disable_stitch === true,
		level !== "SELF_ONLY" || post.brand_content_toggle !== true,
	];
	if (!isOpen.every(Boolean)) refuse(tiktok, 400, "invalid_params");
	const since = world.clock.now() - DAY_MS;
	const recent = publishes.filter((each) => each.user === account && each.sha256 && each.readyAt > since);
	if (recent.length >= settings.postsPerDay) refuse(tiktok, 403, "spam_risk_too_many_posts");
	return begin(tiktok, request, { account, level, source });
}

function inbox(tiktok: TikTok, request: Arrived): Answer {
	const { settings, publishes, world } = tiktok;
	const account = authorized(tiktok, request, "video.upload");
	countCall(tiktok, `init ${account}`, settings.initsPerMinute);
	const { source_info: source } = inboxBody(request);
	const since = world.clock.now() - DAY_MS;
	const isPending = ({ user, level, sha256, readyAt, posts }: Publish) =>
		user === account && level === "inbox" && sha256 !== undefined && readyAt > since && posts.length === 0;
	if (publishes.filter(isPending).length >= settings.pendingPerDay)
		refuse(tiktok, 403, "spam_risk_too_many_pending_share");
	return begin(tiktok, request, { account, level: "inbox", source });
}

interface Asked {
	readonly account: string;
	readonly level: string;
	readonly source: Source;
}

function begin(tiktok: TikTok, request: Arrived, { account, level, source }: Asked): Answer {
	const { settings, publishes, world } = tiktok;
	const { video_size: size, chunk_size: chunkSize, total_chunk_count: count } = source;
	checkChunks(tiktok, source);
	const nth = publishes.length + 1;
	const target = `/video/?upload_id=${nth}&upload_token=${world.canaries.secret("upload-token")}`;
	const publish: Publish = {
		...{ id: `v_pub_file~v2-1.${nth}`, user: account, level, size, chunk: chunkSize, count, target },
		...{ hash: createHash("sha256"), urlExpiresAt: world.clock.now() + settings.urlMs, received: 0 },
		...{ readyAt: Number.POSITIVE_INFINITY, posts: [], isSettled: false },
	};
	publishes.push(publish);
	const host =
		request.quirk("foreign-host") === undefined ? world.origin(HOSTS.upload) : world.origin("trap");
	return answerOk({ publish_id: publish.id, upload_url: `${host}${target}` });
}

/** The floor rule: whole chunks, and the last takes the rest. A small file comes whole. */
function checkChunks({ settings }: TikTok, { video_size, chunk_size, total_chunk_count }: Source): void {
	const what = `${total_chunk_count} chunks of ${chunk_size} for ${video_size} bytes`;
	if (chunk_size === video_size) {
		must(total_chunk_count === 1 && video_size <= settings.maxChunk, what);
		return;
	}
	const inBounds = chunk_size >= settings.minChunk && chunk_size <= settings.maxChunk;
	must(inBounds && video_size >= settings.minChunk, what);
	must(total_chunk_count === Math.floor(video_size / chunk_size) && total_chunk_count <= MAX_CHUNKS, what);
	must(video_size - (total_chunk_count - 1) * chunk_size <= settings.maxLastChunk, what);
}

function chunk(tiktok: TikTok, request: Arrived): Answer {
	const { world } = tiktok;
	const { target, body, headers, route: how } = request;
	const publish = tiktok.publishes.find((each) => each.target === target);
	must(publish !== undefined, "an upload URL that was rebuilt or never given", 404);
	if (request.quirk("expire-url") !== undefined) publish.urlExpiresAt = 0;
	if (world.clock.now() >= publish.urlExpiresAt) throw new Refused(empty(403));
	const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers["content-range"])) ?? [];
	must(total === String(publish.size), `Content-Range ${headers["content-range"]} of ${publish.size} bytes`);
	must(Number(last) - Number(first) + 1 === body.length, `${body.length} bytes for ${first}-${last}`);
	if (Number(first) !== publish.received) {
		const { id, user: account, sha256 } = publish;
		if (sha256) world.log.append("tiktok", { kind: "repeated", account, object: id, post: id, how });
		throw new Refused(empty(416, { "content-range": rangeOf(publish) }));
	}
	const nth = Math.floor(publish.received / publish.chunk) + 1;
	const wanted = nth >= publish.count ? publish.size - publish.received : publish.chunk;
	must(body.length === wanted, `chunk ${nth} of ${body.length} bytes, ${wanted} announced`);
	publish.hash.update(body);
	publish.received += body.length;
	if (publish.received < publish.size) return empty(206, { "content-range": rangeOf(publish) });
	complete(tiktok, publish);
	return empty(201, { "content-range": rangeOf(publish) });
}

function rangeOf({ received, size }: Publish): string {
	return received === 0 ? `bytes */${size}` : `bytes 0-${received - 1}/${size}`;
}

/** From here on it is posted by itself. */
function complete({ world, settings }: TikTok, publish: Publish): void {
	publish.sha256 = publish.hash.digest("hex");
	publish.readyAt = world.clock.now() + settings.processingMs;
	if (settings.failReason !== null) publish.failReason = settings.failReason;
	const { id: object, user: account, sha256, size: bytes } = publish;
	world.log.append("tiktok", { kind: "prepared", account, object, sha256, bytes });
}

/** What was processed by now is public, seen by its creator alone, or a draft in the inbox. */
export function settle(tiktok: TikTok): void {
	for (const publish of tiktok.publishes) {
		if (publish.isSettled || tiktok.world.clock.now() < publish.readyAt) continue;
		publish.isSettled = true;
		if (publish.failReason !== undefined) continue;
		if (publish.level === "inbox" || publish.level === "SELF_ONLY") {
			const { id: object, user: account, sha256 = "", size: bytes, level: visibility } = publish;
			const delivered = { account, object, post: object, sha256, bytes, visibility, how: "processing" };
			tiktok.world.log.append("tiktok", { kind: "delivered", ...delivered });
		} else appear(tiktok, publish, { visibility: publish.level, how: "processing" });
	}
}

/** It has ids from now on, one or several. */
export function appear(
	{ world, settings, publishes }: TikTok,
	publish: Publish,
	{ visibility, how }: { readonly visibility: string; readonly how: string },
): void {
	const before = publishes.reduce((sum, { posts }) => sum + posts.length, 0);
	const { id: object, user: account, sha256 = "", size: bytes } = publish;
	publish.posts = Array.from({ length: settings.postIds }, (_, nth) =>
		String(FIRST_POST + BigInt(before + nth)),
	);
	const post = publish.posts[0] ?? "";
	world.log.append("tiktok", { kind: "public", account, object, post, sha256, bytes, visibility, how });
}

function status(tiktok: TikTok, request: Arrived): Answer {
	const { settings, world } = tiktok;
	const account = authorized(tiktok, request, "video.publish");
	countCall(tiktok, `status ${account}`, settings.statusesPerMinute);
	const publish = tiktok.publishes.find(({ id }) => id === statusBody(request).publish_id);
	must(publish !== undefined, "a publish_id that was never given");
	const now = world.clock.now();
	const isGone = request.quirk("forget") !== undefined || now >= publish.readyAt + settings.retentionMs;
	if (isGone || publish.user !== account) refuse(tiktok, 400, "invalid_publish_id");
	const isTold = publish.level === "PUBLIC_TO_EVERYONE" && now >= publish.readyAt + settings.moderationMs;
	const ids = isTold ? publish.posts : [];
	const state = stateOf(publish);
	const fail = state === "FAILED" && { fail_reason: publish.failReason };
	const { body, ...answer } = answerOk({
		status: state,
		...fail,
		uploaded_bytes: publish.received,
		ids: "IDS",
	});
	const text = body.toString("utf8").replace('"ids":"IDS"', `"publicaly_available_post_id":[${ids.join()}]`);
	return { ...answer, body: Buffer.from(text) };
}

function stateOf({ isSettled, failReason, level, posts }: Publish): string {
	if (!isSettled) return "PROCESSING_UPLOAD";
	if (failReason !== undefined) return "FAILED";
	return level === "inbox" && posts.length === 0 ? "SEND_TO_USER_INBOX" : "PUBLISH_COMPLETE";
}
