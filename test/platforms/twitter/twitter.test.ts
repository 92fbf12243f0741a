import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, type Call, fileOf, send, withPlatforms } from "../call.ts";
import { challengeOf } from "../core/tokens.ts";
import { appOf, type Changes, postForm, STATE, sentBack, VERIFIER, withQuery } from "../people.ts";
import type { Handle } from "../start.ts";
import * as x from "./calls.ts";
import { HOSTS, REDIRECT, SCOPES, USERS } from "./model.ts";
import { signature } from "./oauth1.ts";

const FILE = fileOf(3000);
const SHA256 = createHash("sha256").update(FILE).digest("hex");

const oauth = suite("OAuth of X");

async function authorizeCall(platforms: Handle, changes: Changes = {}): Promise<Call> {
	return withQuery(`${platforms.hosts[HOSTS.authorize]}/i/oauth2/authorize`, {
		...{ client_id: (await appOf(platforms, "twitter", "native")).id, redirect_uri: REDIRECT },
		...{ response_type: "code", scope: SCOPES.join(" "), state: STATE },
		...{ code_challenge: challengeOf(VERIFIER, "base64url"), code_challenge_method: "S256", ...changes },
	});
}

async function tokenReply(platforms: Handle, fields: Changes) {
	const { id } = await appOf(platforms, "twitter", "native");
	return postForm(`${platforms.hosts[HOSTS.api]}/2/oauth2/token`, { client_id: id, ...fields });
}

async function exchange(platforms: Handle, changes: Changes = {}, waitMs = 0) {
	const code = (await sentBack(await authorizeCall(platforms))).searchParams.get("code") ?? "";
	await platforms.clock({ advance: waitMs });
	const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
	return tokenReply(platforms, { ...fields, ...changes });
}

oauth("a code gives tokens within 30 seconds, and a refresh token works once", () =>
	withPlatforms(async (platforms) => {
		const { json } = await exchange(platforms, {}, 29_999);
		assert.equal([json.token_type, json.expires_in, json.scope], ["bearer", 7200, SCOPES.join(" ")]);
		const url = `${platforms.hosts[HOSTS.api]}/2/users/me?user.fields=verified`;
		const { json: me } = await send({ method: "GET", url, headers: bearer(json.access_token ?? "") });
		assert.equal(me.data, { ...USERS[0], verified: false } as never);
		const refresh = (value = "") =>
			tokenReply(platforms, { grant_type: "refresh_token", refresh_token: value });
		const first = await refresh(json.refresh_token);
		assert.is((await refresh(json.refresh_token)).json.error, "invalid_request");
		assert.is((await refresh(first.json.refresh_token)).status, 200);
		assert.is((await exchange(platforms, {}, 30_000)).status, 400);
		assert.equal(await platforms.violations(), []);
	}),
);

oauth("the redirect is compared to the letter, and PKCE is demanded", () =>
	withPlatforms(async (platforms) => {
		const refused = [
			{ redirect_uri: REDIRECT.replace("8765", "8766") },
			{ redirect_uri: REDIRECT.replace("127.0.0.1", "localhost") },
			{ code_challenge: undefined },
			{ scope: "tweet.read dm.read" },
		];
		for (const changes of refused)
			assert.is((await send(await authorizeCall(platforms, changes))).status, 400);
		assert.is((await exchange(platforms, { code_verifier: "y".repeat(43) })).status, 400);
		assert.equal(await platforms.violations(), [
			"twitter.authorize: code_challenge is not SHA-256 in base64url",
			"twitter.authorize: scope tweet.read dm.read",
			"twitter.token: code_verifier does not match the challenge",
		]);
	}),
);

oauth("a signature of OAuth 1.0a is the one of OAuth Core 1.0, appendix A.5", () => {
	const example = {
		...{ file: "vacation.jpg", size: "original", oauth_consumer_key: "dpf43f3p2l4k3l03" },
		...{ oauth_token: "nnch734d00sl2jdk", oauth_signature_method: "HMAC-SHA1", oauth_version: "1.0" },
		...{ oauth_timestamp: "1191242096", oauth_nonce: "kllo9940pd9333jh" },
	};
	const signed = signature({
		...{ method: "GET", url: "http://photos.example.net/photos", parameters: Object.entries(example) },
		...{ consumerSecret: "kd94hf93k423kf44", tokenSecret: "pfkkdhi9sl3r4s00" },
	});
	assert.is(signed, "tR3+Ty81lMeYAr/Fid0kMTYa/WM=");
});

oauth("pasted keys sign for the real host or for this one, each nonce once", () =>
	withPlatforms(async (platforms) => {
		const keys = await platforms.operate<Record<string, string>>("twitter", "keys");
		const api = platforms.hosts[HOSTS.api];
		const call = (origin: string, nonce: string, at = Date.parse("2026-11-23T12:00:00Z") / 1000): Call => {
			const sent = {
				...{ oauth_consumer_key: keys.consumer_key ?? "", oauth_token: keys.access_token ?? "" },
				...{ oauth_nonce: nonce, oauth_timestamp: `${at}`, oauth_version: "1.0" },
				oauth_signature_method: "HMAC-SHA1",
			};
			const signed = signature({
				...{ method: "GET", url: `${origin}/2/users/me`, parameters: Object.entries(sent) },
				...{ consumerSecret: keys.consumer_secret ?? "", tokenSecret: keys.access_token_secret ?? "" },
			});
			const pairs = Object.entries({ ...sent, oauth_signature: signed });
			const text = pairs.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(", ");
			return { method: "GET", url: `${api}/2/users/me`, headers: { authorization: `OAuth ${text}` } };
		};
		const statuses = [];
		for (const each of [
			call("https://api.x.com", "a"),
			call(api ?? "", "b"),
			call("https://api.x.com", "a"),
			call("https://attacker.example", "c"),
			call("https://api.x.com", "d", 1_318_622_958),
		])
			statuses.push((await send(each)).status);
		assert.equal(statuses, [200, 200, 401, 401, 401]);
	}),
);

oauth.run();

const media = suite("media of X");

media("segments become media, and media a post that its key is found by", () =>
	withPlatforms(async (platforms) => {
		const who = await x.author(platforms);
		const id = await x.upload(who, FILE);
		const state = async () => {
			const info = x.dataOf(await send(x.statusCall(who, id))).processing_info as unknown as {
				state: string;
			};
			return info.state;
		};
		assert.is(await state(), "in_progress");
		await platforms.clock({ advance: 20_000 });
		assert.is(await state(), "succeeded");
		const posted = await send(x.postCall(who, { text: "A clip", media: { media_ids: [id] } }));
		assert.is(posted.status, 201);
		const user = USERS[0]?.id ?? "";
		assert.equal((await send(x.timelineCall(who, user))).json, { meta: { result_count: 0 } } as never);
		await platforms.clock({ advance: 30_000 });
		const { data } = (await send(x.timelineCall(who, user))).json as unknown as {
			data: [{ id: string; attachments: { media_keys: string[] } }];
		};
		assert.equal([data[0].id, data[0].attachments.media_keys], [x.dataOf(posted).id, [`7_${id}`]]);
		const [, entry] = await platforms.entries();
		assert.ok(entry?.kind === "public" && entry.sha256 === SHA256 && entry.object === id);
		assert.equal(await platforms.violations(), []);
	}),
);

media("a segment may be sent again in its place; gaps, other sums and high numbers are refused", () =>
	withPlatforms(async (platforms) => {
		const who = await x.author(platforms);
		const begin = async () => String(x.dataOf(await send(x.initializeCall(who, 3000))).id);
		const [twice, gap, short] = [await begin(), await begin(), await begin()];
		await send(x.appendCall(who, twice, [0, fileOf(10, 2)]));
		await send(x.appendCall(who, twice, [0, FILE]));
		assert.is((await send(x.finalizeCall(who, twice))).status, 200);
		await send(x.appendCall(who, gap, [1, FILE]));
		await send(x.finalizeCall(who, gap));
		await send(x.appendCall(who, short, [0, FILE.subarray(1)]));
		await send(x.finalizeCall(who, short));
		await send(x.appendCall(who, short, [1000, FILE]));
		await send(x.appendCall(who, twice, [1, FILE]));
		assert.equal(await platforms.violations(), [
			"twitter.finalize: segments 1",
			"twitter.finalize: 2999 bytes of 3000",
			"twitter.append: segment_index 1000",
			"twitter.append: a segment of media that is finalized",
		]);
		await platforms.settings("twitter", { segmentBytes: 5 });
		assert.is((await send(x.appendCall(who, short, [1, FILE]))).status, 413);
	}),
);

media("not posted before it is ready, by somebody else, or a day later", () =>
	withPlatforms(async (platforms) => {
		const [ann, ben] = [await x.author(platforms), await x.author(platforms, { account: USERS[1]?.id })];
		const id = await x.upload(ann, FILE);
		const post = async (who: x.Author) =>
			(await send(x.postCall(who, { text: "A clip", media: { media_ids: [id] } }))).status;
		const statuses = [await post(ann), await post(ben)];
		await platforms.clock({ advance: 24 * 3600_000 });
		statuses.push(await post(await x.author(platforms)));
		assert.equal(statuses, [400, 403, 400]);
		assert.equal(await platforms.violations(), [
			"twitter.post: a post of media that is in_progress",
			"twitter.post: the media id of another user",
		]);
	}),
);

media("processing may fail", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("twitter", { processingError: "video longer than 2 minutes" });
		const who = await x.author(platforms);
		const id = await x.upload(who, FILE);
		await platforms.clock({ advance: 20_000 });
		assert.match((await send(x.statusCall(who, id))).text, '"state":"failed"');
	}),
);

media.run();

const posts = suite("posts of X");

posts("equal text is refused for a day, and the log tells of the try", () =>
	withPlatforms(async (platforms) => {
		const who = await x.author(platforms);
		await send(x.postCall(who, { text: "Again" }));
		const { status, json } = await send(x.postCall(who, { text: "Again" }));
		assert.equal([status, json], [
			403,
			{
				title: "Forbidden",
				detail: "You are not allowed to create a Tweet with duplicate content.",
				...{ type: "about:blank", status: 403 },
			},
		] as never);
		assert.equal(
			(await platforms.entries()).map(({ kind }) => kind),
			["public", "repeated"],
		);
	}),
);

posts("a naive client that posts again after 503 is caught, where equal text is taken", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("twitter", { duplicateMs: 0, processingMs: 0 });
		await platforms.faults({ route: "twitter.post", kind: "status", status: 503, when: "after", times: 1 });
		const who = await x.author(platforms);
		const id = await x.upload(who, FILE);
		const post = () => send(x.postCall(who, { text: "A clip", media: { media_ids: [id] } }));
		if ((await post()).status === 503) await post();
		assert.equal((await platforms.counts()).byObject, { [id]: 2 });
	}),
);

posts("limits, credits and reads are counted", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("twitter", { postsPerWindow: 2, readBudget: 1 });
		const who = await x.author(platforms);
		const statuses: number[] = [];
		for (const text of ["1", "see https://example.com", "3"])
			statuses.push((await send(x.postCall(who, { text }))).status);
		await platforms.clock({ advance: 15 * 60_000 });
		statuses.push((await send(x.postCall(who, { text: "4" }))).status);
		await platforms.settings("twitter", { credits: 230_001 });
		statuses.push((await send(x.postCall(who, { text: "5" }))).status);
		await platforms.settings("twitter", { credits: null });
		await send(x.timelineCall(who, USERS[0]?.id ?? ""));
		assert.equal(statuses, [201, 201, 429, 201, 402]);
		assert.equal(await platforms.violations(), ["twitter.timeline: 2 reads, 1 allowed"]);
	}),
);

posts("a text that is too long, a field that does not exist, no text", () =>
	withPlatforms(async (platforms) => {
		const who = await x.author(platforms);
		const statuses: number[] = [];
		for (const body of [
			{ text: "字".repeat(141) },
			{ text: "a", visibility: "public" },
			{ media: { media_ids: ["1"] } },
		])
			statuses.push((await send(x.postCall(who, body))).status);
		assert.equal([statuses, (await platforms.violations()).length], [[400, 400, 400], 2]);
	}),
);

posts.run();
