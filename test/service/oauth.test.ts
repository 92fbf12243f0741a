import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireAccount, WireOAuth } from "../../src/wire/messages.ts";
import { type World, withWorld } from "./world.ts";

const oauth = suite("connecting an account");

async function started(world: World, platform = "instagram"): Promise<WireOAuth> {
	return (await world.call("POST", `/api/v2/social-media/oauth/${platform}`)).body.data as WireOAuth;
}

async function form(url: string): Promise<Record<string, string>> {
	const html = await (await fetch(url)).text();
	const fields = [...html.matchAll(/name="(state|csrf)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
	return Object.fromEntries(fields);
}

async function decide(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<[number, string]> {
	const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });
	return [response.status, await response.text()];
}

async function usernames(world: World, platform = "instagram"): Promise<string[]> {
	const accounts = (await world.call("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[];
	return accounts.filter((account) => account.platform === platform).map((account) => account.platform_username);
}

async function unitsIn(world: World): Promise<number[]> {
	const text = await readFile(join(world.options.data, "accounts.json"), "utf8").catch(() => '{"accounts":[]}');
	return JSON.parse(text).accounts.map((account: { readonly units: number }) => account.units);
}

oauth("an allowed account is listed, has cost 10 units, and stays after a restart", () =>
	withWorld({}, async (world) => {
		const { auth_url, state } = await started(world);
		assert.ok(auth_url.includes(`state=${state}`));
		const [status, html] = await decide(auth_url, { ...(await form(auth_url)), username: "acme.shots", decision: "allow" });
		assert.is(status, 200);
		assert.match(html, /acme\.shots on instagram is connected \(10 API units\)/);
		await world.restart();
		assert.equal([await usernames(world), await unitsIn(world)], [["acme.shots"], [10]]);
	}),
);

oauth("a refused account is not listed and costs nothing", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		await decide(auth_url, { ...(await form(auth_url)), username: "acme.shots", decision: "refuse" });
		assert.equal([await usernames(world), await unitsIn(world)], [[], []]);
	}),
);

oauth("an auth_url is usable once, whatever was decided", () =>
	withWorld({}, async (world) => {
		for (const decision of ["allow", "refuse"]) {
			const { auth_url } = await started(world);
			const fields = { ...(await form(auth_url)), username: `acme-${decision}`, decision };
			assert.is((await decide(auth_url, fields))[0], 200);
			assert.equal([(await decide(auth_url, fields))[0], (await fetch(auth_url)).status], [410, 410]);
		}
	}),
);

oauth("an auth_url expires after 15 minutes", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		world.clock.move(15 * 60_000);
		assert.is((await fetch(auth_url)).status, 200);
		world.clock.move(1);
		assert.is((await fetch(auth_url)).status, 410);
	}),
);

const forged: Record<string, (fields: Record<string, string>) => Record<string, string>> = {
	"without the token of the page": ({ state = "" }) => ({ state }),
	"with another token": (fields) => ({ ...fields, csrf: "x".repeat(43) }),
	"with another state": (fields) => ({ ...fields, state: "0".repeat(32) }),
};
for (const [title, change] of Object.entries(forged)) {
	oauth(`an answer ${title} is refused and leaves the link usable`, () =>
		withWorld({}, async (world) => {
			const { auth_url } = await started(world);
			const fields = { ...(await form(auth_url)), username: "acme", decision: "allow" };
			assert.is((await decide(auth_url, { username: "acme", decision: "allow", ...change(await form(auth_url)) }))[0], 403);
			assert.equal(await usernames(world), []);
			assert.is((await decide(auth_url, fields))[0], 200);
		}),
	);
}

oauth("an answer from another origin is refused", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const fields = { ...(await form(auth_url)), username: "acme", decision: "allow" };
		assert.is((await decide(auth_url, fields, { origin: "https://evil.example" }))[0], 403);
		assert.is((await decide(auth_url, fields, { origin: world.service.url }))[0], 200);
	}),
);

oauth("the page allows no script, no frame and no other origin", () =>
	withWorld({}, async (world) => {
		const page = await fetch((await started(world)).auth_url);
		assert.match(
			page.headers.get("content-security-policy") ?? "",
			/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
		);
		assert.equal([page.headers.get("cache-control"), page.headers.get("x-frame-options")], ["no-store", "DENY"]);
		assert.not.match(await page.text(), /<script/);
	}),
);

oauth("a name cannot bring markup into the page", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const [, html] = await decide(auth_url, { ...(await form(auth_url)), username: `<img src=x onerror=alert("1")>`, decision: "allow" });
		assert.not.match(html, /<img/);
		assert.match(html, /&#60;img src=x/);
	}),
);

const names: Record<string, [string, string]> = {
	"no name": [" ", "Name the account."],
	"only an at sign": ["@", "Name the account."],
	"a very long name": ["x".repeat(101), "The name may have at most 100 characters."],
	"a name with an invisible character": ["ac\u200bme", "The name holds characters that cannot be seen."],
};
for (const [title, [username, problem]] of Object.entries(names)) {
	oauth(`${title} is asked for again`, () =>
		withWorld({}, async (world) => {
			const { auth_url } = await started(world);
			const fields = await form(auth_url);
			const [status, html] = await decide(auth_url, { ...fields, username, decision: "allow" });
			assert.equal([status, html.includes(problem)], [422, true]);
			assert.is((await decide(auth_url, { ...fields, username: "acme", decision: "allow" }))[0], 200);
		}),
	);
}

oauth("connecting a known account again keeps its id and counts its units", () =>
	withWorld({}, async (world) => {
		const ids = async () => ((await world.call("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[]).map((account) => account.id);
		const before = await ids();
		for (const username of ["Acme", "@ACME"]) {
			const { auth_url } = await started(world, "youtube");
			await decide(auth_url, { ...(await form(auth_url)), username, decision: "allow" });
		}
		assert.equal([await ids(), await unitsIn(world)], [before, [20]]);
	}),
);

oauth.run();
