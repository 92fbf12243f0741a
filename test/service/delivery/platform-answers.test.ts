import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
	duplicateIn,
	refusalIn as refusalAtLinkedIn,
} from "../../../src/service/delivery/destinations/linkedin/errors.ts";
import { littleText } from "../../../src/service/delivery/destinations/linkedin/little-text.ts";
import {
	refusalIn as refusalOfMeta,
	restIn,
} from "../../../src/service/delivery/destinations/meta/errors.ts";
import { failureOf, refusalOf } from "../../../src/service/delivery/destinations/tiktok/errors.ts";
import { isMediaOver, refusalIn } from "../../../src/service/delivery/destinations/twitter/errors.ts";

import { visibleText } from "../../platforms/linkedin/posts.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;

type Meant = readonly [cause: string | undefined, inMinutes?: number];

const AT_X: Record<string, readonly [status: number, body: object | string, ...Meant]> = {
	"a wrong token": [401, { title: "Unauthorized", detail: "Unauthorized" }, "reconnect"],
	"a kind of token that does not fit": [403, { title: "Unsupported Authentication" }, "reconnect"],
	"too many posts, until then": [429, { title: "Too Many Requests" }, "rate", 10],
	"no credits": [402, { detail: "Your account does not have any credits." }, "quota", 60],
	"credits by a type": [403, { type: "https://api.x.com/2/problems/usage-capped" }, "quota", 60],
	"a text that is too long": [400, { detail: "The text is too long." }, "content"],
	"something that is not permitted": [403, { detail: "You are not permitted." }, "platform"],
	"a list of errors": [403, { errors: [{ message: "Not allowed", code: 87 }] }, "platform"],
	"a page": [500, "<html>", undefined],
	"a page of somebody in between": [403, "<html>", undefined],
	"unavailable, maybe posted": [503, { title: "Service Unavailable" }, undefined],
	"a redirect": [302, "", undefined],
	"a conflict": [409, {}, undefined],
};
const AT_TIKTOK: Record<string, readonly [status: number, code: string, ...Meant]> = {
	"a wrong token": [401, "access_token_invalid", "reconnect"],
	"a wrong token with status 200": [200, "access_token_invalid", "reconnect"],
	"a scope that was not allowed": [403, "scope_not_authorized", "reconnect"],
	"too many calls": [429, "rate_limit_exceeded", "rate", 1],
	"too many posts": [200, "spam_risk_too_many_posts", "quota", 24 * 60],
	"too many drafts": [403, "spam_risk_too_many_pending_share", "quota", 24 * 60],
	"an app without an audit": [200, "unaudited_client_can_only_post_to_private_accounts", "content"],
	"wrong fields": [400, "invalid_params", "content"],
	"trouble of its own": [200, "internal_error", undefined],
};

const AT_LINKEDIN: Record<string, readonly [status: number, code: string, ...Meant]> = {
	"a revoked token": [401, "REVOKED_ACCESS_TOKEN", "reconnect"],
	"a role that is gone": [403, "ACCESS_DENIED", "reconnect"],
	"a day's limit, until midnight UTC": [429, "TOO_MANY_REQUESTS", "quota", 12 * 60],
	"a version that is no longer served": [426, "NONEXISTENT_VERSION", "config"],
	"a video that is not there yet": [400, "MEDIA_ASSET_WAITING_UPLOAD", "busy"],
	"a text that is too long": [400, "FIELD_LENGTH_TOO_LONG", "content"],
	"a conflict": [409, "CONFLICT", undefined],
	"trouble of its own": [500, "INTERNAL_SERVER_ERROR", undefined],
};

const AT_META: Record<string, readonly [status: number, body: object | string, ...Meant]> = {
	"an app that was removed": [400, meta(190, 458), "reconnect"],
	"a session that is over": [400, meta(190, 463), "reconnect"],
	"a password that was changed": [400, meta(190, 460), "reconnect"],
	"a permission that is missing": [403, meta(200), "reconnect"],
	"an account that is restricted": [400, meta(25, 2207050), "reconnect"],
	"an account that is not there": [400, meta(100, 33), "reconnect"],
	"a day's posts": [400, meta(9, 2207042), "quota", 60],
	"posts that come too fast": [400, meta(1390008), "quota", 60],
	"too many calls of the app": [400, meta(4), "rate", 15],
	"too many calls of the Page": [400, meta(32), "rate", 15],
	"too many calls, with status 429": [429, meta(613), "rate", 15],
	"a block that may be live": [400, meta(4, 2207051), "rate", 15],
	"a container that is not ready": [400, meta(9007, 2207027), undefined],
	"trouble that passes": [400, { error: { code: 3, message: "Words", is_transient: true } }, undefined],
	"trouble of its own": [500, meta(2), undefined],
	"a format that it does not take": [400, meta(352, 2207026), "content"],
	"a version that is over": [400, meta(2635), "config"],
	"a policy": [400, meta(368), "platform"],
	"digits of a code in another one's words": [
		400,
		{ error: { code: 100, message: "190 of 613" } },
		"content",
	],
	"a page": [400, "<html>190</html>", undefined],
};

function meta(code: number, subcode?: number): object {
	return { error: { message: "Words", type: "OAuthException", code, error_subcode: subcode } };
}

const answers = suite("what platforms answer");

for (const [title, [status, body, cause, minutes]] of Object.entries(AT_X))
	answers(`X, ${title}`, () => {
		const text = typeof body === "string" ? body : JSON.stringify(body);
		const headers = status === 429 ? { "x-rate-limit-reset": String((NOW + 10 * MINUTE) / 1000) } : {};
		const why = refusalIn({ status, text, headers }, NOW);
		assert.equal([why?.cause, minutesOf(why)], [cause, minutes], why?.message);
		assert.not.match(why?.message ?? "", /undefined/);
	});

for (const [title, [status, code, cause, minutes]] of Object.entries(AT_TIKTOK))
	answers(`TikTok, ${title}`, () => {
		const text = JSON.stringify({ data: {}, error: { code, message: "words", log_id: "1" } });
		const why = refusalOf({ status, text }, NOW);
		assert.equal([why?.cause, minutesOf(why)], [cause, minutes], why?.message);
		if (why) assert.match(why.message, `TikTok refused: ${code} (words).`);
	});

for (const [title, [status, code, cause, minutes]] of Object.entries(AT_LINKEDIN))
	answers(`LinkedIn, ${title}`, () => {
		const why = refusalAtLinkedIn({ status, text: JSON.stringify({ status, code, message: "words" }) }, NOW);
		assert.equal([why?.cause, minutesOf(why)], [cause, minutes], why?.message);
	});

answers("LinkedIn, a duplicate names the post that is there, and nobody else's", () => {
	const text = (urn: string) => JSON.stringify({ message: `Content is a duplicate of ${urn}`, status: 422 });
	const found = ["urn:li:share:684", "urn:li:ugcPost:1", "urn:li:person:1"].map((urn) =>
		duplicateIn({ status: 422, text: text(urn) }),
	);
	assert.equal(found, ["urn:li:share:684", "urn:li:ugcPost:1", undefined]);
	assert.is(duplicateIn({ status: 400, text: text("urn:li:share:684") }), undefined);
});

answers("LinkedIn, readers see every letter of a text, and tags as hashtags", () => {
	const words = "A (b) [c] {d} <e> @f *g* _h_ ~i | \\\\ #j";
	assert.is(visibleText(littleText({ description: words })), words);
	assert.is(
		littleText({ tags: ["clips", "zwölf uhr"] }),
		"{hashtag|\\\\#|clips} \\\\#zwölfuhr".replaceAll("\\\\", "\\"),
	);
});

for (const [title, [status, body, cause, minutes]] of Object.entries(AT_META))
	answers(`Meta, ${title}`, () => {
		const text = typeof body === "string" ? body : JSON.stringify(body);
		const why = refusalOfMeta({ status, text, headers: {} }, { title: "Instagram", now: NOW });
		assert.equal([why?.cause, minutesOf(why)], [cause, minutes], why?.message);
		if (why) assert.match(why.message, /^Instagram refused \(\d+(\/\d+)?\): /);
	});

answers("Meta, what is used of its limits says how long to leave it alone", () => {
	const own = { 17841: [{ type: "instagram", call_count: 100, estimated_time_to_regain_access: 42 }] };
	const used = { "x-business-use-case-usage": JSON.stringify(own) };
	const why = refusalOfMeta(
		{ status: 400, text: JSON.stringify(meta(80002)), headers: used },
		{ title: "Instagram", now: NOW },
	);
	assert.is(minutesOf(why), 42);
	const nearly = { "x-app-usage": JSON.stringify({ call_count: 96, total_time: 1, total_cputime: 1 }) };
	assert.equal([nearly, { "x-app-usage": "none" }, {}].map(restIn), [15 * MINUTE, 0, 0]);
});

answers("TikTok, a page is no answer of it", () => {
	assert.is(refusalOf({ status: 502, text: "<html>" }, NOW), undefined);
});

answers("TikTok, why a post failed is told, and a revoked account asks to be connected", () => {
	assert.is(failureOf("auth_removed").cause, "reconnect");
	assert.is(
		failureOf("duration_check_failed").message,
		"TikTok could not post the video: duration_check_failed.",
	);
	assert.match(failureOf("internal").message, "may be tried again");
	assert.match(failureOf({ "\u001b[31m": 1 }).message, "no reason was given");
});

answers("X, media that is over is told from a text that is wrong", () => {
	const over = JSON.stringify({ detail: "Your media IDs are invalid." });
	assert.equal(
		[
			isMediaOver({ status: 400, text: over }),
			isMediaOver({ status: 400, text: "{}" }),
			isMediaOver({ status: 404, text: "" }),
		],
		[true, false, true],
	);
});

function minutesOf(why: { readonly until?: number } | undefined): number | undefined {
	return why?.until === undefined ? undefined : (why.until - NOW) / MINUTE;
}

answers.run();
