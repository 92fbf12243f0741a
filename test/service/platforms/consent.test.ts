import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import type { WireAccount, WireOAuth } from "../../../src/wire/messages.gen.ts";
import { ACME, CANARY, CLIENT, type Google, startGoogle, urlsOf } from "../../fakes/google.ts";
import { type World, withWorld } from "../world.ts";

interface Ground {
	readonly world: World;
	readonly google: Google;
	/** Ids that were said to be one account. */
	readonly aliases: (readonly [string, string])[];
}

/** A service whose app is one of this Google. */
async function withApp(body: (ground: Ground) => Promise<void>): Promise<void> {
	const [google, user] = [await startGoogle(), await mkdtemp(join(tmpdir(), "showrun-user-"))];
	const aliases: (readonly [string, string])[] = [];
	const youtube = { clientId: CLIENT.id, clientSecret: new Secret(CLIENT.secret), urls: urlsOf(google) };
	const options = {
		apps: { youtube },
		credentials: { file: join(user, "credentials.key") },
		noteAlias: async (made: string, id: string) => void aliases.push([made, id]),
	};
	try {
		await withWorld(options, (world) => body({ world, google, aliases }));
	} finally {
		await google.close();
		await rm(user, { recursive: true, force: true });
	}
}

async function pageOf({ call }: World): Promise<string> {
	const { auth_url } = (await call("POST", "/api/v2/social-media/oauth/youtube")).body.data as WireOAuth;
	const answer = await fetch(auth_url, { redirect: "manual" });
	assert.is(answer.status, 302);
	return answer.headers.get("location") ?? "";
}

async function open(url: URL): Promise<[number, string]> {
	const answer = await fetch(url, { redirect: "manual" });
	assert.is(answer.headers.get("referrer-policy"), "no-referrer");
	return [answer.status, await answer.text()];
}

async function channels({ call }: World): Promise<readonly WireAccount[]> {
	const all = (await call("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[];
	return all.filter(({ platform }) => platform === "youtube");
}

async function charged({ options }: World): Promise<number> {
	return (await readdir(join(options.data, "usage")).catch(() => [])).length;
}

const consent = suite("the page behind auth_url, where there is an app");

consent("leads to Google, and back to an account that takes the place of the folder of its name", () =>
	withApp(async ({ world, google, aliases }) => {
		const [before] = await channels(world);
		const [status, page] = await open(google.allow(await pageOf(world)));
		assert.is(status, 200);
		assert.match(page, /<strong><bdi>Acme<\/bdi><\/strong> on YouTube is connected/);
		assert.not.match(page, CANARY);
		assert.equal(
			(await channels(world)).map(({ id, platform_username: name, token_valid }) => [id, name, token_valid]),
			[[ACME.id, "Acme", true]],
		);
		assert.equal(aliases, [[before?.id, ACME.id]]);
		assert.is(await charged(world), 1);
		const credential = await readFile(join(world.options.data, "credentials", `${ACME.id}.json`), "utf8");
		assert.not.match(credential + world.log.join(), CANARY);
	}),
);

consent("an answer counts once, and one that was not asked for never", () =>
	withApp(async ({ world, google }) => {
		const back = google.allow(await pageOf(world));
		const foreign = new URL(back);
		foreign.searchParams.set("state", `${back.searchParams.get("state")?.split(".")[0]}.${"x".repeat(43)}`);
		assert.is((await open(foreign))[0], 403);
		const elsewhere = new URL(back);
		elsewhere.pathname = back.pathname.replace("youtube", "tiktok");
		assert.is((await open(elsewhere))[0], 403);
		assert.is(google.asked.length, 0);
		assert.is((await open(back))[0], 200);
		assert.is((await open(back))[0], 410);
		assert.equal([google.asked.length, await charged(world)], [1, 1]);
	}),
);

consent("a refusal connects and costs nothing", () =>
	withApp(async ({ world, google }) => {
		const back = google.allow(await pageOf(world));
		back.searchParams.delete("code");
		back.searchParams.set("error", "access_denied");
		assert.match((await open(back))[1], /You refused/);
		assert.equal([google.asked.length, await charged(world)], [0, 0]);
	}),
);

consent("what was not ticked is said on the page, and costs nothing", () =>
	withApp(async ({ world, google }) => {
		google.state.scope = "https://www.googleapis.com/auth/youtube.readonly";
		const [status, page] = await open(google.allow(await pageOf(world)));
		assert.is(status, 500);
		assert.match(page, /that box was not ticked/);
		assert.is(await charged(world), 0);
	}),
);

consent("removing the account revokes its tokens and deletes them", () =>
	withApp(async ({ world, google }) => {
		await open(google.allow(await pageOf(world)));
		assert.is((await world.call("DELETE", `/api/v2/social-media/accounts/${ACME.id}`)).status, 200);
		assert.is(google.revocations.length, 1);
		assert.equal(await readdir(join(world.options.data, "credentials")), []);
		assert.not.equal((await channels(world))[0]?.id, ACME.id);
	}),
);
consent.run();
