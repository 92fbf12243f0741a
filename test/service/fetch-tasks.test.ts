import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireTask } from "../../src/wire/messages.gen.ts";
import { type Play, video, withServer } from "./fetch-server.ts";
import { results, submit, until, type World, withWorld } from "./world.ts";

const tasks = suite("tasks over addresses");

/** Submits the video at an address and gives the id of its task. */
async function submitAddress(world: World, video_url: string): Promise<string> {
	const { body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
	return (body.data as { readonly id: string }).id;
}

function final(world: World, id: string): Promise<WireTask> {
	return until(
		() => results(world, id),
		({ status }) => status === "SUCCEEDED" || status === "FAILED",
	);
}

const fetching = { privateAddresses: true, maxBytes: 1e6, limitMs: 300_000, pauseMs: 5 };

tasks("a slow server delays no other task, and one address is fetched once", async () => {
	let give = () => {};
	const given = new Promise<void>((open) => {
		give = open;
	});
	const play: Play = ({ headers }, response) =>
		headers["if-none-match"] === '"one"'
			? void response.writeHead(304).end()
			: void given.then(() => video(response, { etag: '"one"' }));
	await withServer(play, async ({ port, asked }) =>
		withWorld({ fetching }, async (world) => {
			const address = `http://127.0.0.1:${port}/slow.mp4`;
			const slow = [await submitAddress(world, address), await submitAddress(world, address)];
			assert.is((await final(world, await submit(world, {}, "a talk"))).status, "SUCCEEDED");
			const statuses = await Promise.all(slow.map(async (id) => (await results(world, id)).status));
			assert.equal([asked.length, statuses.includes("SUCCEEDED")], [1, false]);
			give();
			for (const id of slow) assert.is((await final(world, id)).status, "SUCCEEDED");
			assert.is(asked.length, 2);
		}),
	);
});

tasks("a submitted address is fetched, or the task says why not", async () => {
	const play: Play = (request, response) =>
		request.url === "/gone.mp4" ? void response.writeHead(404).end() : video(response);
	await withServer(play, async ({ port }) =>
		withWorld({ fetching }, async (world) => {
			const run = async (name: string) =>
				final(world, await submitAddress(world, `http://127.0.0.1:${port}/${name}.mp4`));
			const done = await run("talk");
			assert.equal([done.status, done.clips[0]?.title, done.progress], ["SUCCEEDED", "talk 1", 1]);
			assert.match((await run("gone")).error_message ?? "", /has no such file \(404\)/);
		}),
	);
});

tasks("a signature is kept until the video is fetched, over a kill, and no longer", async () => {
	const begun: string[] = [];
	let give = () => {};
	const given = new Promise<void>((open) => (give = open));
	const play: Play = (request, response) => {
		begun.push(request.url ?? "");
		if (request.url?.startsWith("/gone")) return void response.writeHead(404).end();
		void given.then(() => video(response));
	};
	await withServer(play, async ({ port }) =>
		withWorld({ fetching }, async (world) => {
			const signed = (name: string) => `http://127.0.0.1:${port}/${name}.mp4?v=7&X-Amz-Signature=s3cret`;
			const [id, gone, cancelled] = [
				await submitAddress(world, signed("talk")),
				await submitAddress(world, signed("gone")),
				await submitAddress(world, signed("other")),
			];
			await until(
				async () => begun.length,
				(count) => count >= 3,
			);
			await world.call("POST", `/api/v2/clips/${cancelled}/cancel`);
			await final(world, gone);
			assert.is(await recordsWith(world, "s3cret"), 1);
			await world.restart();
			give();
			assert.is((await final(world, id)).status, "SUCCEEDED");
			assert.is(begun.filter((url) => url === "/talk.mp4?v=7&X-Amz-Signature=s3cret").length, 2);
			assert.equal([await recordsWith(world, "s3cret"), await recordsWith(world, "mp4?v=7")], [0, 3]);
		}),
	);
});

/** How many files of the data folder hold a text. */
async function recordsWith({ folder }: World, text: string): Promise<number> {
	const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
		each.isFile(),
	);
	const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
	return texts.filter((each) => each.includes(text)).length;
}

const refused: Record<string, [address: string, message: RegExp]> = {
	"of another protocol": [
		"ftp://example.com/a.mp4",
		/^video_url: Only http and https addresses can be fetched\.$/,
	],
	"of this machine": [
		"http://127.0.0.1/a.mp4",
		/^video_url: 127\.0\.0\.1 is on this machine or in a private network/,
	],
};
for (const [title, [video_url, message]] of Object.entries(refused))
	tasks(`an address ${title} is refused`, () =>
		withWorld({}, async (world) => {
			const { status, body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
			assert.is(status, 422);
			assert.match(body.message ?? "", message);
		}),
	);

tasks.run();
