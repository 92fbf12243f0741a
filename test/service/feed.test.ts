import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Parser from "rss-parser";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServiceOptions } from "../../src/service/options.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, START, until, type World, withWorld } from "./world.ts";

const feeds = suite("the feed of an account");
const parser = new Parser({ customFields: { item: [["media:thumbnail", "thumbnail"]] } });
const HOUR = 3_600_000;

async function publish(
	world: World,
	config: Record<string, unknown>,
	more: Record<string, unknown> = {},
): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: config };
	const { body } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 1, publish_configs, ...more },
	});
	return (body.data as WirePublishTask).task_id;
}

async function delivered(world: World, id: string): Promise<void> {
	await until(
		async () => (await world.call("GET", `/api/v2/social-media/publish/${id}`)).body.data as WirePublishTask,
		({ status }) => status === "DONE",
	);
}

const feedText = (world: World) => readFile(join(world.options.outbox, "youtube/Acme/feed.xml"), "utf8");
const parsed = async (world: World) => parser.parseString(await feedText(world));

feeds("is RSS 2.0 with all it must have, newest first, and opens in a reader", () =>
	withWorld({}, async (world) => {
		const first = await publish(world, {
			title: "First",
			description: "About <it> & more",
			tags: ["a", "b"],
		});
		await delivered(world, first);
		world.clock.move(HOUR);
		const second = await publish(world, { title: "Second" });
		await delivered(world, second);
		const text = await feedText(world);
		for (const required of ['<rss version="2.0"', "<channel>", "<title>", "<link>", "<description>"])
			assert.match(text, required);
		const { items, title } = await parsed(world);
		assert.is(title, "Acme on youtube");
		assert.equal(
			items.map((item) => [item.title, item.guid, item.isoDate]),
			[
				["Second", second, new Date(START + HOUR).toISOString()],
				["First", first, new Date(START).toISOString()],
			],
		);
		assert.equal([items[1]?.contentSnippet, items[1]?.categories], ["About <it> & more", ["a", "b"]]);
	}),
);

feeds("names the video and its size as enclosure, and the thumbnail, by file URLs", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { title: "T" });
		await delivered(world, id);
		const [item] = (await parsed(world)).items;
		const video = await readFile(fileURLToPath(item?.enclosure?.url ?? ""));
		assert.equal(
			[video.toString(), Number(item?.enclosure?.length), item?.enclosure?.type],
			["video 480p 30000-45000 of a talk", video.length, "video/mp4"],
		);
		assert.match(JSON.stringify(item), `${id}/thumbnail.jpg`);
	}),
);

feeds("names the web server's URLs where one serves the outbox", () =>
	withWorld(
		{ feedUrl: "https://clips.example.com/outbox" } satisfies Partial<ServiceOptions>,
		async (world) => {
			const id = await publish(world, { title: "T" });
			await delivered(world, id);
			assert.is(
				(await parsed(world)).items[0]?.enclosure?.url,
				`https://clips.example.com/outbox/youtube/Acme/${id}/video.mp4`,
			);
		},
	),
);

feeds("holds hostile text as text", () =>
	withWorld({}, async (world) => {
		const title = "</title><script>alert(1)</script> ]]></title><x/> ]]></title><y/> \u0001 & é";
		await delivered(world, await publish(world, { title, description: title }));
		const [item] = (await parsed(world)).items;
		assert.is(item?.title, title.replace("\u0001", "").replaceAll("]]>", "]] >"));
		assert.not.match(await feedText(world), "\u0001");
	}),
);

feeds("a description is markup that says what was written, a line a line", () =>
	withWorld({}, async (world) => {
		const description = '1 < 2 & <b>not bold</b>\r\n"second" line\n<script>alert(1)</script>\u0001 ]]>';
		await delivered(world, await publish(world, { title: "T", description }));
		const markup =
			"1 &#60; 2 &#38; &#60;b&#62;not bold&#60;/b&#62;<br>&#34;second&#34; line<br>&#60;script&#62;alert(1)&#60;/script&#62; ]]&#62;";
		assert.ok((await feedText(world)).includes(`<description><![CDATA[${markup}]]></description>`));
		const [item] = (await parsed(world)).items;
		assert.is(item?.content, markup);
		assert.is(item?.contentSnippet, `1 < 2 & <b>not bold</b>\n"second" line\n<script>alert(1)</script> ]]>`);
	}),
);

feeds("leaves out what is private or unlisted", () =>
	withWorld({}, async (world) => {
		await delivered(world, await publish(world, { title: "Public", visibility: "public" }));
		for (const visibility of ["private", "unlisted"])
			await delivered(world, await publish(world, { title: visibility, visibility }));
		assert.equal(
			(await parsed(world)).items.map(({ title }) => title),
			["Public"],
		);
	}),
);

feeds("a lost feed is made again with all posts at the next delivery, and no temporary file is left", () =>
	withWorld({}, async (world) => {
		await delivered(world, await publish(world, { title: "One" }));
		await rm(join(world.options.outbox, "youtube/Acme/feed.xml"));
		await delivered(world, await publish(world, { title: "Two" }));
		assert.is((await parsed(world)).items.length, 2);
		assert.equal(
			(await readdir(join(world.options.outbox, "youtube/Acme"))).filter((name) => name.startsWith(".")),
			[],
		);
	}),
);

feeds("a scheduled post is in it from its minute on, never before", () =>
	withWorld({}, async (world) => {
		await delivered(world, await publish(world, { title: "Now" }));
		const later = await publish(world, { title: "Later" }, { scheduled_at: START + HOUR });
		world.clock.move(HOUR - 1_000);
		await new Promise((settle) => setTimeout(settle, 100));
		assert.is((await parsed(world)).items.length, 1);
		world.clock.move(1_000);
		await delivered(world, later);
		assert.is((await parsed(world)).items[0]?.title, "Later");
	}),
);
const BROKEN: Readonly<Record<string, (path: string) => Promise<void>>> = {
	lost: (path) => rm(path),
	torn: async (path) => writeFile(path, (await readFile(path)).subarray(0, 400)),
	foreign: (path) => writeFile(path, "<html>not a feed</html>"),
	"as long but other": async (path) => writeFile(path, "x".repeat((await stat(path)).size)),
	"a link to somewhere": async (path) => {
		await rm(path);
		await symlink(join(path, "../../elsewhere"), path);
	},
};
for (const [kind, breakIt] of Object.entries(BROKEN))
	feeds(`a feed that is ${kind} is made again when the service starts`, () =>
		withWorld({}, async (world) => {
			await delivered(world, await publish(world, { title: "One" }));
			const before = await feedText(world);
			await world.service.close();
			await breakIt(join(world.options.outbox, "youtube/Acme/feed.xml"));
			await world.restart();
			await until(
				() => feedText(world).catch(() => ""),
				(text) => text === before,
			);
			assert.equal((await readdir(join(world.options.outbox, "youtube"))).sort(), ["Acme"]);
		}),
	);

feeds(
	"a start with another feed_url makes the feeds name it, and a feed that cannot be written is told and stops nothing",
	() =>
		withWorld({}, async (world) => {
			await delivered(world, await publish(world, { title: "One" }));
			await mkdir(join(world.options.outbox, "tiktok", "other", "post", "feed.xml"), { recursive: true });
			await writeFile(join(world.options.outbox, "tiktok/other/post/post.json"), "{}");
			await mkdir(join(world.options.outbox, "tiktok/other/feed.xml"));
			await world.restart({ feedUrl: "https://clips.example.com/o" });
			await until(
				() => feedText(world),
				(text) => text.includes("https://clips.example.com/o/youtube/Acme/feed.xml"),
			);
			await until(
				async () => world.log.length,
				(told) => told > 0,
			);
			assert.match(world.log.join(), "feed.xml");
		}),
);

feeds("a folder without any post gets no feed", () =>
	withWorld({}, async (world) => {
		const folder = join(world.options.outbox, "youtube/Empty");
		await mkdir(join(folder, "notes"), { recursive: true });
		await world.restart();
		await world.service.close();
		assert.equal(await readdir(folder), ["notes"]);
	}),
);

feeds.run();
