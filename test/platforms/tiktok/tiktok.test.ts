import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, type Call, fileOf, jsonBody, type Reply, send, withPlatforms } from "../call.ts";
import { challengeOf } from "../core/tokens.ts";
import { appOf, type Changes, postForm, STATE, sentBack, tokenOf, VERIFIER, withQuery } from "../people.ts";
import type { Handle } from "../start.ts";
import { HOSTS, SCOPES } from "./model.ts";

const REDIRECT = "http://127.0.0.1:53211/callback/";
const FILE = fileOf(2500);
const SHA256 = createHash("sha256").update(FILE).digest("hex");
const HOUR = 3600_000;

interface Creator {
	readonly api: string;
	readonly token: string;
}

/** Chunks of 1000 bytes are enough here. */
async function creator(platforms: Handle, input: Readonly<Record<string, unknown>> = {}): Promise<Creator> {
	await platforms.settings("tiktok", { minChunk: 1000, audited: true });
	const { access } = await tokenOf(platforms, "tiktok", input);
	return { api: `${platforms.hosts[HOSTS.api]}/v2/post/publish`, token: access };
}

function call({ api, token }: Creator, path: string, value?: object): Call {
	const { headers, body } = jsonBody(value ?? {}, token);
	return {
		method: "POST",
		url: `${api}/${path}/`,
		...{ headers: headers ?? {}, body: value ? (body ?? "") : "" },
	};
}

function source(video_size: number, chunk_size: number, total_chunk_count: number): object {
	return { source: "FILE_UPLOAD", video_size, chunk_size, total_chunk_count };
}

function initCall(who: Creator, post: object = {}, info = source(FILE.length, 1000, 2)): Call {
	const post_info = { title: "A clip", privacy_level: "PUBLIC_TO_EVERYONE", ...post };
	return call(who, "video/init", { post_info, source_info: info });
}

interface Begun {
	readonly publish_id: string;
	readonly upload_url: string;
}

async function begin(who: Creator, post: object = {}): Promise<Begun> {
	return (await send(initCall(who, post))).json.data as unknown as Begun;
}

function chunkCall(url: string, from: number, to: number): Call {
	const headers = { "content-type": "video/mp4", "content-range": `bytes ${from}-${to - 1}/${FILE.length}` };
	return { method: "PUT", url, body: FILE.subarray(from, to), headers };
}

async function upload({ upload_url }: Begun): Promise<readonly number[]> {
	const first = await send(chunkCall(upload_url, 0, 1000));
	return [first.status, (await send(chunkCall(upload_url, 1000, 2500))).status];
}

async function statusText(who: Creator, { publish_id }: Begun): Promise<string> {
	return (await send(call(who, "status/fetch", { publish_id }))).text;
}

function codeOf({ json }: Reply): unknown {
	return (json.error as unknown as { code: string }).code;
}

const posts = suite("posts of TikTok");

posts("the last chunk posts by itself, and the id comes later, as a large number", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		const info = await send(call(who, "creator_info/query"));
		assert.match(info.text, '"privacy_level_options":["PUBLIC_TO_EVERYONE"');
		const begun = await begin(who);
		assert.match(await statusText(who, begun), '"status":"PROCESSING_UPLOAD","uploaded_bytes":0');
		assert.equal(await upload(begun), [206, 201]);
		await platforms.clock({ advance: 20_000 });
		assert.match(await statusText(who, begun), '"publicaly_available_post_id":[]');
		await platforms.clock({ advance: 30_000 });
		assert.match(await statusText(who, begun), '"publicaly_available_post_id":[7600000000000000001]');
		const [, entry] = await platforms.entries();
		assert.ok(entry?.kind === "public" && entry.sha256 === SHA256 && entry.post === "7600000000000000001");
		assert.equal(await platforms.violations(), []);
	}),
);

posts("only me and the inbox are delivered and not public, until the creator taps", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		await upload(await begin(who, { privacy_level: "SELF_ONLY" }));
		const asked = await send(call(who, "inbox/video/init", { source_info: source(FILE.length, 1000, 2) }));
		const draft = asked.json.data as unknown as Begun;
		await upload(draft);
		await platforms.clock({ advance: 20_000 });
		const file = `tiktok -000AnnOpenId ${SHA256}`;
		assert.equal(await platforms.counts(), { byObject: {}, byFile: {}, deliveredByFile: { [file]: 2 } });
		assert.match(await statusText(who, draft), "SEND_TO_USER_INBOX");
		await platforms.operate("tiktok", "tap", { publish_id: draft.publish_id });
		assert.equal((await platforms.counts()).byFile, { [file]: 1 });
	}),
);

posts("bytes out of sequence are answered with where it is, and nothing is posted twice", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		const begun = await begin(who);
		const range = async (request: Call) => {
			const { status, headers } = await send(request);
			return [status, headers["content-range"]];
		};
		const [first, last] = [chunkCall(begun.upload_url, 0, 1000), chunkCall(begun.upload_url, 1000, 2500)];
		assert.equal(await range(last), [416, "bytes */2500"]);
		await send(first);
		assert.equal(await range(first), [416, "bytes 0-999/2500"]);
		await platforms.faults({ route: "tiktok.chunk", kind: "reset", when: "after", times: 1 });
		await send(last).catch(() => "lost");
		assert.equal(await range(last), [416, "bytes 0-2499/2500"]);
		await platforms.clock({ advance: 20_000 });
		assert.equal(Object.values((await platforms.counts()).byFile), [1]);
		assert.ok((await platforms.entries()).some(({ kind }) => kind === "repeated"));
	}),
);

posts("a client that begins anew after a lost answer is caught", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		await platforms.faults({ route: "tiktok.chunk", kind: "cut", skip: 1, times: 1 });
		for (let tries = 0; tries < 2; tries += 1) {
			const statuses = await upload(await begin(who)).catch(() => []);
			if (statuses.at(-1) === 201) break;
		}
		await platforms.clock({ advance: 20_000 });
		assert.equal(Object.values((await platforms.counts()).byFile), [2]);
	}),
);

const sizes: Record<string, readonly [size: number, chunk: number, count: number, isTaken: boolean]> = {
	"five, the last with the rest": [50_000_123, 10_000_000, 5, true],
	"one that is longer than a chunk": [64_000_001, 64_000_000, 1, true],
	"two of the largest": [150_000_000, 64_000_000, 2, true],
	"a small file whole": [4_999_999, 4_999_999, 1, true],
	"rounded up": [50_000_123, 10_000_000, 6, false],
	"chunks too small": [50_000_000, 4_000_000, 12, false],
	"chunks too large": [150_000_000, 65_000_000, 2, false],
};
for (const [title, [size, chunk, count, isTaken]] of Object.entries(sizes))
	posts(`chunks: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const who = await creator(platforms);
			await platforms.settings("tiktok", { minChunk: 5_000_000 });
			const { status } = await send(initCall(who, {}, source(size, chunk, count)));
			assert.equal([status, (await platforms.violations()).length], isTaken ? [200, 0] : [400, 1]);
		}),
	);

posts("an upload URL takes no token, no other path, other bytes, and nothing after an hour", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		const { upload_url } = await begin(who);
		const good = chunkCall(upload_url, 0, 1000);
		await send({ ...good, headers: { ...good.headers, ...bearer(who.token) } });
		await send({ ...good, url: upload_url.replace("/video/", "/video/x/") });
		await send({ ...good, url: `${upload_url}x` });
		await send(chunkCall(upload_url, 0, 900));
		assert.equal(await platforms.violations(), [
			"tiktok.chunk: unexpected header authorization",
			"none: PUT open-upload.tiktokapis.com/video/x/: no such route",
			"tiktok.chunk: an upload URL that was rebuilt or never given",
			"tiktok.chunk: chunk 1 of 900 bytes, 1000 announced",
		]);
		await platforms.clock({ advance: HOUR });
		assert.is((await send(good)).status, 403);
	}),
);

const refused: Record<
	string,
	readonly [settings: Record<string, boolean | string>, post: object, code: string]
> = {
	"public by an app without audit": [
		{ audited: false },
		{},
		"unaudited_client_can_only_post_to_private_accounts",
	],
	"a level that is not offered any more": [
		{ privacyLevels: "SELF_ONLY" },
		{},
		"privacy_level_option_mismatch",
	],
	"duet where the creator has none": [{ duetDisabled: true }, { disable_duet: false }, "invalid_params"],
	"branded content for me alone": [
		{},
		{ privacy_level: "SELF_ONLY", brand_content_toggle: true },
		"invalid_params",
	],
	"a title that is too long": [{}, { title: "a".repeat(2201) }, "invalid_params"],
};
for (const [title, [settings, post, code]] of Object.entries(refused))
	posts(`refused with HTTP 200: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const who = await creator(platforms);
			await platforms.settings("tiktok", settings);
			const answer = await send(initCall(who, post));
			assert.equal([answer.status, codeOf(answer)], [200, code]);
		}),
	);

posts("limits a minute and a day, failures, and ids that are forgotten", () =>
	withPlatforms(async (platforms) => {
		const who = await creator(platforms);
		await platforms.settings("tiktok", {
			processingMs: 0,
			failReason: "file_format_check_failed",
			postsPerDay: 1,
		});
		const begun = await begin(who);
		await upload(begun);
		assert.match(await statusText(who, begun), '"fail_reason":"file_format_check_failed"');
		const daily = codeOf(await send(initCall(who)));
		for (let nth = 0; nth < 4; nth += 1) await send(initCall(who));
		const rate = codeOf(await send(initCall(who)));
		assert.equal([daily, rate], ["spam_risk_too_many_posts", "rate_limit_exceeded"]);
		await platforms.faults({ route: "tiktok.status", kind: "quirk", quirk: "forget", times: 1 });
		assert.match(await statusText(who, begun), "invalid_publish_id");
	}),
);

posts("an upload URL of a foreign host leads to where nobody should come", () =>
	withPlatforms(async (platforms) => {
		await platforms.faults({ route: "tiktok.init", kind: "quirk", quirk: "foreign-host", times: 1 });
		const { upload_url } = await begin(await creator(platforms));
		assert.ok(upload_url.startsWith(platforms.trap));
	}),
);

posts.run();

const oauth = suite("OAuth of TikTok");

async function authorizeCall(platforms: Handle, changes: Changes = {}): Promise<Call> {
	return withQuery(`${platforms.hosts[HOSTS.site]}/v2/auth/authorize/`, {
		...{ client_key: (await appOf(platforms, "tiktok", "desktop")).id, scope: SCOPES.join(",") },
		...{ response_type: "code", redirect_uri: REDIRECT, state: STATE },
		...{ code_challenge: challengeOf(VERIFIER, "hex"), code_challenge_method: "S256", ...changes },
	});
}

async function tokenReply(platforms: Handle, fields: Changes): Promise<Reply> {
	const { id, secret } = await appOf(platforms, "tiktok", "desktop");
	const url = `${platforms.hosts[HOSTS.api]}/v2/oauth/token/`;
	return postForm(url, { client_key: id, client_secret: secret, ...fields });
}

oauth("a code and its verifier in hex give tokens; the old refresh token dies", () =>
	withPlatforms(async (platforms) => {
		const code = (await sentBack(await authorizeCall(platforms))).searchParams.get("code") ?? "";
		const fields = {
			grant_type: "authorization_code",
			code,
			redirect_uri: REDIRECT,
			code_verifier: VERIFIER,
		};
		const { json } = await tokenReply(platforms, fields);
		const url = `${platforms.hosts[HOSTS.api]}/v2/user/info/?fields=open_id,username`;
		const me = await send({ method: "GET", url, headers: bearer(json.access_token ?? "") });
		assert.match(me.text, '"user":{"open_id":"-000AnnOpenId","username":"ann.clips"}');
		const refresh = { grant_type: "refresh_token", refresh_token: json.refresh_token };
		assert.ok((await tokenReply(platforms, refresh)).json.refresh_token !== json.refresh_token);
		const again = await tokenReply(platforms, refresh);
		assert.equal([again.status, again.json.error], [200, "invalid_grant"]);
		assert.equal(await platforms.violations(), []);
	}),
);

oauth("PKCE in base64url, a redirect without its last slash, a path without it", () =>
	withPlatforms(async (platforms) => {
		const calls = [
			await authorizeCall(platforms, { code_challenge: challengeOf(VERIFIER, "base64url") }),
			await authorizeCall(platforms, { redirect_uri: REDIRECT.slice(0, -1) }),
			await authorizeCall(platforms, { scope: SCOPES.join(" ") }),
		];
		for (const each of calls) assert.is((await send(each)).status, 400);
		const url = `${platforms.hosts[HOSTS.api]}/v2/oauth/token`;
		assert.is((await postForm(url, { grant_type: "refresh_token" })).status, 404);
	}),
);

oauth("without the scope, with a token that is over, and revoked", () =>
	withPlatforms(async (platforms) => {
		const few = await creator(platforms, { scopes: ["user.info.basic"] });
		assert.is(codeOf(await send(call(few, "creator_info/query"))), "scope_not_authorized");
		const who = await creator(platforms);
		await platforms.clock({ advance: 24 * HOUR });
		const over = await send(call(who, "creator_info/query"));
		assert.equal([over.status, codeOf(over)], [401, "access_token_invalid"]);
		const other = await creator(platforms);
		await platforms.operate("tiktok", "revoke", { account: "-000AnnOpenId" });
		assert.is((await send(call(other, "creator_info/query"))).status, 401);
	}),
);

oauth.run();
