/** Posts: made, listed with a lag, paid for. */
import twitterText from "twitter-text";
import { type Answer, json, must } from "../core/answer.ts";
import { FLAG, object, shape, TEXT } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { ownMedia, stateOf } from "./media.ts";
import { HOSTS, INVALID, type Post, refuse, type Twitter, USERS } from "./model.ts";
import { authorized } from "./oauth.ts";

const FIRST_ID = 1_992_000_000_000_000_001n;
const WINDOW_MS = 15 * 60_000;
const DOLLAR = 1_000_000;
/** In micro-dollars. */
const PRICES = { post: 0.015 * DOLLAR, withLink: 0.2 * DOLLAR, read: 0.001 * DOLLAR } as const;

interface NewPost {
	readonly text: string;
	readonly media?: { readonly media_ids: readonly string[] };
}
const postBody = shape<NewPost>(
	object(
		{
			...{ text: TEXT, made_with_ai: FLAG, paid_partnership: FLAG },
			media: object({ media_ids: { type: "array", items: TEXT, minItems: 1, maxItems: 1 } }, ["media_ids"]),
			reply_settings: { enum: ["following", "mentionedUsers", "subscribers", "verified"] },
		},
		["text"],
	),
);

export function postRoutes(twitter: Twitter): readonly Route[] {
	const api = { host: HOSTS.api, headers: ["authorization"] };
	const get = { ...api, method: "GET", body: "none" } as const;
	return [
		{
			...{ ...api, name: "twitter.post", method: "POST", body: "json", path: /\/2\/tweets/ },
			handle: (request) => post(twitter, request),
		},
		{
			...{ ...get, name: "twitter.me", path: /\/2\/users\/me/, query: ["user.fields"] },
			handle: (request) => me(twitter, request),
		},
		{
			...{ ...get, name: "twitter.timeline", path: /\/2\/users\/(?<id>\d+)\/tweets/ },
			query: [
				...["max_results", "exclude", "start_time", "end_time", "pagination_token"],
				...["tweet.fields", "expansions", "media.fields"],
			],
			handle: (request) => timeline(twitter, request),
		},
	];
}

function post(twitter: Twitter, request: Arrived): Answer {
	const { world, posts, settings } = twitter;
	const user = authorized(twitter, request, ["tweet.read", "tweet.write", "users.read"]);
	const limits = countPost(twitter, user);
	const { text, media: attached } = postBody(request);
	const id = attached?.media_ids[0];
	must(id !== undefined || text !== "", "a post of nothing");
	const media = id === undefined ? undefined : ownMedia(twitter, id, user);
	if (media !== undefined)
		must(stateOf(twitter, media) === "succeeded", `a post of media that is ${stateOf(twitter, media)}`);
	if (text !== "" && !twitterText.parseTweet(text).valid) refuse(400, "The text is too long.", INVALID);
	const now = world.clock.now();
	const equal = posts.find(
		(each) => each.user === user && each.text === text && now < each.createdAt + settings.duplicateMs,
	);
	const object = media?.id ?? "text";
	if (equal !== undefined) {
		world.log.append("twitter", {
			kind: "repeated",
			account: user,
			object,
			post: equal.id,
			how: request.route,
		});
		refuse(403, "You are not allowed to create a Tweet with duplicate content.");
	}
	pay(twitter, twitterText.extractUrls(text).length > 0 ? PRICES.withLink : PRICES.post);
	const made: Post = { id: String(FIRST_ID + BigInt(posts.length)), user, text, media, createdAt: now };
	posts.push(made);
	world.log.append("twitter", {
		...{ kind: "public", account: user, object, post: made.id, visibility: "public", how: request.route },
		...{ sha256: media?.finalized?.sha256 ?? "", bytes: media?.totalBytes ?? 0 },
	});
	return json(201, { data: { id: made.id, text, edit_history_tweet_ids: [made.id] } }, limits);
}

/** Headers that tell the limit; refuses what is over it. */
function countPost({ usage, world, settings }: Twitter, user: string): Readonly<Record<string, string>> {
	const now = world.clock.now();
	const before = usage.windows[user];
	const window = before === undefined || now >= before.from + WINDOW_MS ? { from: now, used: 0 } : before;
	usage.windows[user] = window;
	if (window.used >= settings.postsPerWindow) refuse(429, "Too Many Requests");
	window.used += 1;
	return {
		"x-rate-limit-limit": String(settings.postsPerWindow),
		"x-rate-limit-remaining": String(settings.postsPerWindow - window.used),
		"x-rate-limit-reset": String(Math.ceil((window.from + WINDOW_MS) / 1000)),
	};
}

function pay({ usage, settings }: Twitter, micros: number): void {
	if (settings.credits !== null && usage.micros + micros > settings.credits)
		refuse(402, "Your enrolled account does not have any credits to fulfill this request.");
	usage.micros += micros;
}

/** Each resource that a read returns is paid for, and at least one. */
function payReads(twitter: Twitter, count: number, route: string): void {
	const { usage, settings, world } = twitter;
	const reads = Math.max(1, count);
	pay(twitter, reads * PRICES.read);
	usage.reads += reads;
	if (settings.readBudget !== null && usage.reads > settings.readBudget)
		world.log.append("twitter", {
			kind: "violation",
			route,
			what: `${usage.reads} reads, ${settings.readBudget} allowed`,
		});
}

function me(twitter: Twitter, request: Arrived): Answer {
	const id = authorized(twitter, request, ["tweet.read", "users.read"]);
	payReads(twitter, 1, request.route);
	const user = USERS.find((each) => each.id === id);
	const fields = (request.query.get("user.fields") ?? "").split(",");
	const more = {
		...(fields.includes("profile_image_url") && { profile_image_url: `https://pbs.twimg.com/${id}.jpg` }),
		...(fields.includes("verified") && { verified: false }),
		...(fields.includes("verified_type") && { verified_type: "none" }),
	};
	return json(200, { data: { ...user, ...more } });
}

function timeline(twitter: Twitter, request: Arrived): Answer {
	const { query, params } = request;
	const { world, posts, settings } = twitter;
	authorized(twitter, request, ["tweet.read", "users.read"]);
	const size = Number(query.get("max_results") ?? 10);
	must(Number.isInteger(size) && size >= 5 && size <= 100, `max_results ${size}`);
	const start = query.get("start_time");
	must(start === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(start), `start_time ${start}`);
	const since = start === null ? 0 : Date.parse(start);
	const until = world.clock.now() - settings.timelineLagMs;
	const found = posts
		.filter((each) => each.user === params.id && each.createdAt >= since && each.createdAt <= until)
		.reverse()
		.slice(0, size);
	payReads(twitter, found.length, request.route);
	const fields = (query.get("tweet.fields") ?? "").split(",");
	const data = found.map((each) => postData(twitter, each, fields));
	const media = found.flatMap((each) =>
		each.media ? [{ media_key: keyOf(twitter, each), type: "video" }] : [],
	);
	const isExpanded =
		query.get("expansions")?.split(",").includes("attachments.media_keys") && media.length > 0;
	const more = { ...(data.length > 0 && { data }), ...(isExpanded && { includes: { media } }) };
	return json(200, { ...more, meta: { result_count: data.length } });
}

function postData(twitter: Twitter, each: Post, fields: readonly string[]): object {
	return {
		...{ id: each.id, text: each.text, edit_history_tweet_ids: [each.id] },
		...(fields.includes("created_at") && { created_at: new Date(each.createdAt).toISOString() }),
		...(fields.includes("attachments") &&
			each.media && { attachments: { media_keys: [keyOf(twitter, each)] } }),
	};
}

function keyOf({ settings }: Twitter, { media }: Post): string {
	return `${settings.keyPrefix}_${media?.id}`;
}
