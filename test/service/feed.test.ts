import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Parser from "rss-parser";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServiceOptions } from "../../src/service/options.ts";
import type { WirePublishTask } from "../../src/wire/messages.ts";
import { accountOn, exported, START, until, type World, withWorld } from "./world.ts";

const feeds = suite("the feed of an account");
const parser = new Parser({ customFields: { item: [["media:thumbnail", "thumbnail"]] } });
const HOUR = 3_600_000;

async function publish(world: World, config: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: config };
	const { body } = await world.call("POST", "/api/v2/social-media/publish", { body: { project_id, idx: 1, publish_configs, ...more } });
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
		const first = await publish(world, { title: "First", description: "About <it> & more", tags: ["a", "b"] });
		await delivered(world, first);
		world.clock.move(HOUR);
		const second = await publish(world, { title: "Second" });
		await delivered(world, second);
		const text = await feedText(world);
		for (const required of ['<rss version="2.0"', "<channel>", "<title>", "<link>", "<description>"]) assert.match(text, required);
		const { items, title } = await parsed(world);
		assert.is(title, "Acme on youtube");
		assert.equal(
			items.map((item) => [item.title, item.guid, item.isoDate]),
			[
				["Second", second, new Date(START + HOUR).toISOString()],
				["First", first, new Date(START).toISOString()],
			],
		);
		assert.equal([items[1]?.content, items[1]?.categories], ["About <it> & more", ["a", "b"]]);
	}),
);

feeds("names the video and its size as enclosure, and the thumbnail, by file URLs", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { title: "T" });
		await delivered(world, id);
		const [item] = (await parsed(world)).items;
		const video = await readFile(fileURLToPath(item?.enclosure?.url ?? ""));
		assert.equal([video.toString(), Number(item?.enclosure?.length), item?.enclosure?.type], ["video 480p 30000-45000 of a talk", video.length, "video/mp4"]);
		assert.match(JSON.stringify(item), `${id}/thumbnail.jpg`);
	}),
);

feeds("names the web server's URLs where one serves the outbox", () =>
	withWorld({ feedUrl: "https://clips.example.com/outbox" } satisfies Partial<ServiceOptions>, async (world) => {
		const id = await publish(world, { title: "T" });
		await delivered(world, id);
		assert.is((await parsed(world)).items[0]?.enclosure?.url, `https://clips.example.com/outbox/youtube/Acme/${id}/video.mp4`);
	}),
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

feeds("leaves out what is private or unlisted", () =>
	withWorld({}, async (world) => {
		await delivered(world, await publish(world, { title: "Public", visibility: "public" }));
		for (const visibility of ["private", "unlisted"]) await delivered(world, await publish(world, { title: visibility, visibility }));
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
feeds.run();
