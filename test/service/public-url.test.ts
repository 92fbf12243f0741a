import { fetch as fetchThrough, type RequestInit, type Response } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import type { AnsweredRequest, ServiceOptions } from "../../src/service/options.ts";
import { openTlsProxy, type TlsProxy } from "./tls-proxy.ts";
import { type World, withWorld } from "./world.ts";

const publicly = suite("a service behind a proxy");
const KEY = "a-key-of-a-client-elsewhere";
const UPLOAD = "/api/v2/upload/single-file";

/** Asks a path under another name, straight or as a proxy would. */
async function uploadUrl(world: World, headers: Record<string, string>): Promise<string> {
	const sent = { authorization: `Bearer ${KEY}`, ...headers };
	const answer = await world.call("POST", UPLOAD, { body: { name: "talk.mp4" }, headers: sent });
	return String((answer.body.data as { readonly upload_url?: string } | undefined)?.upload_url);
}

const apiKeys = [new Secret(KEY)];
const FORWARDED = { "x-forwarded-proto": "https", "x-forwarded-host": "clips.example.test" };

publicly("links begin with what a trusted proxy says of the request", () =>
	withWorld({ apiKeys, trustedProxies: ["127.0.0.1"] }, async (world) => {
		assert.match(await uploadUrl(world, FORWARDED), /^https:\/\/clips\.example\.test\/upload\//);
		assert.ok((await uploadUrl(world, {})).startsWith(world.service.url));
	}),
);

publicly("nobody else is believed", () =>
	withWorld({ apiKeys, trustedProxies: ["10.0.0.0/8"] }, async (world) => {
		assert.ok((await uploadUrl(world, FORWARDED)).startsWith(world.service.url));
	}),
);

publicly("a public address wins over what a request says, with its path", () =>
	withWorld(
		{ apiKeys, publicUrl: "https://acme.example/clips", trustedProxies: ["127.0.0.1"] },
		async (world) => {
			for (const headers of [FORWARDED, {}])
				assert.match(await uploadUrl(world, headers), /^https:\/\/acme\.example\/clips\/upload\//);
		},
	),
);

publicly("showrun itself gets links to where it reached the service", () =>
	withWorld({ publicUrl: "https://acme.example" }, async (world) => {
		const { body } = await world.call("POST", UPLOAD, { body: { name: "talk.mp4" } });
		assert.ok((body.data as { readonly upload_url: string }).upload_url.startsWith(world.service.url));
	}),
);

/** With a service behind a proxy that keeps the client's Host. */
async function behindProxy(
	changed: (proxy: TlsProxy) => Partial<ServiceOptions>,
	body: (world: World, proxy: TlsProxy) => Promise<void>,
): Promise<void> {
	const proxy = await openTlsProxy({ host: "kept" });
	try {
		await withWorld(changed(proxy), async (world) => {
			proxy.target = world.service.url;
			await body(world, proxy);
		});
	} finally {
		await proxy.close();
	}
}

function ask(proxy: TlsProxy, path: string, init: RequestInit = {}): Promise<Response> {
	return fetchThrough(`${proxy.url}${path}`, { ...init, dispatcher: proxy.agent });
}

publicly("the host of the public address is let in, and another name is not", async () => {
	await behindProxy(
		({ url }) => ({ publicUrl: url }),
		async (_, proxy) => assert.is((await ask(proxy, "/healthz")).status, 200),
	);
	await behindProxy(
		() => ({}),
		async (_, proxy) => {
			const answer = await ask(proxy, "/healthz");
			assert.is(answer.status, 403);
			assert.match(await answer.text(), /set embedded\.public_url to the address it has elsewhere/);
		},
	);
});

publicly("an account is connected on the page that auth_url leads to", () =>
	behindProxy(
		({ url }) => ({ apiKeys, publicUrl: url }),
		async (_world, proxy) => {
			const headers = { authorization: `Bearer ${KEY}`, "x-service-api-version": "v2" };
			const asked = await ask(proxy, "/api/v2/social-media/oauth/tiktok", { method: "POST", headers });
			const { auth_url } = ((await asked.json()) as { readonly data: { readonly auth_url: string } }).data;
			assert.ok(auth_url.startsWith(`${proxy.url}/connect/`));
			const path = auth_url.slice(proxy.url.length);
			const page = await (await ask(proxy, path)).text();
			const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
			const form = { csrf: field("csrf"), state: field("state"), username: "@new", decision: "allow" };
			const answered = (origin: string) =>
				ask(proxy, path, { method: "POST", headers: { origin }, body: new URLSearchParams(form) });
			assert.is((await answered("https://evil.example")).status, 403);
			assert.is((await answered(proxy.url)).status, 200);
			const listed = await (await ask(proxy, "/api/v2/social-media/accounts", { headers })).text();
			assert.match(listed, /"@new"/);
		},
	),
);

publicly("the log names the client, not the proxy, and each answer carries its request's id", async () => {
	const seen: AnsweredRequest[] = [];
	await behindProxy(
		({ url }) => ({ publicUrl: url, trustedProxies: ["127.0.0.1"], requests: (line) => seen.push(line) }),
		async (world, proxy) => {
			const answer = await ask(proxy, "/healthz");
			assert.equal([seen[0]?.client, seen[0]?.id], ["203.0.113.9", answer.headers.get("x-request-id")]);
			await fetch(`${world.service.url}/healthz`);
			assert.is(seen[1]?.client, "127.0.0.1");
		},
	);
});

publicly.run();
