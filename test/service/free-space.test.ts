import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireUploadTarget } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, until, upload, withWorld } from "./world.ts";

const space = suite("a disk that is nearly full");
const MB = 2 ** 20;
const WORDS =
	"The disk of the clip service has 400 MiB free, and takes nothing new that leaves less than 500 MiB. " +
	"Free some space, then send the request again.";

/** A disk of 100 GiB, as full as a test says. */
function disk(freeMb: number, totalMb = 100 * 1024) {
	const now = { freeMb };
	const diskSpace = async () => ({ freeBytes: now.freeMb * MB, totalBytes: totalMb * MB });
	return { now, options: { minFreeBytes: 500 * MB, diskSpace } };
}

space("uploads, videos and exports are refused for now; what was taken before is delivered", async () => {
	const { now, options } = disk(1_000);
	await withWorld(options, async (world) => {
		const project_id = await exported(world);
		const video_url = await upload(world, "a second talk");
		const announced = await world.call("POST", "/api/v2/upload/single-file", { body: { name: "a.mp4" } });
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		now.freeMb = 400;
		for (const [path, body] of [
			["/api/v2/upload/single-file", { name: "talk.mp4" }],
			["/api/v2/clips", { video_url }],
			["/api/v2/clips/export", { project_id }],
		] as const) {
			const answer = await world.call("POST", path, { body });
			assert.equal([answer.status, answer.body.message], [429, WORDS]);
			assert.is(answer.headers.get("retry-after"), "60");
		}
		const { upload_url } = announced.body.data as WireUploadTarget;
		assert.is((await fetch(upload_url, { method: "PUT", body: "bytes" })).status, 429);
		const post = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 1, publish_configs },
		});
		const { task_id } = post.body.data as { readonly task_id: string };
		await until(
			async () => (await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data,
			(task) => (task as { readonly status: string }).status === "DONE",
		);
		now.freeMb = 600;
		assert.is((await world.call("POST", "/api/v2/clips", { body: { video_url } })).status, 200);
	});
});

space("an upload that would leave too little is refused before it is received", async () => {
	const { options } = disk(500.5);
	await withWorld(options, async (world) => {
		const { body } = await world.call("POST", "/api/v2/upload/single-file", { body: { name: "a.mp4" } });
		const put = (bytes: number) =>
			fetch((body.data as WireUploadTarget).upload_url, { method: "PUT", body: Buffer.alloc(bytes) });
		assert.is((await put(MB)).status, 429);
		assert.is((await put(MB / 4)).status, 200);
	});
});

space("of a small disk only a twentieth has to stay free", async () => {
	const { options } = disk(20, 200);
	await withWorld(options, async (world) => assert.ok(await exported(world)));
});

space.run();
