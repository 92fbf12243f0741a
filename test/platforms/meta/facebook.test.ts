import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, fileOf, send, withPlatforms } from "../call.ts";
import { appOf, STATE, sentBack, withQuery } from "../people.ts";
import type { Handle } from "../start.ts";
import * as meta from "./calls.ts";
import { HOSTS, proofOf, REDIRECTS, SCOPES } from "./model.ts";

const FILE = fileOf(3000);
const SHA256 = createHash("sha256").update(FILE).digest("hex");

const reels = suite("reels of Facebook");

async function filled(who: meta.Publisher): Promise<string> {
	const { id, url } = await meta.reel(who);
	await send(meta.uploadCall(who, url, [FILE, 0]));
	return id;
}

interface Phases {
	readonly video_status: string;
	readonly uploading_phase: { readonly bytes_transferred: number };
	readonly publishing_phase: { readonly status: string };
}

async function phases(who: meta.Publisher, id: string): Promise<Phases> {
	return (await send(meta.readCall(who, `${id}?fields=status`))).json.status as unknown as Phases;
}

reels("a reel is ready before anybody published it, and published once", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const id = await filled(who);
		const seen = async () => {
			const { video_status, publishing_phase } = await phases(who, id);
			return [video_status, publishing_phase.status];
		};
		assert.equal(await seen(), ["processing", "not_started"]);
		await platforms.clock({ advance: 20_000 });
		assert.equal(await seen(), ["ready", "not_started"]);
		assert.is((await send(meta.finishCall(who, id))).json.success, true as never);
		assert.equal(await seen(), ["ready", "in_progress"]);
		await platforms.clock({ advance: 10_000 });
		assert.equal(await seen(), ["ready", "complete"]);
		await send(meta.finishCall(who, id));
		const kinds = (await platforms.entries()).map(({ kind }) => kind);
		assert.equal(kinds, ["prepared", "public", "repeated"]);
		assert.equal((await platforms.counts()).byFile, { [`facebook ${meta.PAGE} ${SHA256}`]: 1 });
		assert.equal(await platforms.violations(), []);
	}),
);

reels("finished before its bytes came, by a person's token, at a Page without the task", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const early = await send(meta.finishCall(who, (await meta.reel(who)).id));
		const { access_token = "" } = await platforms.operate<Record<string, string>>("facebook", "token");
		const person = await send(
			meta.postCall({ ...who, token: access_token }, "1001/video_reels", { upload_phase: "start" }),
		);
		const club = await meta.publisher(platforms, { page: "1003" });
		const task = await send(meta.postCall(club, "1003/video_reels", { upload_phase: "start" }));
		assert.equal([early, person, task].map(meta.codes), [
			[6000, undefined],
			[190, 2069032],
			[200, undefined],
		]);
		assert.equal(await platforms.violations(), [
			"facebook.finish: a reel is finished before its bytes arrived",
		]);
	}),
);

reels("a scheduled reel is public at its time, a draft never", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const now = Math.floor((await platforms.clock()) / 1000);
		const schedule = async (seconds: number) => {
			const changes = { video_state: "SCHEDULED", scheduled_publish_time: `${now + seconds}` };
			return (await send(meta.finishCall(who, await filled(who), changes))).status;
		};
		assert.equal([await schedule(599), await schedule(600)], [400, 200]);
		await send(meta.finishCall(who, await filled(who), { video_state: "DRAFT" }));
		await platforms.clock({ advance: 599_999 });
		assert.equal((await platforms.counts()).byObject, {});
		await platforms.clock({ advance: 1 });
		const posts = (await platforms.entries()).filter(({ kind }) => kind === "public");
		assert.equal(
			posts.map((each) => each.kind === "public" && each.how),
			["schedule"],
		);
	}),
);

reels("a reel that is removed before its time is never public, and is read no more", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		const reel = await filled(who);
		const at = Math.floor((await platforms.clock()) / 1000) + 3600;
		const changes = { video_state: "SCHEDULED", scheduled_publish_time: `${at}` };
		await send(meta.finishCall(who, reel, changes));
		const remove = async () => (await send({ ...meta.readCall(who, reel), method: "DELETE" })).status;
		assert.equal([await remove(), await remove()], [200, 400]);
		await platforms.clock({ advance: 7_200_000 });
		assert.equal((await platforms.counts()).byObject, {});
	}),
);

reels("starting and finishing fail each on its own, and an upload goes on at its offset", () =>
	withPlatforms(async (platforms) => {
		const who = await meta.publisher(platforms);
		await platforms.faults({
			route: "facebook.finish",
			kind: "status",
			status: 500,
			when: "after",
			times: 1,
		});
		const { id, url } = await meta.reel(who);
		const whole = meta.uploadCall(who, url, [FILE, 0]);
		await send({ ...whole, body: FILE.subarray(0, 500) });
		assert.is((await phases(who, id)).uploading_phase.bytes_transferred, 500);
		await send(meta.uploadCall(who, url, [FILE, 500]));
		const lost = await send(meta.finishCall(who, id));
		assert.equal([lost.status, meta.codes(lost)[0]], [500, 2]);
		assert.equal((await platforms.counts()).byObject, { [id]: 1 });
	}),
);

reels("processing may fail, and then nothing is public", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("facebook", { processingMs: 0, processingFails: true });
		const who = await meta.publisher(platforms);
		const id = await filled(who);
		await send(meta.finishCall(who, id));
		assert.equal([(await phases(who, id)).video_status, (await platforms.counts()).byObject], ["error", {}]);
	}),
);

reels.run();

const login = suite("Facebook Login");

/** Through the page, with a code, to a token of 60 days. */
async function consented(
	platforms: Handle,
	{ id, secret }: Readonly<Record<"id" | "secret", string>>,
): Promise<meta.Publisher> {
	const { [HOSTS.dialog]: site, [HOSTS.graph]: host } = platforms.hosts;
	const graph = `${host}/v25.0`;
	const page = withQuery(`${site}/v25.0/dialog/oauth`, {
		...{ client_id: id, redirect_uri: REDIRECTS[0], response_type: "code", state: STATE },
		scope: SCOPES.join(","),
	});
	const code = (await sentBack(page)).searchParams.get("code") ?? "";
	const client = { client_id: id, client_secret: secret };
	const byCode = withQuery(`${graph}/oauth/access_token`, { ...client, redirect_uri: REDIRECTS[0], code });
	const exchange = {
		grant_type: "fb_exchange_token",
		fb_exchange_token: (await send(byCode)).json.access_token,
	};
	const { json } = await send(withQuery(`${graph}/oauth/access_token`, { ...client, ...exchange }));
	return { graph, token: json.access_token ?? "" };
}

login("one consent gives Pages, their tokens and their Instagram accounts", () =>
	withPlatforms(async (platforms) => {
		const { id, secret } = await appOf(platforms, "facebook", "facebook");
		const who = await consented(platforms, { id, secret });
		const names: unknown[] = [];
		let call = meta.readCall(
			who,
			"me/accounts?fields=id,name,access_token,instagram_business_account&limit=2",
		);
		let pageTokenValue = "";
		for (;;) {
			const { data, paging } = (await send(call)).json as unknown as {
				data: { name: string; access_token: string; instagram_business_account?: { id: string } }[];
				paging?: { next: string };
			};
			pageTokenValue ||= data[0]?.access_token ?? "";
			names.push(...data.map((each) => [each.name, each.instagram_business_account?.id]));
			if (paging === undefined) break;
			call = { ...call, url: paging.next };
		}
		assert.equal(names, [
			["Ann", meta.INSTAGRAM],
			["Ann's Shop", undefined],
			["Ann's Club", undefined],
		]);
		const debug = { input_token: pageTokenValue, access_token: `${id}|${secret}` };
		const { data } = (await send(withQuery(`${who.graph}/debug_token`, debug))).json as unknown as {
			data: Record<string, unknown>;
		};
		assert.equal([data.type, data.expires_at, data.profile_id], ["PAGE", 0, meta.PAGE]);
		const revoked = await send({ ...meta.readCall(who, "me/permissions"), method: "DELETE" });
		assert.is(revoked.status, 200);
		assert.equal(meta.codes(await send(meta.readCall(who, "me/accounts"))), [190, 458]);
		assert.equal(await platforms.violations(), []);
	}),
);

login("a token is over after 60 days, and a proof is wanted where the app says so", () =>
	withPlatforms(async (platforms) => {
		const { access_token: token = "" } = await platforms.operate<Record<string, string>>("facebook", "token");
		const who = { graph: `${platforms.hosts[HOSTS.graph]}/v25.0`, token };
		await platforms.settings("facebook", { requireProof: true });
		assert.equal(meta.codes(await send(meta.readCall(who, "me/accounts"))), [100, undefined]);
		const { secret } = await appOf(platforms, "facebook", "facebook");
		const proved = meta.readCall(who, `me/accounts?appsecret_proof=${proofOf(secret, token)}`);
		assert.is((await send(proved)).status, 200);
		await platforms.clock({ advance: 60 * 24 * 3600_000 });
		assert.equal(meta.codes(await send(proved)), [190, 463]);
		const wrongProof = {
			...proved,
			url: `${who.graph}/me/accounts?appsecret_proof=x`,
			headers: bearer(token),
		};
		assert.is((await send(wrongProof)).status, 400);
	}),
);

login.run();
