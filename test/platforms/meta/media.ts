/** Instagram: what was published, and how much more may be. */
import { type Answer, json, must } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { checkAccount, PUBLISH, usageOf } from "./containers.ts";
import { authorized, checkVersion, HOSTS, type Media, type Meta, USAGE, versioned } from "./model.ts";

const READ = [...PUBLISH, "instagram_basic", "instagram_business_basic"];

export function mediaRoutes(meta: Meta): readonly Route[] {
	return [HOSTS.graph, HOSTS.igGraph].flatMap((host) => {
		const own = { host, headers: ["authorization"] };
		const get = { ...own, method: "GET", body: "none" } as const;
		const node = versioned("(?<id>180\\d+)");
		return [
			{
				...{ ...get, name: "instagram.list", path: versioned("(?<ig>178\\d+)/media") },
				query: ["fields", "limit", "appsecret_proof"],
				handle: (request: Arrived) => list(meta, request),
			},
			{
				...{ ...get, name: "instagram.limit", path: versioned("(?<ig>178\\d+)/content_publishing_limit") },
				query: ["fields", "appsecret_proof"],
				handle: (request: Arrived) => limit(meta, request),
			},
			{
				...{ ...get, name: "instagram.media", path: node, query: ["fields", "appsecret_proof"] },
				handle: (request: Arrived) => read(meta, request),
			},
			{
				...{ ...own, name: "instagram.comments", method: "POST", body: "form" as const, path: node },
				handle: (request: Arrived) => comments(meta, request),
			},
		];
	});
}

function published({ containers }: Meta): readonly Media[] {
	return containers.flatMap(({ media }) => media ?? []);
}

function list(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const token = authorized(meta, request, { scopes: READ });
	const account = request.params.ig ?? "";
	checkAccount(account, token);
	const until = meta.world.clock.now() - meta.instagram.listLagMs;
	const found = published(meta)
		.filter((each) => each.account === account && each.at <= until)
		.sort((a, b) => b.at - a.at)
		.slice(0, Number(request.query.get("limit") ?? 25));
	return json(200, { data: found.map((each) => mediaData(each, request)) }, USAGE);
}

function mediaData({ id, caption, at }: Media, { query }: Arrived): object {
	const shortcode = BigInt(id).toString(36);
	const timestamp = new Date(at).toISOString().replace(/\.\d{3}Z$/, "+0000");
	const all: Record<string, string> = {
		...{ caption, timestamp, shortcode, permalink: `https://www.instagram.com/reel/${shortcode}/` },
	};
	const fields = (query.get("fields") ?? "id").split(",").filter((field) => all[field] !== undefined);
	return { id, ...Object.fromEntries(fields.map((field) => [field, all[field]])) };
}

function ownMedia(meta: Meta, request: Arrived, scopes: readonly string[]): Media {
	checkVersion(request);
	const token = authorized(meta, request, { scopes });
	const found = published(meta).find(({ id }) => id === request.params.id);
	must(found !== undefined, "media that was never published", 404);
	checkAccount(found.account, token);
	return found;
}

function read(meta: Meta, request: Arrived): Answer {
	return json(200, mediaData(ownMedia(meta, request, READ), request), USAGE);
}

function comments(meta: Meta, request: Arrived): Answer {
	const scopes = ["instagram_manage_comments", "instagram_business_manage_comments"];
	const found = ownMedia(meta, request, scopes);
	const { comment_enabled } = form(request, ["comment_enabled"], ["appsecret_proof"]);
	must(["true", "false"].includes(comment_enabled ?? ""), `comment_enabled ${comment_enabled}`);
	found.comments = comment_enabled === "true";
	return json(200, { success: true });
}

function limit(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const token = authorized(meta, request, { scopes: READ });
	const account = request.params.ig ?? "";
	checkAccount(account, token);
	const config = { quota_total: meta.instagram.postsPerDay, quota_duration: 86_400 };
	return json(200, { data: [{ quota_usage: usageOf(meta, account), config }] }, USAGE);
}
