import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, fileOf, send, withPlatforms } from "../call.ts";
import { appOf, postForm, STATE, sentBack, withQuery } from "../people.ts";
import * as meta from "./calls.ts";
import { HOSTS, IG_SCOPES, proofOf, REDIRECTS } from "./model.ts";

const FILE = fileOf(3000);
const SHA256 = createHash("sha256").update(FILE).digest("hex");
const DAY = 24 * 3600_000;

const reels = suite("reels of Instagram");

async function filled(who: meta.Publisher): Promise<string> {
	const { id, url } = await meta.container(who);
	await send(meta.uploadCall(who, url, [FILE, 0]));
	return id;
}

reels("a container is filled, finished, published, listed", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const id = await filled(who);
		const state = async () =>
			(await send(meta.readCall(who, `${id}?fields=status_code,status`))).json.status_code;
		assert.is(await state(), "IN_PROGRESS");
		await platforms.clock({ advance: 20_000 });
		assert.is(await state(), "FINISHED");
		const { json } = await send(meta.publishCall(who, id));
		assert.is(await state(), "PUBLISHED");
		const list = () =>
			send(meta.readCall(who, `${meta.INSTAGRAM}/media?fields=id,caption,permalink&limit=10`));
		assert.equal((await list()).json, { data: [] } as never);
		await platforms.clock({ advance: 30_000 });
		const { data } = (await list()).json as unknown as { data: { id: string; caption: string }[] };
		assert.equal([data[0]?.id, data[0]?.caption], [json.id, "A clip"]);
		const limit = `${meta.INSTAGRAM}/content_publishing_limit?fields=quota_usage,config`;
		assert.match((await send(meta.readCall(who, limit))).text, '"quota_usage":1');
		assert.is((await send(meta.postCall(who, `${json.id}`, { comment_enabled: "false" }))).status, 200);
		const [, entry] = await platforms.entries();
		assert.ok(entry?.kind === "public" && entry.sha256 === SHA256 && entry.object === id);
		assert.equal(await platforms.violations(), []);
	}),
);

reels("an upload goes on where it broke off, and nowhere else", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const { id, url } = await meta.container(who);
		const first = meta.uploadCall(who, url, [FILE, 0]);
		await send({ ...first, body: FILE.subarray(0, 1000) });
		const { text } = await send(meta.readCall(who, `${id}?fields=video_status`));
		assert.match(text, '"bytes_transferred":1000');
		const again = await send(first);
		assert.equal([again.status, Object.keys(again.json)], [400, ["debug_info"]]);
		assert.is((await send(meta.uploadCall(who, url, [FILE, 1000]))).status, 200);
		const other = await meta.container(who);
		const bearing = meta.uploadCall(who, other.url, [FILE, 0]);
		await send({ ...bearing, headers: { ...bearing.headers, ...bearer(who.token) } });
		await send({ ...bearing, body: fileOf(3001) });
		assert.equal(await platforms.violations(), [
			"instagram.upload: offset 0, where 1000 are kept",
			"instagram.upload: Authorization with Bearer in place of OAuth",
			"instagram.upload: 3001 bytes of 3000",
		]);
	}),
);

reels("published too early, twice, too late, or when it failed", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const [first, late] = [await filled(who), await filled(who)];
		const early = await send(meta.publishCall(who, first));
		await platforms.clock({ advance: 20_000 });
		await send(meta.publishCall(who, first));
		const twice = await send(meta.publishCall(who, first));
		await platforms.clock({ advance: DAY });
		const expired = await send(meta.publishCall(who, late));
		await platforms.settings("instagram", { processingMs: 0, processingError: "2207026" });
		const broken = await send(meta.publishCall(who, await filled(who)));
		assert.equal([early, twice, expired, broken].map(meta.codes), [
			[9007, 2207027],
			[9007, 2207027],
			[-2, 2207020],
			[352, 2207026],
		]);
		assert.equal(await platforms.violations(), [
			"instagram.publish: a container is published before it is FINISHED",
		]);
		const kinds = (await platforms.entries()).map(({ kind }) => kind).filter((kind) => kind !== "prepared");
		assert.equal(kinds, ["violation", "public", "repeated"]);
	}),
);

reels("a post that went live with an error of 4/2207051 is caught when the client makes another", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("instagram", { processingMs: 0 });
		const error = { message: "Spam", type: "OAuthException", code: 4, error_subcode: 2207051 };
		const fault = {
			route: "instagram.publish",
			kind: "status",
			status: 400,
			when: "after",
			times: 1,
		} as const;
		await platforms.faults({ ...fault, body: JSON.stringify({ error }) });
		const who = await meta.publisher(platforms);
		for (let tries = 0; tries < 2; tries += 1) {
			const { status } = await send(meta.publishCall(who, await filled(who)));
			if (status === 200) break;
		}
		assert.equal(Object.values((await platforms.counts()).byFile), [2]);
	}),
);

reels("a container may be unreadable for a while, expire, or not take its file", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const { id, url } = await meta.container(who);
		const quirk = (route: string, name: string) =>
			platforms.faults({ route, kind: "quirk", quirk: name, times: 1 });
		await quirk("instagram.upload", "processing-failed");
		assert.match((await send(meta.uploadCall(who, url, [FILE, 0]))).text, "ProcessingFailedError");
		await quirk("instagram.status", "unreadable");
		await quirk("instagram.status", "expire-container");
		const read = () => send(meta.readCall(who, `${id}?fields=status_code`));
		assert.equal(meta.codes(await read()), [100, 33]);
		assert.is((await read()).json.status_code, "EXPIRED");
	}),
);

reels("limits a day, of containers and of posts", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("instagram", { processingMs: 0, containersPerDay: 2, postsPerDay: 1 });
		const who = await meta.publisher(platforms);
		const [first, second] = [await filled(who), await filled(who)];
		await send(meta.publishCall(who, first));
		const over = [
			await send(meta.publishCall(who, second)),
			await send(
				meta.postCall(who, `${meta.INSTAGRAM}/media`, { media_type: "REELS", upload_type: "resumable" }),
			),
		];
		assert.equal(over.map(meta.codes), [
			[9, 2207042],
			[9, 2207042],
		]);
	}),
);

reels("tokens belong into a header, and into that of their own login and account", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const ben = await meta.publisher(platforms, { page: "1004" });
		const fields = { media_type: "REELS", upload_type: "resumable" };
		const call = meta.postCall(who, `${meta.INSTAGRAM}/media`, fields);
		await send({ ...call, url: `${call.url}?access_token=${who.token}` });
		await send({ ...call, url: call.url.replace(who.graph, `${platforms.hosts[HOSTS.igGraph]}/v25.0`) });
		assert.equal(await platforms.violations(), [
			"instagram.container: unexpected parameter access_token",
			"instagram.container: an access token of another platform",
		]);
		assert.equal(meta.codes(await send(meta.postCall(ben, `${meta.INSTAGRAM}/media`, fields))), [100, 33]);
		assert.equal(meta.codes(await send({ ...call, url: call.url.replace("v25.0", "v19.0") })), [
			2635,
			undefined,
		]);
	}),
);

reels.run();

const login = suite("Instagram Login");

login("a code becomes a token of an hour, of 60 days, and is refreshed after a day", () =>
	withPlatforms(async (platforms) => {
		const { id, secret } = await appOf(platforms, "instagram", "instagram");
		const { [HOSTS.igDialog]: site, [HOSTS.igToken]: api, [HOSTS.igGraph]: graph } = platforms.hosts;
		const page = withQuery(`${site}/oauth/authorize`, {
			...{ client_id: id, redirect_uri: REDIRECTS[0], response_type: "code", state: STATE },
			scope: IG_SCOPES.join(","),
		});
		const code = (await sentBack(page)).searchParams.get("code") ?? "";
		const short = await postForm(`${api}/oauth/access_token`, {
			...{ client_id: id, client_secret: secret, grant_type: "authorization_code", code },
			redirect_uri: REDIRECTS[0],
		});
		assert.is(short.json.user_id, meta.INSTAGRAM);
		const exchange = { grant_type: "ig_exchange_token", client_secret: secret };
		const long = await send(
			withQuery(`${graph}/access_token`, { ...exchange, access_token: short.json.access_token }),
		);
		assert.is(long.json.expires_in, 5_184_000);
		const refresh = withQuery(`${graph}/refresh_access_token`, {
			...{ grant_type: "ig_refresh_token", access_token: long.json.access_token },
		});
		assert.is((await send(refresh)).status, 400);
		await platforms.clock({ advance: DAY });
		const { json } = await send(refresh);
		const headers = bearer(json.access_token ?? "");
		const me = await send({ method: "GET", url: `${graph}/v25.0/me?fields=user_id,username`, headers });
		assert.equal([me.json.user_id, me.json.username], [meta.INSTAGRAM, "ann.clips"]);
		assert.equal(await platforms.violations(), []);
	}),
);

login("takes no file, only an address, which it fetches", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("instagram", { processingMs: 0 });
		const server = createServer((_, response) => response.end(FILE)).listen(0, "127.0.0.1");
		await once(server, "listening");
		const { access_token: token = "" } = await platforms.operate<Record<string, string>>(
			"instagram",
			"token",
		);
		const who = { graph: `${platforms.hosts[HOSTS.igGraph]}/v25.0`, token };
		const create = (fields: Record<string, string>) =>
			send(meta.postCall(who, `${meta.INSTAGRAM}/media`, { media_type: "REELS", ...fields }));
		assert.equal(meta.codes(await create({ upload_type: "resumable" })), [100, undefined]);
		const video_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`;
		const { id } = (await create({ video_url })).json;
		while ((await platforms.entries()).length === 0);
		assert.is((await send(meta.publishCall(who, id ?? ""))).status, 200);
		assert.equal((await platforms.counts()).byFile, { [`instagram ${meta.INSTAGRAM} ${SHA256}`]: 1 });
		server.close();
		await once(server, "close");
	}),
);

login("the proof of the secret is that of the vector", () => {
	assert.is(
		proofOf("app-secret", "token"),
		"4b062935fec529e51d39e89ee371a452c231b1e0c5549ac72d83fc4f3a0b0471",
	);
});

login.run();
