import { readdir, readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { type Answer, accountOn, exported, START, until, type World, withWorld } from "./world.ts";

const thumbnails = suite("thumbnails of one's own");
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("a picture")]);
const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("a picture")]);
const PATH = "/api/v2/social-media/publish";

/** Runs with a service that may fetch from this machine, and a server of images. */
async function withImages(
	answer: RequestListener,
	body: (world: World, at: (path: string) => string, asked: string[]) => Promise<void>,
): Promise<void> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? "");
		answer(request, response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	const fetching = { privateAddresses: true, maxBytes: 1e9, limitMs: 300_000 };
	try {
		await withWorld({ fetching }, (world) => body(world, (path) => `http://127.0.0.1:${port}${path}`, asked));
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

async function publish(world: World, thumbnail_url: string, more: object = {}): Promise<Answer> {
	const id = await accountOn(world, "youtube");
	const body = {
		project_id: await exported(world),
		idx: 0,
		publish_configs: { [id]: { title: "T", thumbnail_url } },
	};
	return world.call("POST", PATH, { body: { ...body, ...more } });
}

async function delivered(world: World, { body }: Answer): Promise<string> {
	const { task_id } = body.data as WirePublishTask;
	const task = await until(
		async () => (await world.call("GET", `${PATH}/${task_id}`)).body.data as WirePublishTask,
		({ status }) => ["DONE", "ERROR"].includes(status),
	);
	return join(world.options.outbox, task.results?.[0]?.location ?? task.status);
}

const images: Record<string, [Buffer, string, string]> = {
	"a JPEG": [JPEG, "thumbnail.jpg", "image/jpeg"],
	"a PNG": [PNG, "thumbnail.png", "image/png"],
};
for (const [title, [bytes, name, type]] of Object.entries(images)) {
	thumbnails(`${title} is delivered in place of the clip's picture, and named in the feed`, () =>
		withImages(
			(_, response) => response.end(bytes),
			async (world, at) => {
				const folder = await delivered(world, await publish(world, at("/cover")));
				assert.equal((await readdir(folder)).sort(), ["post.json", name, "video.mp4"]);
				assert.equal(await readFile(join(folder, name)), bytes);
				const path = folder.slice(world.options.outbox.length).split("/").slice(-3).join("/");
				const served = await fetch(`${world.service.url}/outbox/${path}/${name}`);
				assert.equal([served.status, served.headers.get("content-type")], [200, type]);
				const feed = await readFile(join(folder, "../feed.xml"), "utf8");
				assert.ok(feed.includes(`/${name}`));
			},
		),
	);
}

const refused: Record<string, [RequestListener, RegExp]> = {
	"what is no image": [(_, response) => response.end("<html>"), /did not send a JPEG or PNG image\.$/],
	"what is not there": [
		(_, response) => response.writeHead(404).end(),
		/answered with status 404 instead of an image\.$/,
	],
	"what is too large": [
		(_, response) => response.end(Buffer.concat([JPEG, Buffer.alloc(9 * 1024 ** 2)])),
		/is larger than 8 MB\.$/,
	],
	"a redirect to another protocol": [
		(_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
		/Only http and https addresses can be fetched\.$/,
	],
	"a connection that breaks": [(request) => request.socket.destroy(), /cannot be reached \(.+\)\.$/],
};
for (const [title, [answer, message]] of Object.entries(refused)) {
	thumbnails(`${title} is refused by name`, () =>
		withImages(answer, async (world, at) => {
			const { status, body } = await publish(world, at("/cover.jpg"));
			assert.is(status, 422);
			assert.match(body.message ?? "", message);
			assert.ok(
				body.message?.startsWith(`publish_configs.${await accountOn(world, "youtube")}.thumbnail_url: `),
			);
		}),
	);
}

const guarded: Record<string, [string, RegExp]> = {
	"an address of this machine": ["http://127.0.0.1/a.jpg", /is on this machine or in a private network/],
	"a name of this machine": [
		"http://localhost/a.jpg",
		/localhost is on this machine or in a private network/,
	],
	"the metadata of a cloud": ["http://169.254.169.254/a.jpg", /is on this machine or in a private network/],
	"no address": ["cover.jpg", /thumbnail_url: Not a valid address\.$/],
};
for (const [title, [address, message]] of Object.entries(guarded)) {
	thumbnails(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const { status, body } = await publish(world, address);
			assert.is(status, 422);
			assert.match(body.message ?? "", message);
		}),
	);
}

thumbnails("a wrong request is refused before anything is fetched", () =>
	withImages(
		(_, response) => response.end(JPEG),
		async (world, at, asked) => {
			assert.is((await publish(world, at("/cover.jpg"), { idx: 7 })).status, 422);
			assert.equal(asked, []);
		},
	),
);

thumbnails(
	"a request that is repeated under its key is answered as before, even where the image is gone",
	() => {
		let isThere = true;
		return withImages(
			(_, response) => (isThere ? response.end(JPEG) : response.writeHead(404).end()),
			async (world, at) => {
				const id = await accountOn(world, "youtube");
				const project_id = await exported(world);
				const publish_configs = { [id]: { title: "T", thumbnail_url: at("/cover.jpg") } };
				const send = () =>
					world.call("POST", PATH, {
						body: { project_id, idx: 0, publish_configs },
						headers: { "idempotency-key": "k1" },
					});
				const first = await send();
				isThere = false;
				assert.equal([first.status, (await send()).body], [200, first.body]);
			},
		);
	},
);

thumbnails("a scheduled post keeps its image over a restart, and what was delivered needs none", () =>
	withImages(
		(_, response) => response.end(JPEG),
		async (world, at) => {
			const answer = await publish(world, at("/cover.jpg"), { scheduled_at: START + 3_600_000 });
			const images = join(world.options.data, "images");
			await world.restart();
			assert.is((await readdir(images)).length, 1);
			world.clock.move(2 * 3_600_000);
			const folder = await delivered(world, answer);
			assert.equal(await readFile(join(folder, "thumbnail.jpg")), JPEG);
			await world.restart();
			assert.equal(await readdir(images), []);
		},
	),
);

thumbnails("an update brings another image", () =>
	withImages(
		(request, response) => response.end(request.url === "/png" ? PNG : JPEG),
		async (world, at) => {
			const answer = await publish(world, at("/jpg"), { scheduled_at: START + 3_600_000 });
			const { task_id } = answer.body.data as WirePublishTask;
			const publish_configs = {
				[await accountOn(world, "youtube")]: { title: "T", thumbnail_url: at("/png") },
			};
			const changed = await world.call("PATCH", `${PATH}/${task_id}`, {
				body: { publish_configs },
				headers: { "if-match": '"1"' },
			});
			assert.is(changed.status, 200);
			world.clock.move(2 * 3_600_000);
			assert.equal(await readFile(join(await delivered(world, answer), "thumbnail.png")), PNG);
		},
	),
);

thumbnails.run();
