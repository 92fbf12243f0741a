import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Operation } from "../../src/model/snapshot.ts";
import { digest, IDLE_MS, LINK_MS } from "../../src/page/session/sessions.ts";
import {
	ask,
	comeIn,
	fakeSource,
	type Headers,
	HOSTILE,
	itemAt,
	ORIGIN,
	overviewOf,
	PORT,
	pageOver,
	send,
} from "./fake-source.ts";

const attacks = suite("attacks on the page");

const UNKNOWN = itemAt('talk.post.shorts["talk@0-9000"].yt', {
	standing: "unknown",
	title: HOSTILE,
	operation: {
		id: "01OP",
		kind: "publish",
		phase: "unknown",
		payload: HOSTILE,
		evidence: { error: HOSTILE, rawBody: HOSTILE },
		host: HOSTILE,
		pid: 1,
		at: 0,
		wanted: { account: { platform: "youtube", username: HOSTILE }, body: { title: HOSTILE } },
	} as unknown as Operation,
});
const overview = overviewOf([UNKNOWN, itemAt(`talk.video.talk`, { standing: "failed", title: HOSTILE })], {
	problems: [
		{ summary: HOSTILE, detail: HOSTILE, hint: HOSTILE, place: { file: HOSTILE, line: 1, column: 1 } },
	],
	warnings: [HOSTILE],
	reviews: [{ video: "talk.video.talk" as never, file: HOSTILE, clips: 2 }],
});

attacks("a link from the terminal lets one visitor in, once, and not after 15 minutes", async () => {
	const { page, clock } = pageOver(fakeSource(overview).source);
	const path = new URL(page.link({ name: "ada", role: "run" })).pathname;
	const late = new URL(page.link({ name: "ada", role: "run" })).pathname;
	const [first, replayed] = [await ask(page, path), await ask(page, path)];
	clock.now += LINK_MS + 1;
	const statuses = [first, replayed, await ask(page, late), await ask(page, "/enter/guessed")].map(
		(each) => each.status,
	);
	assert.equal(statuses, [303, 403, 403, 403]);
	const cookie = first.headers.get("set-cookie") ?? "";
	assert.match(cookie, /^showrun-[\w-]{8}=[\w-]{43}; Path=\/s\/[\w-]{16}\/; HttpOnly; SameSite=Strict$/);
	assert.is(replayed.headers.get("set-cookie"), null);
});

const PAGES = ["now", "plan", "posts", "history", "settings", "post?address=x", "events", "nothing"];
attacks(
	"nothing is shown without a session, with a forged cookie, or under the path of another one",
	async () => {
		const { page } = pageOver(fakeSource(overview).source);
		const [ada, bob] = [await comeIn(page), await comeIn(page, { name: "bob", role: "look" })];
		const name = ada.cookie.split("=", 1)[0];
		for (const path of PAGES)
			for (const [base, cookie] of [
				[ada.base, ""],
				[ada.base, `${name}=${"x".repeat(43)}`],
				[ada.base, bob.cookie],
				["/s/unknown/", ada.cookie],
				["/", ada.cookie],
			] as const) {
				const answer = await ask(page, `${base}${path}`, { headers: { cookie } });
				assert.ok([403, 404].includes(answer.status), `${base}${path}: ${answer.status}`);
				assert.not.match(await answer.text(), /script&gt;|name="token" value/);
			}
	},
);

const FOREIGN: Readonly<Record<string, Headers>> = {
	"under a foreign name (DNS rebinding)": { host: `evil.example:${PORT}` },
	"under another port": { host: "127.0.0.1:80" },
	"by a script of another origin": { origin: "http://evil.example" },
	"by a script of another port of this machine": {
		origin: "http://127.0.0.1:8080",
		"sec-fetch-site": "same-site",
		"sec-fetch-mode": "cors",
	},
	"as a picture of another port": {
		"sec-fetch-site": "same-site",
		"sec-fetch-mode": "no-cors",
		"sec-fetch-dest": "image",
	},
	"as a frame": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
};
for (const [title, headers] of Object.entries(FOREIGN))
	attacks(`a session is not read ${title}`, async () => {
		const { page } = pageOver(fakeSource(overview).source);
		const { base, cookie } = await comeIn(page);
		const answer = await ask(page, `${base}now`, { headers: { cookie, ...headers } });
		assert.is(answer.status, 403);
		assert.not.match(await answer.text(), /token/);
	});

const FORGED: Readonly<Record<string, Headers>> = {
	"without an origin": { origin: "" },
	"from nowhere": { origin: "null" },
	"from another origin": { origin: "http://evil.example" },
	"from another port of this machine": { origin: "http://127.0.0.1:8080" },
	"from another name of this machine": { origin: `http://localhost:${PORT}` },
	"over another scheme": { origin: `https://127.0.0.1:${PORT}` },
	"as JSON": { "content-type": "application/json" },
	"as plain text": { "content-type": "text/plain" },
	"that is too long": { "content-length": "99999999" },
};
for (const [title, headers] of Object.entries(FORGED))
	attacks(`nothing is changed by a form ${title}`, async () => {
		const { source, done } = fakeSource(overview);
		const { page } = pageOver(source);
		const form = { path: "resolve", values: { operation: "01OP", as: "posted" }, headers };
		assert.is((await send(page, await comeIn(page), form)).status, 403);
		assert.equal(done, []);
	});

attacks("a form needs the token of its own session, which no cookie holds", async () => {
	const { source, done } = fakeSource(overview);
	const { page } = pageOver(source);
	const [ada, bob] = [await comeIn(page), await comeIn(page)];
	assert.not.match(ada.cookie, new RegExp(ada.token));
	for (const token of ["", bob.token, ada.cookie.split("=")[1] ?? ""])
		assert.is(
			(await send(page, { ...ada, token }, { path: "apply", values: { plan: "p", yes: "yes" } })).status,
			403,
		);
	assert.equal(done, []);
	assert.is((await send(page, ada, { path: "apply", values: { plan: "p", yes: "yes" } })).status, 303);
	assert.equal(done, ["apply p by ada"]);
});

attacks(
	"whoever may only look or review can neither resolve nor apply, and sees no such button",
	async () => {
		const { source, done } = fakeSource(overview, { plan: async () => ({ text: "+ x", id: "p" }) });
		const { page } = pageOver(source);
		for (const role of ["look", "review"] as const) {
			const inside = await comeIn(page, { name: "eve", role });
			for (const [path, values] of [
				["apply", { plan: "p", yes: "yes" }],
				["resolve", { operation: "01OP", as: "posted" }],
			] as const)
				assert.is((await send(page, inside, { path, values })).status, 403);
			const headers = { cookie: inside.cookie };
			const shown = [
				await (await ask(page, `${inside.base}plan`, { headers })).text(),
				await (
					await ask(page, `${inside.base}post?address=${encodeURIComponent(UNKNOWN.address)}`, { headers })
				).text(),
			].join("");
			assert.not.match(shown, /action="(apply|resolve)"/);
		}
		assert.equal(done, []);
	},
);

attacks("a token of the settings lets its user in with the role it has, another one nobody", async () => {
	const users = [{ name: "eve", role: "review", tokenSha256: digest("eve's token") }] as const;
	const { page } = pageOver(fakeSource(overview).source, { users });
	const signIn = (token: string) =>
		ask(page, "/sign-in", {
			method: "POST",
			body: new URLSearchParams({ token }).toString(),
			headers: { origin: ORIGIN },
		});
	const statuses = [await signIn("eve's token"), await signIn("eve's tokem"), await signIn("")].map(
		(each) => each.status,
	);
	assert.equal(statuses, [303, 403, 403]);
});

attacks("a session ends when it is signed out, and by itself when nobody visits", async () => {
	const { page, clock } = pageOver(fakeSource(overview).source);
	const [ada, bob] = [await comeIn(page), await comeIn(page)];
	await send(page, ada, { path: "sign-out", values: {} });
	clock.now += IDLE_MS - 1;
	assert.is((await ask(page, `${bob.base}now`, { headers: { cookie: bob.cookie } })).status, 200);
	assert.is((await ask(page, `${ada.base}now`, { headers: { cookie: ada.cookie } })).status, 403);
	clock.now += IDLE_MS + 1;
	assert.is((await ask(page, `${bob.base}now`, { headers: { cookie: bob.cookie } })).status, 403);
});

attacks("hostile names, texts and answers stay text on every page", async () => {
	const { page } = pageOver(
		fakeSource(overview, {
			plan: async () => ({ text: `\u001b[31m${HOSTILE}\u001b[39m`, why: HOSTILE }),
			settings: async () => [{ name: HOSTILE, value: HOSTILE }],
			history: async () =>
				[{ at: 0, address: UNKNOWN.address, kind: "publish", became: "unknown", account: HOSTILE }] as never,
		}).source,
	);
	const { base, cookie } = await comeIn(page);
	for (const path of [
		...PAGES.slice(0, 5),
		`post?address=${encodeURIComponent(UNKNOWN.address)}`,
		`posts?text=${encodeURIComponent(HOSTILE)}`,
	]) {
		const answer = await ask(page, `${base}${path}`, { headers: { cookie } });
		const text = await answer.text();
		assert.is(answer.status, 200, path);
		assert.not.match(text, /<script>|<img|\u202e|\p{Cc}(?<![\n\t])/u, path);
		assert.equal(text.match(/<script[^>]*>/g), [
			text.match(/<script defer src="\/assets\/page-\w+\.js">/)?.[0],
		]);
		const policy = answer.headers.get("content-security-policy") ?? "";
		assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
		assert.not.match(policy, /unsafe/);
		assert.is(answer.headers.get("cache-control"), "no-store");
	}
});

const TRICKS = [
	"/assets/../../etc/passwd",
	"/assets/%2e%2e%2fpasswd",
	"/assets/page.css",
	"/s/",
	"/s//now",
	"/enter/",
	"/%00",
	"/s/x/..%2f..%2fnow",
];
for (const path of TRICKS)
	attacks(`the path ${path} leads nowhere`, async () => {
		const { page } = pageOver(fakeSource(overview).source);
		assert.ok([403, 404].includes((await ask(page, path)).status));
	});

attacks.run();
