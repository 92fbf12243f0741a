/** Media in segments: begun, appended to, finalized, processed. */
import { createHash } from "node:crypto";
import { type Answer, json, must } from "../core/answer.ts";
import { object, shape } from "../core/bodies.ts";
import { multipart } from "../core/multipart.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { HOSTS, INVALID, type Media, refuse, type Twitter } from "./model.ts";
import { authorized } from "./oauth.ts";

const FIRST_ID = 1_990_000_000_000_000_001n;
const INIT_S = 1_295_999;
const LAST_SEGMENT = 999;
const MAX_BYTES = 17_179_869_184;

interface Initialize {
	readonly total_bytes: number;
}
const initializeBody = shape<Initialize>(
	object(
		{
			...{ media_type: { enum: ["video/mp4"] }, media_category: { enum: ["tweet_video", "amplify_video"] } },
			total_bytes: { type: "integer", minimum: 1, maximum: MAX_BYTES },
		},
		["media_type", "media_category", "total_bytes"],
	),
);

export function mediaRoutes(twitter: Twitter): readonly Route[] {
	const api = { host: HOSTS.api, headers: ["authorization"] };
	const post = { ...api, method: "POST" };
	return [
		{
			...{ ...post, name: "twitter.initialize", body: "json", path: /\/2\/media\/upload\/initialize/ },
			handle: (request) => initialize(twitter, request),
		},
		{
			...{
				...post,
				name: "twitter.append",
				quirks: ["expire-media"],
				body: "multipart",
				path: /\/2\/media\/upload\/(?<id>\d+)\/append/,
			},
			handle: (request) => append(twitter, request),
		},
		{
			...{
				...post,
				name: "twitter.finalize",
				body: "none",
				path: /\/2\/media\/upload\/(?<id>\d+)\/finalize/,
			},
			handle: (request) => finalize(twitter, request),
		},
		{
			...{ ...api, name: "twitter.status", method: "GET", body: "none", path: /\/2\/media\/upload/ },
			query: ["command", "media_id"],
			handle: (request) => status(twitter, request),
		},
	];
}

function initialize(twitter: Twitter, request: Arrived): Answer {
	const { world, media } = twitter;
	const user = authorized(twitter, request, ["media.write"]);
	const { total_bytes: totalBytes } = initializeBody(request);
	const id = String(FIRST_ID + BigInt(media.length));
	const expiresAt = world.clock.now() + INIT_S * 1000;
	const made: Media = { id, key: `7_${id}`, user, totalBytes, segments: new Map(), expiresAt };
	media.push(made);
	return json(200, { data: { id, media_key: made.key, expires_after_secs: INIT_S } });
}

/** One of this user, which is not over. */
export function ownMedia(twitter: Twitter, id: string, user: string): Media {
	const found = twitter.media.find((each) => each.id === id);
	must(found !== undefined, "a media id that was never given");
	must(found.user === user, "the media id of another user", 403);
	if (twitter.world.clock.now() >= found.expiresAt) refuse(400, "Your media IDs are invalid.", INVALID);
	return found;
}

function append(twitter: Twitter, request: Arrived): Answer {
	const user = authorized(twitter, request, ["media.write"]);
	const { segment_index: index, media } = multipart(request, ["segment_index", "media"]);
	const found = ownMedia(twitter, request.params.id ?? "", user);
	if (request.quirk("expire-media") !== undefined) found.expiresAt = 0;
	const nth = Number(index?.bytes.toString("utf8"));
	must(Number.isInteger(nth) && nth >= 0 && nth <= LAST_SEGMENT, `segment_index ${nth}`);
	must(found.finalized === undefined, "a segment of media that is finalized");
	const bytes = media?.bytes ?? Buffer.alloc(0);
	must(bytes.length > 0, "an empty segment");
	if (bytes.length > twitter.settings.segmentBytes) refuse(413, "The segment is too large.");
	found.segments.set(nth, Buffer.from(bytes));
	return json(200, { data: { expires_at: Math.floor(found.expiresAt / 1000) } });
}

function finalize(twitter: Twitter, request: Arrived): Answer {
	const { world, settings } = twitter;
	const user = authorized(twitter, request, ["media.write"]);
	const found = ownMedia(twitter, request.params.id ?? "", user);
	if (found.finalized !== undefined) return json(200, mediaData(twitter, found));
	const all = [...found.segments].sort(([a], [b]) => a - b);
	must(
		all.every(([nth], at) => nth === at),
		`segments ${all.map(([nth]) => nth).join()}`,
	);
	const file = Buffer.concat(all.map(([, bytes]) => bytes));
	must(file.length === found.totalBytes, `${file.length} bytes of ${found.totalBytes}`);
	found.segments.clear();
	const sha256 = createHash("sha256").update(file).digest("hex");
	const now = world.clock.now();
	const error = settings.processingError;
	found.finalized = { sha256, readyAt: now + settings.processingMs, ...(error !== null && { error }) };
	found.expiresAt = now + settings.mediaMs;
	const { id: object, user: account, totalBytes: bytes } = found;
	world.log.append("twitter", { kind: "prepared", account, object, sha256, bytes });
	return json(200, mediaData(twitter, found));
}

export function stateOf(
	{ world }: Twitter,
	{ finalized }: Media,
): "pending" | "in_progress" | "succeeded" | "failed" {
	if (finalized === undefined) return "pending";
	if (world.clock.now() < finalized.readyAt) return "in_progress";
	return finalized.error === undefined ? "succeeded" : "failed";
}

function mediaData(twitter: Twitter, media: Media): object {
	const { id, key, totalBytes, finalized, expiresAt } = media;
	const state = stateOf(twitter, media);
	const left = Math.ceil((expiresAt - twitter.world.clock.now()) / 1000);
	const error = state === "failed" && { error: { code: 1, name: "InvalidMedia", message: finalized?.error } };
	const info = {
		state,
		...(state === "in_progress" && { check_after_secs: 5, progress_percent: 50 }),
		...error,
	};
	const processing = twitter.settings.processingMs > 0 && { processing_info: info };
	return { data: { id, media_key: key, size: totalBytes, expires_after_secs: left, ...processing } };
}

function status(twitter: Twitter, request: Arrived): Answer {
	const user = authorized(twitter, request, ["media.write"]);
	must(request.query.get("command") === "STATUS", "command is not STATUS");
	const found = ownMedia(twitter, request.query.get("media_id") ?? "", user);
	must(found.finalized !== undefined, "the status of media that is not finalized");
	return json(200, mediaData(twitter, found));
}
