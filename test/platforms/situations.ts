/**
 * What an adversary does to destinations, as data: each situation is set up at the platforms, one post is
 * made through a destination, and what the log says must be among its ends. Whatever happens: no file is
 * public twice at an account, and the log holds no violation.
 */
import type { PlannedFault } from "./core/faults.ts";
import type { Json, PlatformName, Settings } from "./core/platform.ts";

/**
 * `posted`: exactly one post, of the visibility that was asked for. `refused`: none, and the reason is named.
 * `waits`: none yet, and it goes on by itself. `reconnect`: none, and the account asks to be connected again.
 * `unknown`: a person is asked; at most one post.
 */
export type End = "posted" | "refused" | "waits" | "reconnect" | "unknown";

export interface Situation {
	readonly platform: PlatformName;
	/** Unique on its platform. */
	readonly title: string;
	readonly faults?: readonly PlannedFault[];
	readonly settings?: Settings;
	/** Done once the file is prepared, before it is published. */
	readonly meanwhile?: { readonly advance: number } | { readonly operation: string; readonly input: Json };
	readonly ends: readonly End[];
}

type Harm = Omit<PlannedFault, "route" | "times">;

/** An answer that says nothing certain, of a call that was not executed, or was. */
const LOST: Readonly<Record<string, Harm>> = {
	"is reset before its body is read": { kind: "reset", when: "headers" },
	"is reset before it is executed": { kind: "reset", when: "before" },
	"is reset after it was executed": { kind: "reset", when: "after" },
	"is never answered, and was executed": { kind: "silence", when: "after" },
	"has its answer cut": { kind: "cut" },
	"answers slowly": { kind: "drip", ms: 2000 },
	"answers 500, not executed": { kind: "status", status: 500 },
	"answers 500, executed": { kind: "status", status: 500, when: "after" },
	"answers 503, executed": { kind: "status", status: 503, when: "after" },
	"answers 429, not executed": { kind: "status", status: 429 },
	"answers an error with 200, executed": { kind: "error", when: "after" },
	"answers HTML with 200, not executed": { kind: "html", status: 200 },
	"answers HTML with 502, executed": { kind: "html", when: "after" },
	"redirects, not executed": { kind: "redirect" },
	"redirects, executed": { kind: "redirect", when: "after" },
};

interface Calls {
	/** The call that makes a post public. */
	readonly publish: string;
	/** Calls that may be repeated, and whose failure nobody must notice. */
	readonly prepare: readonly string[];
	/** Reads that settle a lost answer. */
	readonly settle: readonly string[];
	/** Where a lost answer may end. */
	readonly ends: readonly End[];
}

const CALLS: Readonly<Record<PlatformName, Calls>> = {
	youtube: {
		...{ publish: "youtube.update", prepare: ["youtube.insert", "youtube.chunk"] },
		...{ settle: ["youtube.videos"], ends: ["posted"] },
	},
	twitter: {
		publish: "twitter.post",
		prepare: ["twitter.initialize", "twitter.append", "twitter.finalize", "twitter.status"],
		...{ settle: ["twitter.timeline"], ends: ["posted", "refused", "waits", "unknown"] },
	},
	linkedin: {
		publish: "linkedin.post",
		prepare: ["linkedin.initialize", "linkedin.part", "linkedin.finalize", "linkedin.video"],
		...{ settle: ["linkedin.posts"], ends: ["posted", "refused", "waits", "unknown"] },
	},
	instagram: {
		publish: "instagram.publish",
		prepare: ["instagram.container", "instagram.upload"],
		...{ settle: ["instagram.status"], ends: ["posted", "waits"] },
	},
	facebook: {
		...{ publish: "facebook.finish", prepare: ["facebook.start", "facebook.upload"] },
		...{ settle: ["facebook.status"], ends: ["posted", "waits"] },
	},
	tiktok: {
		...{ publish: "tiktok.chunk", prepare: ["tiktok.creator", "tiktok.init"] },
		...{ settle: ["tiktok.status"], ends: ["posted", "waits", "unknown"] },
	},
};

/** Lost answers at each call, and reads that fail while a lost answer is settled. */
function general(platform: PlatformName): readonly Situation[] {
	const { publish, prepare, settle, ends } = CALLS[platform];
	const at = (route: string, allowed: readonly End[]) =>
		Object.entries(LOST).map(([what, harm]): Situation => {
			return { platform, title: `${route} ${what}`, faults: [{ ...harm, route, times: 1 }], ends: allowed };
		});
	const lost: PlannedFault = { route: publish, kind: "reset", when: "after", times: 1 };
	const unsettled = settle.map((route): Situation => {
		const down: PlannedFault = { route, kind: "status", status: 503, times: 3 };
		return { platform, title: `${publish} is lost and ${route} is down`, faults: [lost, down], ends };
	});
	const prepared = prepare.flatMap((route) => at(route, ["posted", "waits"]));
	return [...at(publish, ends), ...prepared, ...unsettled];
}

const HOUR = 3600_000;

function quirk(route: string, name: string, value?: number): PlannedFault {
	return { route, kind: "quirk", quirk: name, times: 1, ...(value !== undefined && { value }) };
}

type Special = Omit<Situation, "platform">;

const SPECIAL: Readonly<Record<PlatformName, readonly Special[]>> = {
	youtube: [
		{
			title: "nothing of a chunk is kept",
			faults: [quirk("youtube.chunk", "keep-less", 0)],
			ends: ["posted"],
		},
		{
			title: "half of a chunk is kept",
			faults: [quirk("youtube.chunk", "keep-less", 262_144)],
			ends: ["posted"],
		},
		{ title: "the session is over", faults: [quirk("youtube.chunk", "expire-session")], ends: ["posted"] },
		{
			title: "the session is over, and says so with 410",
			...{ faults: [quirk("youtube.chunk", "expire-session")], settings: { expiredSessionStatus: 410 } },
			ends: ["posted"],
		},
		{
			title: "a session is refused with 409",
			faults: [{ route: "youtube.insert", kind: "status", status: 409, times: 1 }],
			ends: ["posted"],
		},
		{ title: "the day's units are used up", settings: { units: 10 }, ends: ["waits"] },
		{ title: "the day's uploads are used up", settings: { inserts: 0 }, ends: ["waits"] },
		{ title: "the channel may upload no more", settings: { uploadsPerChannel: 0 }, ends: ["waits"] },
		{ title: "thumbnails are refused", settings: { thumbnails: false }, ends: ["posted"] },
		{ title: "the file fails to be processed", settings: { failureReason: "codec" }, ends: ["refused"] },
		{ title: "the video is rejected", settings: { rejectionReason: "copyright" }, ends: ["refused"] },
		{
			title: "the refresh token was lost",
			...{ faults: [quirk("youtube.token", "lose-refresh-token")], meanwhile: { advance: HOUR } },
			ends: ["reconnect"],
		},
	],
	twitter: [
		{ title: "equal text is taken twice", settings: { duplicateMs: 0 }, ends: ["posted"] },
		{ title: "media keys come back with another prefix", settings: { keyPrefix: "13" }, ends: ["posted"] },
		{ title: "the timeline lags for ten minutes", settings: { timelineLagMs: 600_000 }, ends: ["posted"] },
		{
			title: "the video is too long for the account",
			settings: { processingError: "too long" },
			ends: ["refused"],
		},
		{ title: "there are no credits", settings: { credits: 0 }, ends: ["refused", "waits"] },
		{ title: "the window is full", settings: { postsPerWindow: 0 }, ends: ["waits"] },
		{ title: "the media id is over", meanwhile: { advance: 24 * HOUR }, ends: ["posted", "refused"] },
		{
			title: "the refresh token was used by somebody else",
			...{ faults: [quirk("twitter.token", "lose-refresh-token")], meanwhile: { advance: 2 * HOUR } },
			ends: ["reconnect"],
		},
	],
	linkedin: [
		{ title: "a receipt is weak", faults: [quirk("linkedin.part", "weak-etag")], ends: ["posted", "waits"] },
		{
			title: "an upload URL is over",
			faults: [quirk("linkedin.part", "expire-url")],
			ends: ["posted", "waits"],
		},
		{ title: "an upload token must be sent back", settings: { uploadToken: "echo" }, ends: ["posted"] },
		{ title: "processing fails", settings: { processingFails: true }, ends: ["refused"] },
		{ title: "the version is sunset", settings: { oldestVersion: "202701" }, ends: ["refused", "waits"] },
		{ title: "the day's posts are made", settings: { postsPerDay: 0 }, ends: ["waits"] },
		{ title: "the token is over", meanwhile: { advance: 60 * 24 * HOUR }, ends: ["reconnect", "refused"] },
	],
	instagram: [
		{
			title: "it goes live with an error of 4/2207051",
			faults: [
				{
					...{ route: "instagram.publish", kind: "status", status: 400, when: "after", times: 1 },
					body: '{"error":{"message":"Blocked","type":"OAuthException","code":4,"error_subcode":2207051}}',
				},
			],
			ends: ["posted"],
		},
		{
			title: "the container cannot be read for a while",
			faults: [{ route: "instagram.status", kind: "quirk", quirk: "unreadable", times: 3 }],
			ends: ["posted", "waits"],
		},
		{
			title: "the container is over",
			faults: [quirk("instagram.publish", "expire-container")],
			ends: ["posted", "refused"],
		},
		{
			title: "a good file is refused",
			faults: [quirk("instagram.upload", "processing-failed")],
			ends: ["posted"],
		},
		{ title: "the format is refused", settings: { processingError: "2207026" }, ends: ["refused"] },
		{ title: "the day's posts are made", settings: { postsPerDay: 0 }, ends: ["waits"] },
	],
	facebook: [
		{
			title: "the video cannot be read for a while",
			faults: [{ route: "facebook.status", kind: "quirk", quirk: "unreadable", times: 3 }],
			ends: ["posted", "waits"],
		},
		{
			title: "it is ready long before it is published",
			settings: { publishingMs: HOUR },
			ends: ["posted", "waits"],
		},
		{ title: "processing fails", settings: { processingFails: true }, ends: ["refused"] },
		{ title: "the day's reels are made", settings: { reelsPerDay: 0 }, ends: ["waits"] },
		{
			title: "the app was removed",
			meanwhile: { operation: "revoke", input: { account: "ann" } },
			ends: ["reconnect"],
		},
	],
	tiktok: [
		{ title: "the app is not audited", settings: { audited: false }, ends: ["refused"] },
		{
			title: "the creator allows less than before",
			settings: { privacyLevels: "SELF_ONLY" },
			ends: ["refused"],
		},
		{
			title: "the upload URL is over",
			faults: [quirk("tiktok.chunk", "expire-url")],
			ends: ["posted", "waits"],
		},
		{
			title: "the upload URL is of a foreign host",
			faults: [quirk("tiktok.init", "foreign-host")],
			ends: ["refused", "waits"],
		},
		{ title: "the publish_id is forgotten", settings: { retentionMs: 0 }, ends: ["unknown"] },
		{ title: "a post has two ids", settings: { postIds: 2 }, ends: ["posted"] },
		{ title: "the id never comes", settings: { moderationMs: 90 * 24 * HOUR }, ends: ["posted"] },
		{
			title: "the check of the file fails",
			settings: { failReason: "duration_check_failed" },
			ends: ["refused"],
		},
		{ title: "the day's posts are made", settings: { postsPerDay: 0 }, ends: ["waits"] },
		{
			title: "the refresh token was rotated away",
			...{ faults: [quirk("tiktok.token", "lose-refresh-token")], meanwhile: { advance: 24 * HOUR } },
			ends: ["reconnect"],
		},
	],
};

export function situationsOf(platform: PlatformName): readonly Situation[] {
	return [...general(platform), ...SPECIAL[platform].map((each) => ({ platform, ...each }))];
}
