/** Whose channel it is, and what was uploaded to it. */
import { type Answer, json, must } from "../core/answer.ts";
import type { Arrived, Route } from "../core/platform.ts";
import { authorized, ownChannel, partsOf } from "./access.ts";
import { CHANNELS, type Channel, type Google, HOSTS, refuse } from "./model.ts";

const PAGE = 50;

export function channelRoutes(google: Google): readonly Route[] {
	const api = { host: HOSTS.api, method: "GET", headers: ["authorization"], body: "none" } as const;
	return [
		{
			...{ ...api, name: "youtube.channels", path: /\/youtube\/v3\/channels/, query: ["part", "mine"] },
			handle: (request) => channels(google, request),
		},
		{
			...{ ...api, name: "youtube.uploads", path: /\/youtube\/v3\/playlistItems/ },
			query: ["part", "playlistId", "maxResults", "pageToken"],
			handle: (request) => uploads(google, request),
		},
	];
}

function channels(google: Google, request: Arrived): Answer {
	const account = authorized(google, request, { units: 1, scopes: ["manage", "read"] });
	const parts = partsOf(request, ["id", "snippet", "contentDetails", "status"]);
	must(request.query.get("mine") === "true", "mine is not true");
	const channel = CHANNELS.find(({ id }) => id === account);
	const pageInfo = { totalResults: channel ? 1 : 0, resultsPerPage: 5 };
	const items = channel && { items: [channelResource(channel, parts)] };
	return json(200, { kind: "youtube#channelListResponse", pageInfo, ...items });
}

function channelResource({ id, title, handle }: Channel, parts: readonly string[]): object {
	const all: Record<string, object> = {
		snippet: { title, customUrl: handle, thumbnails: { default: { url: `https://yt3.ggpht.com/${id}` } } },
		contentDetails: { relatedPlaylists: { likes: "LL", uploads: playlistOf(id) } },
		status: { privacyStatus: "public", isLinked: true, longUploadsStatus: "allowed" },
	};
	const chosen = parts.flatMap((part) => (all[part] ? [[part, all[part]]] : []));
	return { kind: "youtube#channel", id, ...Object.fromEntries(chosen) };
}

function playlistOf(channel: string): string {
	return `UU${channel.slice(2)}`;
}

/** Newest first; what arrived a moment ago is not in it yet. */
function uploads(google: Google, request: Arrived): Answer {
	const { videos, world, settings } = google;
	const account = ownChannel(authorized(google, request, { units: 1, scopes: ["manage", "read"] }));
	const { query } = request;
	const parts = partsOf(request, ["id", "contentDetails", "snippet", "status"]);
	const size = Number(query.get("maxResults") ?? 5);
	must(Number.isInteger(size) && size >= 1 && size <= PAGE, `maxResults ${size}`);
	const playlist = query.get("playlistId") ?? "";
	if (!CHANNELS.some(({ id }) => playlistOf(id) === playlist))
		refuse({ status: 404, reason: "playlistNotFound", message: "The playlist cannot be found." });
	const isListed = world.clock.now() - settings.playlistLagMs;
	const listed = videos
		.filter((each) => !each.isDeleted && playlistOf(each.channel) === playlist && each.arrivedAt <= isListed)
		.filter((each) => each.channel === account || each.status.privacyStatus === "public")
		.reverse();
	const from = Number(query.get("pageToken") ?? 0);
	const items = listed.slice(from, from + size).map(({ id, publishedAt }) => ({
		...{ kind: "youtube#playlistItem", id: `UU${id}` },
		...(parts.includes("contentDetails") && {
			contentDetails: { videoId: id, videoPublishedAt: new Date(publishedAt).toISOString() },
		}),
	}));
	const pageInfo = { totalResults: listed.length, resultsPerPage: size };
	const more = from + size < listed.length && { nextPageToken: String(from + size) };
	return json(200, { kind: "youtube#playlistItemListResponse", items, pageInfo, ...more });
}
