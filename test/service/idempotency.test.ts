import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask, WireUploadTarget } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, START, submit, until, upload, type World, withWorld } from "./world.ts";

const repeats = suite("Idempotency-Key");
const keyed = (key: string) => ({ "idempotency-key": key });
/** Records are replaced by rename: a temporary file beside them is no task. */
const tasksOn = async ({ options }: World) =>
	(await readdir(join(options.data, "tasks"))).filter((name) => !name.startsWith(".")).length;
const submitKeyed = (world: World, key: string, body: unknown) =>
	world.call("POST", "/api/v2/clips", { body, headers: keyed(key) });

repeats("the same request with the same key is executed once and answered alike", () =>
	withWorld({}, async (world) => {
		const body = { video_url: await upload(world, "a talk"), project_name: "Keynote" };
		const first = await submitKeyed(world, "k1", body);
		const again = await submitKeyed(world, "k1", body);
		assert.equal([again.status, again.body], [200, first.body]);
		assert.is(await tasksOn(world), 1);
	}),
);

repeats("the answer is the same after a restart", () =>
	withWorld({}, async (world) => {
		const body = { video_url: await upload(world, "a talk") };
		const first = await submitKeyed(world, "k1", body);
		await world.restart();
		assert.equal((await submitKeyed(world, "k1", body)).body, first.body);
	}),
);

repeats("a key used for another body is 422, for another endpoint too", () =>
	withWorld({}, async (world) => {
		const body = { video_url: await upload(world, "a talk") };
		await submitKeyed(world, "k1", body);
		const other = await submitKeyed(world, "k1", { ...body, project_name: "x" });
		assert.equal(
			[other.status, other.body.message],
			[422, "This Idempotency-Key was used for another request."],
		);
		assert.is((await world.call("POST", "/api/v2/clips/export", { body, headers: keyed("k1") })).status, 422);
	}),
);

repeats("a key in flight waits for the first request and gets its answer", () =>
	withWorld({}, async (world) => {
		const body = { video_url: await upload(world, "a talk") };
		const answers = await Promise.all([1, 2, 3, 4].map(() => submitKeyed(world, "k1", body)));
		assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1);
		assert.is(await tasksOn(world), 1);
	}),
);

repeats("a refusal is not kept: the same request may succeed later", () =>
	withWorld({}, async (world) => {
		const announced = await world.call("POST", "/api/v2/upload/single-file", { body: { name: "talk.mp4" } });
		const { identity, upload_url } = announced.body.data as WireUploadTarget;
		assert.is((await submitKeyed(world, "k1", { video_url: identity })).status, 422);
		await fetch(upload_url, { method: "PUT", body: "a talk" });
		assert.is((await submitKeyed(world, "k1", { video_url: identity })).status, 200);
	}),
);

repeats("a publish request repeated past its window still gets its first answer, and one post", () =>
	withWorld({}, async (world) => {
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const body = {
			project_id: await exported(world),
			idx: 0,
			publish_configs,
			scheduled_at: START + 3_600_000,
		};
		const send = () => world.call("POST", "/api/v2/social-media/publish", { body, headers: keyed("k1") });
		const first = await send();
		world.clock.move(2 * 3_600_000);
		const { task_id } = first.body.data as WirePublishTask;
		await until(
			async () =>
				(await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask,
			(task) => task.status === "DONE",
		);
		assert.equal((await send()).body, first.body);
		assert.equal((await readdir(join(world.options.outbox, "youtube/Acme"))).sort(), [task_id, "feed.xml"]);
	}),
);

repeats(
	"a process that died between the key and the task creates the task under the id the key was given",
	() =>
		withWorld({}, async (world) => {
			const body = { video_url: await upload(world, "a talk") };
			const first = await submitKeyed(world, "k1", body);
			const { id } = first.body.data as { readonly id: string };
			await world.service.close();
			await rm(join(world.options.data, "tasks", `${id}.json`));
			await world.restart();
			assert.equal((await submitKeyed(world, "k1", body)).body, first.body);
		}),
);

repeats("an upload announced again with its key has the same identity and a URL that works", () =>
	withWorld({}, async (world) => {
		const send = () =>
			world.call("POST", "/api/v2/upload/single-file", { body: { name: "talk.mp4" }, headers: keyed("k1") });
		const first = (await send()).body.data as WireUploadTarget;
		await world.restart();
		const again = (await send()).body.data as WireUploadTarget;
		assert.is(again.identity, first.identity);
		assert.is((await fetch(again.upload_url, { method: "PUT", body: "a talk" })).status, 200);
	}),
);

repeats("a key must be visible text", () =>
	withWorld({}, async (world) => assert.is((await submitKeyed(world, "a b", {})).status, 400)),
);

repeats("no record holds the key itself", () =>
	withWorld({}, async (world) => {
		await submitKeyed(world, "very-special-key", { video_url: await upload(world, "a talk") });
		const folder = join(world.options.data, "idempotency");
		const [name = ""] = await readdir(folder);
		assert.not.match(`${name}${await readFile(join(folder, name), "utf8")}`, /very-special-key/);
	}),
);

repeats("without a key every request is one of its own", () =>
	withWorld({}, async (world) => {
		assert.is.not(await submit(world), await submit(world));
		await writeFile(join(world.folder, "untouched"), "");
	}),
);

repeats.run();
