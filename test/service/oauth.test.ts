import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireAccount, WireOAuth } from "../../src/wire/messages.gen.ts";
import { type World, withWorld } from "./world.ts";

const oauth = suite("connecting an account");

async function started(world: World, platform = "instagram"): Promise<WireOAuth> {
	return (await world.call("POST", `/api/v2/social-media/oauth/${platform}`)).body.data as WireOAuth;
}

async function form(url: string): Promise<Record<string, string>> {
	const html = await (await fetch(url)).text();
	const fields = [...html.matchAll(/name="(state|csrf)" value="([^"]*)"/g)].map(
		([, name = "", value = ""]) => [name, value],
	);
	return Object.fromEntries(fields);
}

async function decide(
	url: string,
	fields: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<[number, string]> {
	const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });
	return [response.status, await response.text()];
}

async function usernames(world: World, platform = "instagram"): Promise<string[]> {
	const accounts = (await world.call("GET", "/api/v2/social-media/accounts")).body
		.data as readonly WireAccount[];
	return accounts
		.filter((account) => account.platform === platform)
		.map((account) => account.platform_username);
}

/** What the ledger says each connection has cost. */
async function charged(world: World): Promise<unknown[]> {
	const folder = join(world.options.data, "usage");
	const names = await readdir(folder).catch(() => []);
	const records = await Promise.all(
		names.sort().map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
	);
	return records.map(({ platform, username, units }) => [platform, username, units]);
}

async function allow(world: World, platform: string, username: string): Promise<string> {
	const { auth_url } = await started(world, platform);
	return (await decide(auth_url, { ...(await form(auth_url)), username, decision: "allow" }))[1];
}

oauth("an allowed account is listed, has cost 10 units, and stays after a restart", () =>
	withWorld({}, async (world) => {
		const { auth_url, state } = await started(world);
		assert.ok(auth_url.includes(`state=${state}`));
		const [status, html] = await decide(auth_url, {
			...(await form(auth_url)),
			username: "acme.shots",
			decision: "allow",
		});
		assert.is(status, 200);
		assert.match(html, /acme\.shots<\/bdi><\/strong> on Instagram is connected\. It cost 10 API units\./);
		await world.restart();
		assert.equal(
			[await usernames(world), await charged(world)],
			[["acme.shots"], [["instagram", "acme.shots", 10]]],
		);
	}),
);

oauth("a refused account is not listed and costs nothing", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const [status, html] = await decide(auth_url, {
			...(await form(auth_url)),
			username: "acme.shots",
			decision: "refuse",
		});
		assert.equal([status, html.includes("No account was connected, and nothing was charged.")], [200, true]);
		assert.equal([await usernames(world), await charged(world)], [[], []]);
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
		const page = await fetch(auth_url);
		assert.equal([page.status, /<h1>Expired<\/h1>/.test(await page.text())], [410, true]);
	}),
);

oauth("what was answered is called used, not expired, however long ago", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		await decide(auth_url, { ...(await form(auth_url)), decision: "refuse" });
		world.clock.move(24 * 3_600_000);
		assert.match(await (await fetch(auth_url)).text(), /<h1>Already used<\/h1>/);
	}),
);

const links: Record<string, [(url: string) => string, number, string]> = {
	"another signature": [
		(url) => url.replace(/signature=[^&]*/, `signature=${"x".repeat(43)}`),
		403,
		"Not a link of this service",
	],
	"a later expiry": [
		(url) => url.replace(/expires=\d+/, "expires=99999999999999"),
		403,
		"Not a link of this service",
	],
	"another state": [
		(url) => url.replace(/state=.*/, `state=${"0".repeat(32)}`),
		403,
		"Not a link of this service",
	],
	"no state": [(url) => url.replace(/&state=.*/, ""), 403, "Not a link of this service"],
	"nothing but its path": [(url) => url.replace(/\?.*/, ""), 403, "Not a link of this service"],
	"the id of no request": [
		(url) => url.replace(/connect\/\w+/, "connect/01ARZ3NDEKTSV4RRFFQ69G5FAV"),
		404,
		"Unknown link",
	],
	"an id that is a path": [
		(url) => url.replace(/connect\/\w+/, "connect/..%2Faccounts"),
		404,
		"Unknown link",
	],
};
for (const [title, [change, status, heading]] of Object.entries(links)) {
	oauth(`a link with ${title} leads to a page that says so, to look at and to answer`, () =>
		withWorld({}, async (world) => {
			const { auth_url } = await started(world);
			const fields = { ...(await form(auth_url)), username: "acme", decision: "allow" };
			const looked = await fetch(change(auth_url));
			const [answered, html] = await decide(change(auth_url), fields);
			assert.equal([looked.status, answered], [status, status]);
			for (const page of [await looked.text(), html]) assert.ok(page.includes(`<h1>${heading}</h1>`), page);
			assert.equal([await usernames(world), await charged(world)], [[], []]);
		}),
	);
}

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
			assert.is(
				(await decide(auth_url, { username: "acme", decision: "allow", ...change(await form(auth_url)) }))[0],
				403,
			);
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
		assert.is((await decide(auth_url, fields, { origin: "null" }))[0], 403);
		assert.is((await decide(auth_url, fields, { "sec-fetch-site": "cross-site" }))[0], 403);
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
		assert.equal(
			[page.headers.get("cache-control"), page.headers.get("x-frame-options")],
			["no-store", "DENY"],
		);
		assert.not.match(await page.text(), /<script/);
	}),
);

oauth("a name cannot bring markup into the page", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const [, html] = await decide(auth_url, {
			...(await form(auth_url)),
			username: `<img src=x onerror=alert("1")>`,
			decision: "allow",
		});
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

oauth("an answer that is neither is asked for again", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		assert.is(
			(await decide(auth_url, { ...(await form(auth_url)), username: "acme", decision: "maybe" }))[0],
			422,
		);
		assert.equal([await usernames(world), (await fetch(auth_url)).status], [[], 200]);
	}),
);

oauth("two pages of one link: the second answer comes too late, whatever it is", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const fields = { ...(await form(auth_url)), decision: "allow" };
		const answers = await Promise.all(
			["one", "other"].map((username) => decide(auth_url, { ...fields, username })),
		);
		assert.equal(answers.map(([status]) => status).sort(), [200, 410]);
		assert.equal([(await usernames(world)).length, (await charged(world)).length], [1, 1]);
	}),
);

oauth("connecting a known account again keeps its id and its spelling, and costs again", () =>
	withWorld({}, async (world) => {
		const accounts = async () =>
			((await world.call("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[]).map(
				(each) => [each.id, each.platform_username],
			);
		const before = await accounts();
		for (const username of ["Acme", "@ACME"])
			assert.match(
				await allow(world, "youtube", username),
				/Acme<\/bdi><\/strong> on YouTube is connected again/,
			);
		assert.equal([await accounts(), (await charged(world)).length], [before, 2]);
		await allow(world, "instagram", "shots");
		await allow(world, "instagram", "@Shots");
		assert.equal(await usernames(world), ["shots"]);
	}),
);

oauth("the page names the accounts that are connected already, whatever they are called", () =>
	withWorld(
		{ accounts: [{ platform: "instagram", username: `"><script>alert(1)</script>` }] },
		async (world) => {
			const html = await (await fetch((await started(world)).auth_url)).text();
			assert.match(html, /Connected already: <strong><bdi>&#34;&#62;&#60;script&#62;/);
			assert.not.match(html, /<script/);
		},
	),
);

oauth("what was allowed before the process died is completed at the next start, once", () =>
	withWorld({}, async (world) => {
		await allow(world, "instagram", "acme.shots");
		const before = [await usernames(world), await charged(world)];
		await world.service.close();
		await rm(join(world.options.data, "accounts.json"));
		await rm(join(world.options.data, "usage"), { recursive: true });
		await world.restart();
		await world.restart();
		assert.equal([await usernames(world), await charged(world)], before);
	}),
);

oauth("a connection that cannot be kept is neither connected nor charged, and its link stays usable", () =>
	withWorld({}, async (world) => {
		const { auth_url } = await started(world);
		const fields = { ...(await form(auth_url)), username: "acme.shots", decision: "allow" };
		// A file where the folder of the ledger should be.
		const inTheWay = join(world.options.data, "usage");
		await writeFile(inTheWay, "");
		const [status, html] = await decide(auth_url, fields);
		assert.equal([status, html.includes("Nothing was charged"), await charged(world)], [500, true, []]);
		await rm(inTheWay);
		assert.is((await decide(auth_url, fields))[0], 200);
		assert.equal([await usernames(world), (await charged(world)).length], [["acme.shots"], 1]);
	}),
);

oauth.run();
