import { suite } from "uvu";
import * as assert from "uvu/assert";
import { randomFrom } from "../random.ts";
import { LINKEDIN, LINKEDIN_PAGE } from "./linkedin.ts";
import { FACEBOOK, INSTAGRAM } from "./meta.ts";
import { type Case, type DrilledPlatform, deliverTo } from "./platform.ts";
import { casesOf, PLATFORMS, tryPlatformCases } from "./platform-cases.ts";
import { TIKTOK } from "./tiktok.ts";
import { TWITTER } from "./twitter.ts";
import { YOUTUBE } from "./youtube.ts";

// Some here, chosen by the seed; `npm run drill -- "deliveries youtube"` tries all of a platform.
const CASES = 12;

const posts = suite("posts to strict stand-ins of the platforms");

for (const platform of PLATFORMS)
	posts(
		`${platform.label ?? platform.name}: are out once, whatever becomes of a request or a write`,
		async () => {
			const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
			const random = randomFrom(seed);
			const all = casesOf(platform);
			const chosen = Array.from({ length: CASES }, () => all[random(all.length)] as (typeof all)[number]);
			assert.equal((await tryPlatformCases(chosen)).broken, [], `seed ${seed}`);
		},
	);

type Expected = readonly [phase: string, published: number, prepared: number];

const AT_YOUTUBE: Record<string, readonly [Case, ...Expected]> = {
	"a server that keeps less than was sent": [
		{ faults: [{ route: "youtube.chunk", kind: "quirk", quirk: "keep-less", value: 1000, times: 2 }] },
		...(["done", 1, 1] as const),
	],
	"a session that expires in between": [
		{ faults: [{ route: "youtube.chunk", kind: "quirk", quirk: "expire-session", skip: 1, times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"a rejected video": [{ settings: { rejectionReason: "copyright" } }, "refused", 0, 1],
	"a video that cannot be processed": [{ settings: { failureReason: "codec" } }, "refused", 0, 1],
	"a thumbnail": [{ hasThumbnail: true }, "done", 1, 1],
	"a channel that may set none": [{ hasThumbnail: true, settings: { thumbnails: false } }, "done", 1, 1],
	"an unlisted post": [{ config: { ...YOUTUBE.config, visibility: "unlisted" } }, "done", 1, 1],
	"a private post": [{ config: { ...YOUTUBE.config, visibility: "private" } }, "done", 0, 1],
	"a quota that is used up for ever": [{ settings: { inserts: 0 } }, "ready", 0, 0],
};

const AT_TIKTOK: Record<string, readonly [Case, ...Expected]> = {
	"an app that is not audited": [{ settings: { audited: false } }, "refused", 0, 0],
	"a post that only its creator sees": [
		{ settings: { audited: false }, config: { ...TIKTOK.config, visibility: "private" } },
		...(["done", 1, 1] as const),
	],
	"a draft in the inbox": [{ settings: { audited: false }, way: { mode: "inbox" } }, "done", 1, 1],
	"a creator with a private account": [{ settings: { privacyLevels: "SELF_ONLY" } }, "refused", 0, 0],
	"a video that TikTok does not take": [
		{ settings: { failReason: "file_format_check_failed" } },
		...(["refused", 0, 1] as const),
	],
	"a post that TikTok forgets": [
		{ faults: [{ route: "tiktok.status", kind: "quirk", quirk: "forget", times: 9 }] },
		...(["unknown", 1, 1] as const),
	],
	"an address to send to at a foreign host": [
		{ faults: [{ route: "tiktok.init", kind: "quirk", quirk: "foreign-host", times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"a post that is processed for ever": [
		{ settings: { processingMs: 3 * 86_400_000 }, way: { longestPollMs: 3_600_000 } },
		...(["unknown", 0, 1] as const),
	],
	"an address that is over at every last part": [
		{
			faults: [{ route: "tiktok.chunk", kind: "quirk", quirk: "expire-url", times: 99 }],
			way: { chunkBytes: 5000 },
		},
		...(["refused", 0, 0] as const),
	],
	"several ids": [{ settings: { postIds: 2 } }, "done", 1, 1],
	"comments that the creator has switched off": [
		{ settings: { commentDisabled: true }, config: { ...TIKTOK.config, allow_comment: true } },
		...(["done", 1, 1] as const),
	],
	"a video that makes one part": [{ way: { chunkBytes: 5000 }, settings: { minChunk: 1000 } }, "done", 1, 1],
};

const POST_LOST = { route: "twitter.post", kind: "reset", when: "after", times: 1 } as const;
const MEDIA_OVER = JSON.stringify({ title: "Invalid Request", detail: "Your media IDs are invalid." });
const POST_UNMADE = { route: "twitter.post", kind: "reset", when: "before", times: 1 } as const;
/** What the account's list of posts is answered with, though the call succeeds. */
const listed = (body: string, times: number) =>
	({ route: "twitter.timeline", kind: "status", status: 200, body, times }) as const;

const AT_X: Record<string, readonly [Case, ...Expected]> = {
	"a post that is found by its video": [
		{ faults: [POST_LOST], settings: { readBudget: 3 } },
		...(["done", 1, 1] as const),
	],
	"a key that begins otherwise": [
		{ faults: [POST_LOST], settings: { keyPrefix: "13" } },
		...(["done", 1, 1] as const),
	],
	"a post that nobody finds": [{ faults: [POST_UNMADE] }, "unknown", 0, 1],
	"a post that nobody finds, where that is trusted": [
		{ faults: [POST_UNMADE], way: { trustAbsence: true } },
		...(["done", 1, 1] as const),
	],
	"a list that lags for a day": [
		{ faults: [POST_LOST], settings: { timelineLagMs: 86_400_000 } },
		...(["unknown", 1, 1] as const),
	],
	"a second call that is lost, where absence is trusted": [
		{ faults: [POST_UNMADE, POST_LOST], settings: { timelineLagMs: 60_000 }, way: { trustAbsence: true } },
		...(["done", 1, 1] as const),
	],
	"a page in place of the list, where absence is trusted": [
		{ faults: [POST_LOST, listed("<html>", 6)], way: { trustAbsence: true } },
		...(["done", 1, 1] as const),
	],
	"a list that is not shown, where absence is trusted": [
		{
			faults: [POST_LOST, listed('{"errors":[{"title":"Not Found Error"}]}', 9)],
			way: { trustAbsence: true },
		},
		...(["unknown", 1, 1] as const),
	],
	"a list that goes on, where absence is trusted": [
		{
			faults: [POST_LOST, listed('{"data":[{"id":"1"}],"meta":{"result_count":1,"next_token":"a"}}', 9)],
			way: { trustAbsence: true },
		},
		...(["unknown", 1, 1] as const),
	],
	"a page in place of how far the video is": [
		{ faults: [{ route: "twitter.status", kind: "status", status: 200, body: "<html>", times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"media that X forgets at every post": [
		{ faults: [{ route: "twitter.post", kind: "status", status: 400, body: MEDIA_OVER, times: 99 }] },
		...(["refused", 0, 6] as const),
	],
	"a last call that finds nothing": [
		{ faults: [{ route: "twitter.post", kind: "status", status: 404, times: 99 }] },
		...(["unknown", 0, 1] as const),
	],
	"a text that is too long": [
		{ config: { description: "word ".repeat(80) } },
		...(["refused", 0, 1] as const),
	],
	"a video that X cannot process": [
		{ settings: { processingError: "not allowed to post a video longer than 2 minutes" } },
		...(["refused", 0, 1] as const),
	],
	"media that expires while the post waits": [
		{ settings: { mediaMs: 1_000, processingMs: 0 } },
		...(["done", 1, 1] as const),
	],
};

const SHARE_LOST = { route: "linkedin.post", kind: "reset", when: "after", times: 1 } as const;

const AT_LINKEDIN: Record<string, readonly [Case, ...Expected]> = {
	"an answer that nobody can read": [{ faults: [SHARE_LOST] }, "unknown", 1, 1],
	"a video that cannot be processed": [{ settings: { processingFails: true } }, "refused", 0, 1],
	"a version that is no longer served": [{ way: { version: "202506" } }, "refused", 0, 0],
	"a day's posts used up": [{ settings: { postsPerDay: 0 } }, "ready", 0, 1],
	"a thumbnail": [{ hasThumbnail: true }, "done", 1, 1],
	"comments closed": [{ config: { ...LINKEDIN.config, allow_comment: false } }, "done", 1, 1],
	"a post for connections": [
		{ config: { ...LINKEDIN.config, visibility: "private" }, way: { privateToConnections: true } },
		...(["done", 1, 1] as const),
	],
};
const AT_PAGE: Record<string, readonly [Case, ...Expected]> = {
	"an answer that is read": [{ faults: [SHARE_LOST] }, "done", 1, 1],
	"a list that lags for a day": [
		{ faults: [SHARE_LOST], settings: { listLagMs: 86_400_000 } },
		...(["unknown", 1, 1] as const),
	],
};

const errorOf = (code: number, error_subcode: number) =>
	JSON.stringify({ error: { message: "Words", type: "OAuthException", code, error_subcode } });

const AT_INSTAGRAM: Record<string, readonly [Case, ...Expected]> = {
	"an error of 4/2207051 though it is out": [
		{
			faults: [
				{
					...{ route: "instagram.publish", kind: "status", status: 400, when: "after", times: 1 },
					body: errorOf(4, 2207051),
				},
			],
		},
		...(["done", 1, 1] as const),
	],
	"an error of 4/2207051 that says so": [
		{
			faults: [
				{
					...{ route: "instagram.publish", kind: "status", status: 400, times: 1 },
					body: errorOf(4, 2207051),
				},
			],
		},
		...(["done", 1, 1] as const),
	],
	"a container that cannot be read for a while": [
		{ faults: [{ route: "instagram.status", kind: "quirk", quirk: "unreadable", skip: 1, times: 5 }] },
		...(["done", 1, 1] as const),
	],
	"a container that is over before its time": [
		{ faults: [{ route: "instagram.publish", kind: "quirk", quirk: "expire-container", times: 1 }] },
		...(["done", 1, 2] as const),
	],
	"a good file that is refused once": [
		{ faults: [{ route: "instagram.upload", kind: "quirk", quirk: "processing-failed", times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"a file that is refused each time": [
		{ faults: [{ route: "instagram.upload", kind: "quirk", quirk: "processing-failed", times: 9 }] },
		...(["refused", 0, 0] as const),
	],
	"a format that it does not take": [{ settings: { processingError: "2207026" } }, "refused", 0, 1],
	"trouble of its own with each container": [
		{ settings: { processingError: "2207053" } },
		...(["refused", 0, 3] as const),
	],
	"a quota that is used up for two hours": [
		{
			faults: [
				{
					...{ route: "instagram.limit", kind: "status", status: 200, times: 2 },
					body: JSON.stringify({ data: [{ quota_usage: 50, config: { quota_total: 50 } }] }),
				},
			],
		},
		...(["done", 1, 1] as const),
	],
	"a quota that was used up in between": [
		{
			faults: [
				{
					...{ route: "instagram.publish", kind: "status", status: 400, times: 1 },
					body: errorOf(9, 2207042),
				},
			],
		},
		...(["done", 1, 1] as const),
	],
	"a caption that it does not take": [
		{ config: { description: "word ".repeat(500) } },
		...(["refused", 0, 0] as const),
	],
};

const AT_FACEBOOK: Record<string, readonly [Case, ...Expected]> = {
	"a video that cannot be read for a while": [
		{ faults: [{ route: "facebook.status", kind: "quirk", quirk: "unreadable", skip: 1, times: 5 }] },
		...(["done", 1, 1] as const),
	],
	"a video that is ready long before it is published": [
		{ settings: { publishingMs: 3_600_000 } },
		...(["done", 1, 1] as const),
	],
	"a video that it cannot process": [{ settings: { processingFails: true } }, "refused", 0, 1],
	"a good file that is refused once": [
		{ faults: [{ route: "facebook.upload", kind: "quirk", quirk: "processing-failed", times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"a quota that is used up for two hours": [
		{
			faults: [
				{
					...{ route: "facebook.finish", kind: "status", status: 400, times: 2 },
					body: JSON.stringify({ error: { message: "Too fast", code: 1390008 } }),
				},
			],
		},
		...(["done", 1, 1] as const),
	],
	"a duplicate that it refuses": [
		{
			faults: [
				{
					...{ route: "facebook.finish", kind: "status", status: 400, times: 1 },
					body: JSON.stringify({ error: { message: "Duplicate status message", code: 506 } }),
				},
			],
		},
		...(["refused", 0, 1] as const),
	],
};

function table(platform: DrilledPlatform, cases: Record<string, readonly [Case, ...Expected]>): void {
	for (const [title, [given, ...expected]] of Object.entries(cases))
		posts(`${platform.label ?? platform.name}, with ${title}: ${expected.join(", ")}`, async () => {
			const { target, published, prepared, violations, leaked } = await deliverTo(platform, given);
			const found = [target.phase, published, prepared, violations, leaked];
			assert.equal(found, [...expected, [], []], target.error ?? target.note);
		});
}
table(YOUTUBE, AT_YOUTUBE);
table(TWITTER, AT_X);
table(LINKEDIN, AT_LINKEDIN);
table(LINKEDIN_PAGE, AT_PAGE);
table(TIKTOK, AT_TIKTOK);
table(INSTAGRAM, AT_INSTAGRAM);
table(FACEBOOK, AT_FACEBOOK);

posts.run();
