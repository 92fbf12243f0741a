import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, type Call, fileOf, jsonBody, send, withPlatforms } from "../call.ts";
import { appOf, type Changes, postForm, STATE, sentBack, tokenOf, withQuery } from "../people.ts";
import type { Handle } from "../start.ts";
import { HOSTS, MEMBER_SCOPES, PAGE_SCOPES, REDIRECT } from "./model.ts";
import { visibleText } from "./posts.ts";

const FILE = fileOf(2500);
const ANN = "urn:li:person:AnnP3rson1";
const PAGE = "urn:li:organization:101";
const REST = { "linkedin-version": "202607", "x-restli-protocol-version": "2.0.0" };
const ALL = [...MEMBER_SCOPES, ...PAGE_SCOPES];

interface Author {
	readonly api: string;
	readonly token: string;
}

/** Small parts, so that a small file has three. */
async function author(platforms: Handle, scopes = ALL): Promise<Author> {
	await platforms.settings("linkedin", { partBytes: 1000 });
	const { access } = await tokenOf(platforms, "linkedin", { app: "pages", scopes });
	return { api: platforms.hosts[HOSTS.api] ?? "", token: access };
}

function rest({ api, token }: Author, path: string, value?: object): Call {
	const url = `${api}/rest/${path}`;
	if (value === undefined) return { method: "GET", url, headers: { ...bearer(token), ...REST } };
	const { headers, body = "" } = jsonBody(value, token);
	return { method: "POST", url, body, headers: { ...headers, ...REST } };
}

interface Begun {
	readonly video: string;
	readonly uploadToken: string;
	readonly uploadInstructions: readonly { uploadUrl: string; firstByte: number; lastByte: number }[];
}

async function begin(who: Author, owner = ANN): Promise<Begun> {
	const more = { fileSizeBytes: FILE.length, uploadCaptions: false, uploadThumbnail: false };
	const call = rest(who, "videos?action=initializeUpload", { initializeUploadRequest: { owner, ...more } });
	return (await send(call)).json.value as unknown as Begun;
}

function partCalls({ uploadInstructions }: Begun): readonly Call[] {
	return uploadInstructions.map(({ uploadUrl: url, firstByte, lastByte }) => ({
		...{ method: "PUT", url, body: FILE.subarray(firstByte, lastByte + 1) },
		headers: { "content-type": "application/octet-stream" },
	}));
}

async function uploadParts(begun: Begun): Promise<readonly string[]> {
	const etags: string[] = [];
	for (const call of partCalls(begun)) etags.push((await send(call)).headers.etag?.replaceAll('"', "") ?? "");
	return etags;
}

function finalizeCall(who: Author, { video, uploadToken }: Begun, uploadedPartIds: readonly string[]): Call {
	const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
	return rest(who, "videos?action=finalizeUpload", body);
}

async function upload(who: Author, owner = ANN): Promise<string> {
	const begun = await begin(who, owner);
	await send(finalizeCall(who, begun, await uploadParts(begun)));
	return begun.video;
}

function postCall(who: Author, video: string, changes: object = {}): Call {
	return rest(who, "posts", {
		...{ author: ANN, commentary: "A clip", visibility: "PUBLIC", lifecycleState: "PUBLISHED" },
		distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
		...{ content: { media: { title: "A clip", id: video } }, isReshareDisabledByAuthor: false, ...changes },
	});
}

const oauth = suite("OAuth of LinkedIn");

async function authorizeCall(platforms: Handle, changes: Changes = {}): Promise<Call> {
	return withQuery(`${platforms.hosts[HOSTS.site]}/oauth/v2/authorization`, {
		...{ response_type: "code", client_id: (await appOf(platforms, "linkedin", "member")).id },
		...{ redirect_uri: REDIRECT, state: STATE, scope: MEMBER_SCOPES.join(" "), ...changes },
	});
}

async function exchange(platforms: Handle): Promise<Readonly<Record<string, string>>> {
	const { id, secret } = await appOf(platforms, "linkedin", "member");
	const code = (await sentBack(await authorizeCall(platforms))).searchParams.get("code") ?? "";
	const fields = { grant_type: "authorization_code", client_id: id, client_secret: secret, code };
	const url = `${platforms.hosts[HOSTS.site]}/oauth/v2/accessToken`;
	return (await postForm(url, { ...fields, redirect_uri: REDIRECT })).json;
}

oauth("a code gives a token of 60 days and no other; partners get one to refresh", () =>
	withPlatforms(async (platforms) => {
		const { access_token, expires_in, refresh_token } = await exchange(platforms);
		assert.equal([expires_in, refresh_token], [5_184_000, undefined] as never);
		const url = `${platforms.hosts[HOSTS.api]}/v2/userinfo`;
		const me = () => send({ method: "GET", url, headers: bearer(access_token ?? "") });
		assert.is((await me()).json.sub, "AnnP3rson1");
		await platforms.clock({ advance: 5_184_000_000 });
		assert.equal([(await me()).status, (await me()).json.serviceErrorCode], [401, 65602] as never);
		await platforms.settings("linkedin", { partner: true });
		assert.ok((await exchange(platforms)).refresh_token);
		assert.equal(await platforms.violations(), []);
	}),
);

oauth("a scope that the app does not have fails everything, and the redirect is compared to the letter", () =>
	withPlatforms(async (platforms) => {
		const back = await sentBack(await authorizeCall(platforms, { scope: "openid r_organization_social" }));
		assert.is(back.searchParams.get("error"), "unauthorized_scope_error");
		const other = await authorizeCall(platforms, { redirect_uri: "http://127.0.0.1:8766/callback" });
		assert.is((await send(other)).status, 400);
	}),
);

oauth("pages are those that a member administers", () =>
	withPlatforms(async (platforms) => {
		const who = await author(platforms);
		const acls = "organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED";
		const { elements } = (await send(rest(who, acls))).json as unknown as {
			elements: { organization: string }[];
		};
		assert.equal(
			elements.map(({ organization }) => organization),
			[PAGE, "urn:li:organization:102"],
		);
		assert.is((await send(rest(who, "organizations/101"))).json.localizedName, "Ann's Shop");
		const member = await author(platforms, [...MEMBER_SCOPES]);
		assert.is((await send(rest(member, acls))).status, 403);
	}),
);

oauth.run();

const videos = suite("videos of LinkedIn");

videos("parts become a video, the video a post whose id is in a header only", () =>
	withPlatforms(async (platforms) => {
		const who = await author(platforms);
		const video = await upload(who, PAGE);
		const status = async () => (await send(rest(who, `videos/${encodeURIComponent(video)}`))).json.status;
		assert.is(await status(), "PROCESSING");
		await platforms.clock({ advance: 20_000 });
		assert.is(await status(), "AVAILABLE");
		const posted = await send(postCall(who, video, { author: PAGE }));
		assert.equal([posted.status, posted.text], [201, ""]);
		const id = posted.headers["x-restli-id"] ?? "";
		const list = () => send(rest(who, `posts?author=${encodeURIComponent(PAGE)}&q=author&count=20`));
		assert.equal((await list()).json.elements, [] as never);
		await platforms.clock({ advance: 30_000 });
		const { elements } = (await list()).json as unknown as { elements: [{ id: string; content: object }] };
		assert.equal([elements[0].id, elements[0].content], [id, { media: { id: video } }]);
		const close = rest(who, `socialMetadata/${encodeURIComponent(id)}?actor=${encodeURIComponent(PAGE)}`, {
			patch: { $set: { commentsState: "CLOSED" } },
		});
		const headers = { ...close.headers, "x-restli-method": "PARTIAL_UPDATE" };
		assert.is((await send({ ...close, headers })).status, 202);
		const [, entry] = await platforms.entries();
		const sha256 = createHash("sha256").update(FILE).digest("hex");
		assert.ok(entry?.kind === "public" && entry.sha256 === sha256 && entry.account === PAGE);
		assert.equal(await platforms.violations(), []);
	}),
);

const wrong: Record<string, readonly [(who: Author, begun: Begun) => Promise<Call>, violation: string]> = {
	"parts in another order": [
		async (who, begun) => finalizeCall(who, begun, [...(await uploadParts(begun))].reverse()),
		"linkedin.finalize: other uploadedPartIds, or in another order",
	],
	"quotes around receipts": [
		async (who, begun) =>
			finalizeCall(
				who,
				begun,
				(await uploadParts(begun)).map((etag) => `"${etag}"`),
			),
		"linkedin.finalize: other uploadedPartIds, or in another order",
	],
	"another uploadToken": [
		async (who, begun) => finalizeCall(who, { ...begun, uploadToken: "x" }, await uploadParts(begun)),
		"linkedin.finalize: another uploadToken",
	],
	"a token at an upload URL": [
		async ({ token }, begun) => {
			const [call] = partCalls(begun);
			return { ...(call as Call), headers: { ...call?.headers, ...bearer(token) } };
		},
		"linkedin.part: unexpected header authorization",
	],
	"a version at an upload URL": [
		async (_, begun) => {
			const [call] = partCalls(begun);
			return { ...(call as Call), headers: { ...call?.headers, "linkedin-version": "202607" } };
		},
		"linkedin.part: unexpected header linkedin-version",
	],
	"a part that lacks its last byte": [
		async (_, begun) => ({ ...(partCalls(begun)[0] as Call), body: FILE.subarray(0, 999) }),
		"linkedin.part: 999 bytes for a part of 1000",
	],
	"no version": [
		async (who) => {
			const call = rest(who, `videos/${encodeURIComponent("urn:li:video:1")}`);
			return { ...call, headers: { ...bearer(who.token), "x-restli-protocol-version": "2.0.0" } };
		},
		"linkedin.video: LinkedIn-Version ",
	],
	"a URN that is not encoded": [
		async (who, { video }) => rest(who, `videos/${video}`),
		"linkedin.video: a URN in a path is not encoded",
	],
	"a post before the video is available": [
		async (who, begun) => {
			await send(finalizeCall(who, begun, await uploadParts(begun)));
			return postCall(who, begun.video);
		},
		"linkedin.post: a post of a video that is PROCESSING",
	],
};
for (const [title, [callOf, violation]] of Object.entries(wrong))
	videos(`not taken: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const who = await author(platforms);
			const { status } = await send(await callOf(who, await begin(who)));
			assert.equal([status, await platforms.violations()], [400, [violation]]);
		}),
	);

videos("an upload URL that was decoded is another, one that is over answers 401, a receipt may be weak", () =>
	withPlatforms(async (platforms) => {
		const who = await author(platforms);
		const begun = await begin(who);
		const [call] = partCalls(begun) as [Call];
		assert.is((await send({ ...call, url: call.url.replaceAll("%253D", "%3D") })).status, 404);
		await platforms.faults({ route: "linkedin.part", kind: "quirk", quirk: "weak-etag", times: 1 });
		assert.match((await send(call)).headers.etag ?? "", /^W\/"/);
		await platforms.faults({ route: "linkedin.part", kind: "quirk", quirk: "expire-url", times: 1 });
		assert.is((await send(call)).status, 401);
		await platforms.clock({ advance: 30 * 24 * 3600_000 });
		assert.is((await send(call)).status, 401);
	}),
);

videos("a version that is sunset", () =>
	withPlatforms(async (platforms) => {
		const call = rest(await author(platforms), "organizations/101");
		const { status, json } = await send({
			...call,
			headers: { ...call.headers, "linkedin-version": "202506" },
		});
		assert.equal([status, json.code], [426, "NONEXISTENT_VERSION"] as never);
	}),
);

videos.run();

const posts = suite("posts of LinkedIn");

posts("the same again is refused by naming the first", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("linkedin", { processingMs: 0 });
		const who = await author(platforms);
		const video = await upload(who);
		const first = (await send(postCall(who, video))).headers["x-restli-id"];
		const { status, json } = await send(postCall(who, video));
		assert.equal([status, json.message], [422, `Content is a duplicate of ${first}`] as never);
		assert.equal(
			(await platforms.entries()).map(({ kind }) => kind),
			["prepared", "public", "repeated"],
		);
	}),
);

posts("a member's posts cannot be listed, and nobody speaks for others", () =>
	withPlatforms(async (platforms) => {
		const member = await author(platforms, [...MEMBER_SCOPES]);
		const list = await send(rest(member, `posts?author=${encodeURIComponent(ANN)}&q=author`));
		const video = await upload(member);
		const other = await send(postCall(member, video, { author: "urn:li:person:BenP3rson2" }));
		assert.equal([list.status, other.status], [403, 403]);
	}),
);

posts("a client that looks for the id in the body and posts again is caught, where that is taken", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("linkedin", { processingMs: 0, duplicateMs: 0 });
		const who = await author(platforms);
		const video = await upload(who);
		for (let tries = 0; tries < 2; tries += 1) if ((await send(postCall(who, video))).json.id) break;
		assert.equal((await platforms.counts()).byObject, { [video]: 2 });
	}),
);

posts("what is not escaped cuts the text off", () => {
	const texts = {
		"Read this (now)": "Read this ",
		"Read this \\(now\\)": "Read this (now)",
		"{hashtag|\\#|clips} and #more": "#clips and #more",
		"a\\_b": "a_b",
		a_b: "a",
	};
	for (const [commentary, seen] of Object.entries(texts)) assert.is(visibleText(commentary), seen);
});

posts("too long, and too many on a day", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("linkedin", { processingMs: 0, postsPerDay: 1 });
		const who = await author(platforms);
		const video = await upload(who);
		const long = await send(postCall(who, video, { commentary: "a".repeat(3001) }));
		await send(postCall(who, video));
		const second = await send(postCall(who, video, { commentary: "Another" }));
		assert.equal([long.json.code, second.status], ["FIELD_LENGTH_TOO_LONG", 429] as never);
	}),
);

posts.run();
