import { once } from "node:events";
import { cp, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import Parser from "rss-parser";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, until, type World, withWorld } from "./world.ts";

const outbox = suite("the outbox over HTTP");

/** Publishes to the account on YouTube and waits; gives the id. */
async function publish(world: World, config: Record<string, unknown>): Promise<string> {
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T", ...config } };
	const { body } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id: await exported(world), idx: 1, publish_configs },
	});
	const { task_id } = body.data as WirePublishTask;
	await until(
		async () =>
			(await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask,
		({ status }) => status === "DONE",
	);
	return task_id;
}

interface Seen {
	readonly status: number;
	readonly text: string;
	readonly head: Headers;
}

/** Asks without a key. */
async function get(
	world: World,
	path: string,
	more: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Seen> {
	const response = await fetch(`${world.service.url}/outbox/${path}`, {
		signal: AbortSignal.timeout(300_000),
		...more,
	});
	return { status: response.status, head: response.headers, text: await response.text() };
}

/** One request exactly as written: no client tidies its path. */
async function rawStatus(world: World, path: string, host = "127.0.0.1"): Promise<number> {
	const socket = connect(Number(new URL(world.service.url).port), "127.0.0.1");
	socket.setTimeout(300_000, () => socket.destroy());
	socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
	let text = "";
	socket.on("data", (piece) => (text += piece));
	await once(socket, "close");
	return Number(text.split(" ")[1]);
}

const VIDEO = "video 480p 30000-45000 of a talk";

outbox("serves feed, video and thumbnail of a public post without a key, as what they are", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, {});
		const [feed, video, thumbnail] = await Promise.all(
			["feed.xml", `${id}/video.mp4`, `${id}/thumbnail.jpg`].map((path) =>
				get(world, `youtube/Acme/${path}`),
			),
		);
		assert.equal(
			[feed, video, thumbnail].map((seen) => [
				seen?.status,
				seen?.head.get("content-type"),
				seen?.head.get("x-content-type-options"),
			]),
			[
				[200, "application/rss+xml; charset=utf-8", "nosniff"],
				[200, "video/mp4", "nosniff"],
				[200, "image/jpeg", "nosniff"],
			],
		);
		assert.equal(
			[video?.text, video?.head.get("content-length"), video?.head.get("cache-control")],
			[VIDEO, `${VIDEO.length}`, "public, no-cache"],
		);
		assert.is(feed?.text, await readFile(join(world.options.outbox, "youtube/Acme/feed.xml"), "utf8"));
		assert.is(feed?.head.get("access-control-allow-origin"), null);
	}),
);

for (const [username, written] of Object.entries({
	"My Channel": ["My%20Channel", "My%2520Channel"],
	"Müller & Söhne": ["M%C3%BCller%20%26%20S%C3%B6hne", "M%C3%BCller%2520%2526%2520S%C3%B6hne"],
	"100%": ["100%25", "100%2525"],
	Käse: ["K%C3%A4se", "Ka%CC%88se"],
}))
	outbox(`the feed of ${username} answers as people and as feeds write the name`, () =>
		withWorld({ accounts: [{ platform: "youtube", username }] }, async (world) => {
			const id = await publish(world, {});
			for (const account of written)
				for (const file of ["feed.xml", `${id}/video.mp4`, `${id}/thumbnail.jpg`])
					assert.is((await get(world, `youtube/${account}/${file}`)).status, 200, `${account}/${file}`);
		}),
	);

outbox("a feed that names this server leads to what it names", () =>
	withWorld({ accounts: [{ platform: "youtube", username: "@a b/ü" }] }, async (world) => {
		const { port } = new URL(world.service.url);
		await world.restart({
			feedUrl: `http://127.0.0.1:${port}/outbox`,
			listen: { host: "127.0.0.1", port: Number(port) },
		});
		await publish(world, {});
		const [item] = (
			await new Parser().parseURL(`${world.service.url}/outbox/youtube/%2540a%2520b%252F%C3%BC/feed.xml`)
		).items;
		const url = item?.enclosure?.url ?? "";
		assert.match(url, world.service.url);
		assert.is(await (await fetch(url)).text(), VIDEO);
	}),
);

outbox("HEAD gives the headers of GET and nothing else", () =>
	withWorld({}, async (world) => {
		const path = `youtube/Acme/${await publish(world, {})}/video.mp4`;
		const [whole, head] = [
			await get(world, path),
			await get(world, path, { method: "HEAD", headers: { range: "bytes=0-1" } }),
		];
		const shown = ({ status, head: headers }: Seen) => [
			status,
			...["content-length", "content-type", "etag", "accept-ranges"].map((name) => headers.get(name)),
		];
		assert.equal([shown(head), head.text], [shown(whole), ""]);
		assert.is((await get(world, path, { method: "POST" })).status, 405);
	}),
);

outbox("players get the parts they ask for, and are told what there is not", () =>
	withWorld({}, async (world) => {
		const path = `youtube/Acme/${await publish(world, {})}/video.mp4`;
		const part = async (range: string, more: Record<string, string> = {}) => {
			const { status, text, head } = await get(world, path, { headers: { range, ...more } });
			return [status, status === 416 ? "" : text, head.get("content-range")];
		};
		const size = VIDEO.length;
		assert.equal(await part("bytes=0-4"), [206, "video", `bytes 0-4/${size}`]);
		assert.equal(await part("bytes=-4"), [206, "talk", `bytes ${size - 4}-${size - 1}/${size}`]);
		assert.equal(await part(`bytes=${size}-`), [416, "", `bytes */${size}`]);
		const tag = (await get(world, path)).head.get("etag") ?? "";
		assert.equal(await part("bytes=0-4", { "if-range": tag }), [206, "video", `bytes 0-4/${size}`]);
		assert.equal(await part("bytes=0-4", { "if-range": '"other"' }), [200, VIDEO, null]);
		assert.equal(await part("bytes=0-4", { "if-range": "Thu, 01 Jan 1970 00:00:00 GMT" }), [
			200,
			VIDEO,
			null,
		]);
	}),
);

outbox("who has it already is told so, until it changes", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, {});
		const path = "youtube/Acme/feed.xml";
		const { head } = await get(world, path);
		const [etag, changed] = [head.get("etag") ?? "", head.get("last-modified") ?? ""];
		const status = async (headers: Record<string, string>) => (await get(world, path, { headers })).status;
		assert.is(await status({ "if-none-match": etag }), 304);
		assert.is(await status({ "if-none-match": `"a", W/${etag}` }), 304);
		assert.is(await status({ "if-none-match": "*" }), 304);
		assert.is(await status({ "if-modified-since": changed }), 304);
		assert.is(await status({ "if-none-match": '"a"', "if-modified-since": changed }), 200);
		assert.is(await status({ "if-modified-since": "nonsense" }), 200);
		assert.is(
			Date.parse(changed),
			Math.floor((await stat(join(world.options.outbox, path))).mtimeMs / 1_000) * 1_000,
		);
		await publish(world, { title: "Another" });
		assert.is(await status({ "if-none-match": etag }), 200);
		const video = join(world.options.outbox, "youtube/Acme", id, "video.mp4");
		const before = (await get(world, `youtube/Acme/${id}/video.mp4`)).head.get("etag");
		await utimes(video, 1, 1);
		assert.is.not((await get(world, `youtube/Acme/${id}/video.mp4`)).head.get("etag"), before);
	}),
);

outbox("what is private or unlisted is not there, nor is anything that is no feed, video or thumbnail", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, {});
		const hidden = [
			await publish(world, { visibility: "private" }),
			await publish(world, { visibility: "unlisted" }),
		];
		const account = join(world.options.outbox, "youtube/Acme");
		await mkdir(join(account, ".hidden"));
		await writeFile(join(account, "notes.txt"), "notes");
		const paths = [
			...hidden.flatMap((name) => [`youtube/Acme/${name}/video.mp4`, `youtube/Acme/${name}/thumbnail.jpg`]),
			...[
				`youtube/Acme/${id}/post.json`,
				`youtube/Acme/${id}`,
				`youtube/Acme/${id}/`,
				"youtube/Acme/notes.txt",
				"youtube/Acme/",
				"youtube/Acme",
				"youtube",
				"",
			],
			...[
				"youtube/Nobody/feed.xml",
				"elsewhere/Acme/feed.xml",
				`youtube/Acme/${id}x/video.mp4`,
				"youtube/Acme/.hidden/video.mp4",
			],
		];
		for (const path of paths) assert.equal([path, (await get(world, path)).status], [path, 404]);
		await rm(join(account, id, "post.json"));
		assert.is((await get(world, `youtube/Acme/${id}/video.mp4`)).status, 404);
	}),
);

outbox("no path and no link leaves the outbox", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, {});
		const { outbox: folder, data } = world.options;
		await writeFile(join(folder, "feed.xml"), "not for anybody");
		await writeFile(join(folder, "youtube", "feed.xml"), "not for anybody");
		const climbing = [
			"..",
			"%2e%2e",
			"%2E%2e",
			"..%2f..",
			"%2e%2e%2f",
			"Acme%2f..",
			"Acme%5c..",
			"Acme%00",
			".",
			"%2e",
			"%",
			"%zz",
			"%c0%ae%c0%ae",
			"Acme%2f",
		];
		for (const name of climbing) {
			for (const rest of ["feed.xml", `${id}/video.mp4`]) {
				const status = await rawStatus(world, `/outbox/youtube/${name}/${rest}`);
				assert.equal([name, rest, status], [name, rest, 404]);
			}
		}
		assert.is(await rawStatus(world, `/outbox/youtube/Acme/${id}/..%2f${id}%2fvideo.mp4`), 404);
		assert.is(await rawStatus(world, `/outbox/youtube/Acme/${"x".repeat(5_000)}/video.mp4`), 404);
		await cp(join(folder, "youtube/Acme"), join(data, "copy"), { recursive: true });
		await symlink(join(data, "copy"), join(folder, "youtube", "Linked"));
		await symlink(join(data, "copy", id), join(folder, "youtube", "Acme", "linked"));
		assert.is((await get(world, "youtube/Linked/feed.xml")).status, 404);
		assert.is((await get(world, `youtube/Linked/${id}/video.mp4`)).status, 404);
		assert.is((await get(world, "youtube/Acme/linked/video.mp4")).status, 404);
		await rm(join(folder, "youtube/Acme/feed.xml"));
		await symlink(join(data, "link.key"), join(folder, "youtube/Acme/feed.xml"));
		assert.is((await get(world, "youtube/Acme/feed.xml")).status, 404);
	}),
);

outbox("an outbox that is a link itself is served", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, {});
		await rename(world.options.outbox, join(world.folder, "moved"));
		await symlink(join(world.folder, "moved"), world.options.outbox);
		assert.is((await get(world, `youtube/Acme/${id}/video.mp4`)).text, VIDEO);
	}),
);

outbox("a foreign host name is let in to the feeds alone, and only as the one of feed_url", () =>
	withWorld({ feedUrl: "https://clips.example.com/outbox" }, async (world) => {
		await publish(world, {});
		const feed = "/outbox/youtube/Acme/feed.xml";
		assert.equal(
			[await rawStatus(world, feed, "clips.example.com"), await rawStatus(world, feed, "evil.example")],
			[200, 403],
		);
		assert.is(await rawStatus(world, "/api/v2/social-media/accounts", "clips.example.com"), 403);
		assert.is(
			await rawStatus(world, "/owner?challenge=00000000000000000000000000000000", "clips.example.com"),
			403,
		);
	}),
);

outbox.run();
