import type { ApiPlatform } from "../../src/model/platform-app.ts";
import type { PlannedFault } from "../platforms/core/faults.ts";
import type { Platforms } from "../platforms/start.ts";

/** How a person connects and posts to one platform, at its strict stand-in. */
export interface PlatformWay {
	/** Whose apps and people of the stand-in they are. Absent: its own. */
	readonly login?: ApiPlatform;
	/** Which account, where one login has several. */
	readonly username?: string;
	/** Which of the stand-in's apps. */
	readonly app: string;
	/** Addresses by the settings' names; `host` of the real one. */
	readonly urls: (host: (real: string) => string) => Readonly<Record<string, string>>;
	/** `destinations.PLATFORM`. */
	readonly settings: (host: (real: string) => string) => object;
	/** How the stand-in is set. */
	readonly standIn: Readonly<Record<string, string | number | boolean | null>>;
	/** Least that the platform takes. Absent: 480p. */
	readonly resolution?: string;
	/** What the campaign asks for besides the account. */
	readonly post: string;
	/** An answer that is lost on the way. */
	readonly lost: PlannedFault;
	/** Where a post can be seen. */
	readonly permalink: RegExp;
	/** What kind of entry of the log says that it is out. */
	readonly out: "public" | "delivered";
}

const POST = '{ title: "{{ clip.title | truncate: 100 }}", description: About it, visibility: public }';

/** One login for both. */
const FACEBOOK_LOGIN = {
	login: "facebook",
	app: "facebook",
	urls: (host) => ({
		authorize: `${host("www.facebook.com")}/v25.0/dialog/oauth`,
		token: `${host("graph.facebook.com")}/v25.0/oauth/access_token`,
		api: `${host("graph.facebook.com")}/v25.0`,
	}),
	settings: (host) => ({
		...{ poll: "1s", poll_longest: "2s", absent_after: "2s" },
		upload_url: host("rupload.facebook.com"),
	}),
	out: "public",
} as const satisfies Partial<PlatformWay>;

export const WAYS: Readonly<Record<ApiPlatform, PlatformWay>> = {
	youtube: {
		app: "desktop",
		urls: (host) => ({
			authorize: `${host("accounts.google.com")}/o/oauth2/v2/auth`,
			token: `${host("oauth2.googleapis.com")}/token`,
			device: `${host("oauth2.googleapis.com")}/device/code`,
			revoke: `${host("oauth2.googleapis.com")}/revoke`,
			api: `${host("www.googleapis.com")}/youtube/v3`,
		}),
		settings: () => ({ poll: "1s", poll_longest: "2s" }),
		standIn: { processingMs: 1000 },
		post: POST,
		lost: { route: "youtube.update", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/youtu\.be\/\S+/,
		out: "public",
	},
	twitter: {
		app: "native",
		urls: (host) => ({
			authorize: `${host("x.com")}/i/oauth2/authorize`,
			token: `${host("api.x.com")}/2/oauth2/token`,
			revoke: `${host("api.x.com")}/2/oauth2/revoke`,
			api: `${host("api.x.com")}/2`,
		}),
		settings: () => ({ look_after: "1s" }),
		standIn: { processingMs: 1000, timelineLagMs: 0, duplicateMs: 0 },
		post: "{ description: About it }",
		lost: { route: "twitter.post", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/x\.com\/ann_clips\/status\/\d+/,
		out: "public",
	},
	linkedin: {
		app: "member",
		urls: (host) => ({
			authorize: `${host("www.linkedin.com")}/oauth/v2/authorization`,
			token: `${host("www.linkedin.com")}/oauth/v2/accessToken`,
			api: host("api.linkedin.com"),
		}),
		settings: (host) => ({ poll: "1s", upload_url: host("www.linkedin.com") }),
		standIn: { processingMs: 1000, duplicateMs: 0 },
		post: "{ title: A title, description: About (it) }",
		// Of the last call nobody could read what became of it.
		lost: { route: "linkedin.finalize", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/www\.linkedin\.com\/feed\/update\/urn:li:ugcPost:\d+\//,
		out: "public",
	},
	tiktok: {
		app: "desktop",
		urls: (host) => ({
			authorize: `${host("www.tiktok.com")}/v2/auth/authorize/`,
			token: `${host("open.tiktokapis.com")}/v2/oauth/token/`,
			revoke: `${host("open.tiktokapis.com")}/v2/oauth/revoke/`,
			api: `${host("open.tiktokapis.com")}/v2`,
		}),
		settings: (host) => ({ poll: "1s", poll_longest: "2s", upload_url: host("open-upload.tiktokapis.com") }),
		standIn: { processingMs: 1000, moderationMs: 1000, audited: true },
		post: "{ description: About it, visibility: public }",
		lost: { route: "tiktok.chunk", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/www\.tiktok\.com\/@ann\.clips\/video\/\d+/,
		out: "public",
	},
	instagram: {
		...FACEBOOK_LOGIN,
		standIn: { processingMs: 1000, listLagMs: 0 },
		post: "{ description: About it }",
		lost: { route: "instagram.publish", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/www\.instagram\.com\/reel\/\w+\//,
	},
	facebook: {
		...FACEBOOK_LOGIN,
		username: "ann.clips",
		resolution: "720p",
		standIn: { processingMs: 1000, publishingMs: 1000, requireProof: true },
		post: "{ description: About it }",
		lost: { route: "facebook.finish", kind: "reset", when: "after", times: 1 },
		permalink: /https:\/\/www\.facebook\.com\/reel\/\d+\//,
	},
};

/** The settings of a workspace that posts there, without the secret. */
export function settingsAt(
	platform: ApiPlatform,
	platforms: Platforms,
	app: { readonly id: string },
): object {
	const { urls, settings } = WAYS[platform];
	const host = (real: string) => platforms.hosts[real] ?? "";
	// What runs on people's machines has none at X.
	const secret = WAYS[platform].app === "native" ? {} : { client_secret_env: "APP_SECRET" };
	const client = { client_id: app.id, ...secret, urls: urls(host) };
	return {
		embedded: { accounts: [] },
		destinations: { apps: { [platform]: client }, [platform]: settings(host) },
	};
}
