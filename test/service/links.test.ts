import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exported, results, type World, withWorld } from "./world.ts";

const links = suite("signed links");
const DAY = 24 * 3_600_000;

async function clipOf(world: World, id: string) {
	const clip = (await results(world, id)).clips[0];
	if (!clip?.export_link) throw new Error("no link");
	return { link: clip.export_link, thumbnail: clip.thumbnail };
}

links("a link gives the rendered clip, a thumbnail its image, both without a key", () =>
	withWorld({}, async (world) => {
		const { link, thumbnail } = await clipOf(world, await exported(world));
		const [video, image] = [await fetch(link), await fetch(thumbnail)];
		assert.equal(
			[video.status, video.headers.get("content-type"), await video.text()],
			[200, "video/mp4", "video 480p 0-15000 of a talk"],
		);
		assert.equal(
			[image.status, image.headers.get("content-type"), await image.text()],
			[200, "image/jpeg", "thumbnail 0"],
		);
	}),
);

links("every read makes new links, and the older ones stay good", () =>
	withWorld({}, async (world) => {
		const id = await exported(world);
		const [one, other] = [await clipOf(world, id), await clipOf(world, id)];
		assert.is.not(one.link, other.link);
		assert.is.not(one.thumbnail, other.thumbnail);
		assert.equal([(await fetch(one.link)).status, (await fetch(other.link)).status], [200, 200]);
	}),
);

links("a link expires after 24 hours; a new read gives one that works", () =>
	withWorld({}, async (world) => {
		const id = await exported(world);
		const { link } = await clipOf(world, id);
		world.clock.move(DAY);
		assert.is((await fetch(link)).status, 200);
		world.clock.move(1);
		assert.is((await fetch(link)).status, 410);
		assert.is((await fetch((await clipOf(world, id)).link)).status, 200);
	}),
);

links("a link is good after a restart, under the new address", () =>
	withWorld({}, async (world) => {
		const { link } = await clipOf(world, await exported(world));
		const before = world.service.url;
		await world.restart();
		assert.is((await fetch(link.replace(before, world.service.url))).status, 200);
	}),
);

links("a link for one file opens no other, and lives no longer than it says", () =>
	withWorld({}, async (world) => {
		const { link, thumbnail } = await clipOf(world, await exported(world));
		const name = /thumbnail\/([0-9a-f]{64})/.exec(thumbnail)?.[1] ?? "";
		const forged = [
			link.replace(/[0-9a-f]{64}/, name),
			link.replace(/expires=\d+/, "expires=99999999999999"),
			link.replace(/signature=.*/, "signature="),
		];
		for (const url of [...forged, link.split("?")[0] ?? ""]) assert.is((await fetch(url)).status, 403, url);
	}),
);

const FILE = "video 480p 0-15000 of a talk";
const ranges: Record<string, [string, number, string | null, string]> = {
	"the first bytes": ["bytes=0-4", 206, "bytes 0-4/28", FILE.slice(0, 5)],
	"from a byte on": ["bytes=6-", 206, "bytes 6-27/28", FILE.slice(6)],
	"the last bytes": ["bytes=-4", 206, "bytes 24-27/28", FILE.slice(-4)],
	"further than the end": ["bytes=20-999", 206, "bytes 20-27/28", FILE.slice(20)],
	"several parts, which gives everything": ["bytes=0-1,4-5", 200, null, FILE],
	"something else, which gives everything": ["lines=1-2", 200, null, FILE],
};

for (const [title, [range, status, shown, text]] of Object.entries(ranges)) {
	links(`a player may ask for ${title}`, () =>
		withWorld({}, async (world) => {
			const { link } = await clipOf(world, await exported(world));
			const part = await fetch(link, { headers: { range } });
			assert.equal(
				[part.status, part.headers.get("content-range"), await part.text()],
				[status, shown, text],
			);
		}),
	);
}

links("a part beyond the end is 416 with the size", () =>
	withWorld({}, async (world) => {
		const { link } = await clipOf(world, await exported(world));
		const part = await fetch(link, { headers: { range: "bytes=28-" } });
		assert.equal([part.status, part.headers.get("content-range")], [416, "bytes */28"]);
	}),
);

links("HEAD tells the size and that parts can be had, and sends nothing", () =>
	withWorld({}, async (world) => {
		const { link } = await clipOf(world, await exported(world));
		const head = await fetch(link, { method: "HEAD" });
		assert.equal(
			[head.status, head.headers.get("content-length"), head.headers.get("accept-ranges"), await head.text()],
			[200, "28", "bytes", ""],
		);
	}),
);

links.run();
