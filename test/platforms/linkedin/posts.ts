/** Posts: made without a word in the body, listed with a lag, changed, deleted. */
import { type Answer, empty, json, must, Refused } from "../core/answer.ts";
import { FLAG, object, shape, TEXT } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { HOSTS, type LinkedIn, type Post, refuse, restError, type Video } from "./model.ts";
import { authorized, checkVersion, REST_HEADERS, speaksFor } from "./oauth.ts";
import { notAllowed, ownVideo, stateOf, urnOf } from "./videos.ts";

const SOCIAL = ["w_member_social", "w_organization_social"];
const COMMENTARY = 3000;
const FIRST = 7_398_000_000_000_000_001n;

interface NewPost {
	readonly author: string;
	readonly commentary: string;
	readonly visibility: string;
	readonly content?: { readonly media: { readonly id: string } };
}
const NONE = { type: "array", maxItems: 0 };
const postBody = shape<NewPost>(
	object(
		{
			...{ author: TEXT, commentary: TEXT, visibility: { enum: ["PUBLIC", "CONNECTIONS", "LOGGED_IN"] } },
			distribution: object(
				{
					feedDistribution: { enum: ["MAIN_FEED"] },
					targetEntities: NONE,
					thirdPartyDistributionChannels: NONE,
				},
				["feedDistribution", "targetEntities", "thirdPartyDistributionChannels"],
			),
			content: object({ media: object({ title: TEXT, id: TEXT }, ["id"]) }, ["media"]),
			...{ lifecycleState: { enum: ["PUBLISHED"] }, isReshareDisabledByAuthor: FLAG },
		},
		["author", "commentary", "visibility", "distribution", "lifecycleState", "isReshareDisabledByAuthor"],
	),
);
const commentsBody = shape<{ patch: { $set: { commentsState: string } } }>(
	object({ patch: object({ $set: object({ commentsState: { enum: ["OPEN", "CLOSED"] } }) }) }, ["patch"]),
);

export function postRoutes(linkedin: LinkedIn): readonly Route[] {
	const rest = { host: HOSTS.api, headers: [...REST_HEADERS, "x-restli-method"] };
	const one = { ...rest, path: /\/rest\/posts\/(?<urn>[^/]+)/ };
	return [
		{
			...{ ...rest, name: "linkedin.post", method: "POST", body: "json", path: /\/rest\/posts/ },
			handle: (request) => post(linkedin, request),
		},
		{
			...{ ...rest, name: "linkedin.posts", method: "GET", body: "none", path: /\/rest\/posts/ },
			query: ["author", "q", "count", "start", "sortBy"],
			handle: (request) => list(linkedin, request),
		},
		{
			...{ ...one, name: "linkedin.delete", method: "DELETE", body: "none" },
			handle: (request) => remove(linkedin, request),
		},
		{
			...{ ...rest, name: "linkedin.comments", method: "POST", body: "json", query: ["actor"] },
			path: /\/rest\/socialMetadata\/(?<urn>[^/]+)/,
			handle: (request) => comments(linkedin, request),
		},
	];
}

function post(linkedin: LinkedIn, request: Arrived): Answer {
	const { world, posts } = linkedin;
	checkVersion(linkedin, request);
	const grant = authorized(linkedin, request, SOCIAL);
	const { author, commentary, visibility, content } = postBody(request);
	if (!speaksFor(grant, author)) notAllowed();
	checkPost(linkedin, author, commentary);
	const video = content && readyVideo(linkedin, request, { author, urn: content.media.id });
	const account = author;
	const object = video?.urn ?? "text";
	const equal = duplicateOf(linkedin, { author, commentary, video });
	if (equal !== undefined) {
		world.log.append("linkedin", { kind: "repeated", account, object, post: equal.urn, how: request.route });
		throw new Refused(json(422, { message: `Content is a duplicate of ${equal.urn}`, status: 422 }));
	}
	const kind = video === undefined ? "share" : "ugcPost";
	const made: Post = {
		...{ urn: `urn:li:${kind}:${FIRST + BigInt(posts.length)}`, author, commentary, video },
		...{
			visibleText: visibleText(commentary),
			createdAt: world.clock.now(),
			comments: "OPEN",
			isDeleted: false,
		},
	};
	posts.push(made);
	world.log.append("linkedin", {
		...{ kind: "public", account, object, post: made.urn, visibility, how: request.route },
		...{ sha256: video?.finalized?.sha256 ?? "", bytes: video?.size ?? 0 },
	});
	return empty(201, { "x-restli-id": made.urn, "x-linkedin-id": made.urn });
}

function checkPost({ posts, settings, world }: LinkedIn, author: string, commentary: string): void {
	if (commentary.length > COMMENTARY)
		refuse({ status: 400, code: "FIELD_LENGTH_TOO_LONG", message: "commentary is too long" });
	const today = new Date(world.clock.now()).toISOString().slice(0, 10);
	const made = posts.filter(
		(each) => each.author === author && new Date(each.createdAt).toISOString().startsWith(today),
	);
	if (made.length >= settings.postsPerDay)
		refuse({ status: 429, code: "TOO_MANY_REQUESTS", message: "Resource level throttle limit reached" });
}

function readyVideo(
	linkedin: LinkedIn,
	{ route }: Arrived,
	{ author, urn }: { readonly author: string; readonly urn: string },
): Video {
	const video = ownVideo(linkedin, urn);
	must(video.owner === author, "the video of another author", 403);
	const state = stateOf(linkedin, video);
	if (state === "AVAILABLE") return video;
	linkedin.world.log.append("linkedin", {
		kind: "violation",
		route,
		what: `a post of a video that is ${state}`,
	});
	const code = state === "PROCESSING_FAILED" ? "MEDIA_ASSET_PROCESSING_FAILED" : "MEDIA_ASSET_WAITING_UPLOAD";
	throw new Refused(restError({ status: 400, code, message: `Media asset is ${state}` }));
}

function duplicateOf(
	{ posts, settings, world }: LinkedIn,
	{ author, commentary, video }: Pick<Post, "author" | "commentary" | "video">,
): Post | undefined {
	const since = world.clock.now() - settings.duplicateMs;
	return posts.find(
		(each) =>
			each.author === author &&
			each.commentary === commentary &&
			each.video === video &&
			each.createdAt > since &&
			!each.isDeleted,
	);
}

/** Little text: what is not escaped and means nothing ends it. */
export function visibleText(commentary: string): string {
	const tokens =
		/\\(?<escaped>[\s\S])|\{hashtag\|\\?#\|(?<tag>\w+)\}|(?<bad>[|{}@[\]()<>*_~\\])|(?<plain>[\s\S])/gu;
	let text = "";
	for (const { groups = {} } of commentary.matchAll(tokens)) {
		if (groups.bad !== undefined) return text;
		text += groups.escaped ?? groups.plain ?? `#${groups.tag}`;
	}
	return text;
}

function list(linkedin: LinkedIn, request: Arrived): Answer {
	const { query } = request;
	checkVersion(linkedin, request);
	const author = query.get("author") ?? "";
	must(query.get("q") === "author", "q is not author");
	const grant = authorized(linkedin, request, ["r_organization_social"]);
	if (!author.startsWith("urn:li:organization:") || !speaksFor(grant, author)) notAllowed();
	const until = linkedin.world.clock.now() - linkedin.settings.listLagMs;
	const found = linkedin.posts
		.filter((each) => each.author === author && each.createdAt <= until && !each.isDeleted)
		.reverse()
		.slice(0, Number(query.get("count") ?? 10));
	const elements = found.map(({ urn, commentary, video, createdAt }) => ({
		...{ id: urn, author, commentary, createdAt, publishedAt: createdAt, lastModifiedAt: createdAt },
		...{
			lifecycleState: "PUBLISHED",
			visibility: "PUBLIC",
			...(video && { content: { media: { id: video.urn } } }),
		},
	}));
	return json(200, { elements, paging: { start: 0, count: found.length, links: [] } });
}

function ownPost(linkedin: LinkedIn, request: Arrived): Post {
	checkVersion(linkedin, request);
	const grant = authorized(linkedin, request, SOCIAL);
	const urn = urnOf(request);
	const found = linkedin.posts.find((each) => each.urn === urn);
	must(found !== undefined, "a post that was never made", 404);
	if (!speaksFor(grant, found.author)) notAllowed();
	return found;
}

function remove(linkedin: LinkedIn, request: Arrived): Answer {
	const found = ownPost(linkedin, request);
	must(request.headers["x-restli-method"] === "DELETE", "X-RestLi-Method is not DELETE");
	if (found.isDeleted) return empty(204);
	found.isDeleted = true;
	const { author: account, video, urn } = found;
	const object = video?.urn ?? "text";
	linkedin.world.log.append("linkedin", { kind: "hidden", account, object, post: urn, how: request.route });
	return empty(204);
}

function comments(linkedin: LinkedIn, request: Arrived): Answer {
	const found = ownPost(linkedin, request);
	must(request.headers["x-restli-method"] === "PARTIAL_UPDATE", "X-RestLi-Method is not PARTIAL_UPDATE");
	must(request.query.get("actor") === found.author, "actor is not the author");
	found.comments = commentsBody(request).patch.$set.commentsState;
	return empty(202);
}
