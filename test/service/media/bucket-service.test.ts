import { readdir, rm, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tendCopies } from "../../../src/service/cache/copies.ts";
import { bucketMedia } from "../../../src/service/media/s3/media.ts";
import { StoreFault } from "../../../src/service/store/fault.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { openTasks } from "../../../src/service/store/task-folders.ts";
import type { WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { withFolder } from "../../conformance/media.ts";
import { settingsFor, withBucket } from "../../fakes/s3/media.ts";
import type { S3Server } from "../../fakes/s3/server.ts";
import {
	accountOn,
	exported,
	results,
	submit,
	until,
	untilLater,
	upload,
	type World,
	withWorld,
} from "../world.ts";

const services = suite("a service whose media are in a bucket");

interface Ground {
	readonly server: S3Server;
	readonly world: World;
	/** Keys of the bucket that begin so, without what is before. */
	keys(beginning: string): readonly string[];
}

/** `links`: whether they lead to the bucket. */
function withService(work: (ground: Ground) => Promise<void>, links = true): Promise<void> {
	return withFolder((folder) =>
		withBucket(folder, async ({ server }) => {
			const media = await bucketMedia(settingsFor(server, { directLinks: links }), join(folder, "machine"));
			await withWorld({ media, data: join(folder, "machine") }, (world) =>
				work({
					...{ server, world },
					keys: (beginning) =>
						[...server.objects.keys()].flatMap((key) =>
							key.startsWith(`showrun/${beginning}`) ? [key.slice("showrun/".length)] : [],
						),
				}),
			);
		}),
	);
}

const TWO_HOURS_AGO = new Date(Date.now() - 2 * 3_600_000);

async function emptied(folder: string): Promise<void> {
	for (const name of ["sources", "renders", "images"])
		await rm(join(folder, name), { recursive: true, force: true });
}

services("clips are made from what another machine uploaded, and their links lead to the bucket", () =>
	withService(async ({ server, world, keys }) => {
		const video_url = await upload(world, "a talk");
		await emptied(world.options.data);
		const { body } = await world.call("POST", "/api/v2/clips", {
			body: { video_url, enable_export: true },
		});
		const { id } = body.data as { readonly id: string };
		const task = await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
		await emptied(world.options.data);
		assert.ok(task.clips.length > 0);
		for (const { export_link = "", thumbnail } of task.clips)
			for (const link of [export_link, thumbnail]) {
				assert.is(new URL(link).origin, server.url);
				assert.is((await fetch(link)).status, 200);
			}
		assert.is(keys("renders/").filter((key) => key.endsWith(".mp4")).length, task.clips.length);
		assert.is(keys("sources/").filter((key) => key.endsWith(".mp4")).length, 1);
	}),
);

services("links lead through the service where the settings say so, with ranges", () =>
	withService(async ({ world }) => {
		const [clip] = (await results(world, await exported(world))).clips;
		const link = clip?.export_link ?? "";
		assert.is(new URL(link).origin, world.service.url);
		const whole = await (await fetch(link)).text();
		const part = await fetch(link, { headers: { range: "bytes=3-6" } });
		assert.equal([part.status, await part.text()], [206, whole.slice(3, 7)]);
		const head = await fetch(link, { method: "HEAD" });
		assert.equal([head.status, head.headers.get("content-length")], [200, `${whole.length}`]);
	}, false),
);

services("a clip that is lost has no link until it was rendered again", () =>
	withService(async ({ server, world, keys }) => {
		const id = await exported(world);
		const before = (await results(world, id)).clips.length;
		const [lost = ""] = keys("renders/").filter((key) => key.endsWith(".mp4"));
		server.objects.delete(`showrun/${lost}`);
		await emptied(world.options.data);
		const linked = (clips: readonly { readonly export_link?: string }[]) =>
			clips.filter(({ export_link }) => export_link !== undefined).length;
		assert.is(linked((await results(world, id)).clips), before - 1);
		await until(
			() => results(world, id),
			({ clips }) => linked(clips) === before,
		);
		assert.ok(keys("renders/").includes(lost));
	}),
);

services("a post whose clip is lost is delivered all the same", () =>
	withService(async ({ server, world, keys }) => {
		const project_id = await exported(world);
		const body = {
			project_id,
			idx: 0,
			publish_configs: { [await accountOn(world, "youtube")]: { title: "A talk" } },
			scheduled_at: world.clock.now() + 3_600_000,
		};
		const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
		const { task_id } = answer.body.data as WirePublishTask;
		for (const key of keys("renders/")) server.objects.delete(`showrun/${key}`);
		await emptied(world.options.data);
		const path = `/api/v2/social-media/publish/${task_id}`;
		await untilLater(world, async () => (await world.call("GET", path)).body.data as WirePublishTask, {
			holds: ({ status }) => status === "DONE",
		});
		assert.is((await readdir(join(world.options.outbox, "youtube", "Acme"))).length > 0, true);
	}),
);

services("a lost source fails its task and says what to do", () =>
	withService(async ({ server, world }) => {
		const video_url = await upload(world, "a talk");
		await emptied(world.options.data);
		server.objects.clear();
		const { body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
		const { id } = body.data as { readonly id: string };
		const task = await until(
			() => results(world, id),
			({ status }) => status === "FAILED",
		);
		assert.match(
			task.error_message ?? "",
			/^The file talk\.mp4 is not there any more\. Upload it and submit/,
		);
	}),
);

services("while the bucket is away tasks wait, uploads are told when to come again, results are read", () =>
	withService(async ({ server, world }) => {
		const done = await exported(world, {}, "an earlier talk");
		const video_url = await upload(world, "a talk");
		await emptied(world.options.data);
		server.before = () => 503;
		const { body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
		const { id } = body.data as { readonly id: string };
		const target = await world.call("POST", "/api/v2/upload/single-file", { body: { name: "other.mp4" } });
		const { upload_url } = target.body.data as { readonly upload_url: string };
		const put = await fetch(upload_url, { method: "PUT", body: "another talk" });
		assert.equal([put.status, put.headers.get("retry-after")], [503, "5"]);
		assert.ok((await results(world, done)).clips.every(({ export_link }) => export_link !== undefined));
		assert.is.not((await results(world, id)).status, "FAILED");
		server.before = undefined;
		const question = { "content-range": "bytes */12", "content-length": "0" };
		const again = await fetch(upload_url, { method: "PUT", headers: question });
		assert.is(again.status, 200, "what arrived is kept then, and not sent again");
		await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
	}),
);

services("the bucket of another service is not used", () =>
	withService(async ({ server, world }) => {
		await world.service.close();
		server.put("showrun/store.id", Buffer.from("01ANOTHER\n"), "text/plain");
		const error = await world.restart().catch((thrown: unknown) => thrown);
		assert.instance(error, StoreFault);
		assert.match((error as Error).message, "s3://media/showrun/store.id says so");
		server.objects.delete("showrun/store.id");
		await world.restart();
		await submit(world);
	}),
);

services("what nothing needs is removed by reference, from the bucket by whoever cleans", () =>
	withService(async ({ server, world, keys }) => {
		const lifetimes = { recordsMs: 60_000, uploadsMs: 60_000, cacheMs: 3_600_000 };
		await exported(world);
		const before = keys("");
		await world.restart({ keep: lifetimes, cacheBytes: 1 });
		assert.equal(
			keys("renders/"),
			before.filter((key) => key.startsWith("renders/")),
		);
		for (const [key, object] of server.objects)
			server.objects.set(key, { ...object, at: Date.now() - 2 * 3_600_000 });
		world.clock.move(world.options.resultLifetimeMs + 60_000);
		await world.restart({ keep: lifetimes, cacheBytes: 1 });
		await until(
			async () => [...keys("renders/"), ...keys("sources/")],
			(left) => left.length === 0,
		);
	}),
);

services("copies make room on a machine, those of open tasks and the bucket stay", () =>
	withFolder((folder) =>
		withBucket(folder, async ({ server }) => {
			const data = join(folder, "machine");
			const media = await bucketMedia(settingsFor(server, { copiesBytes: 1 }), data);
			await withWorld({ media, data }, async ({ options, ...world }) => {
				const tasks = openTasks(folderStore(data));
				const id = await exported(world);
				await exported(world, {}, "another talk");
				const before = [...server.objects.keys()];
				await tendCopies({ options, media, tasks });
				assert.ok((await copiesIn(data)).length > 3, "what was used within the hour stays");
				for (const path of await copiesIn(data)) await utimes(path, TWO_HOURS_AGO, TWO_HOURS_AGO);
				const source = (await tasks.clipping.get(id))?.source?.sha256 ?? "";
				await tasks.clipping.change(id, (task) => ({ ...task, status: "ONGOING" }));
				await tendCopies({ options, media, tasks });
				assert.equal(
					(await copiesIn(data)).filter((path) => path.includes("sources")).map((path) => basename(path)),
					[`${source}.mp4`],
				);
				assert.ok(before.every((key) => server.objects.has(key)));
				await tasks.clipping.change(id, (task) => ({ ...task, status: "SUCCEEDED" }));
			});
		}),
	),
);

async function copiesIn(data: string): Promise<readonly string[]> {
	const folders = ["renders", "sources"].map((name) => join(data, name));
	const inside = folders.map(async (each) => (await readdir(each)).map((name) => join(each, name)));
	return (await Promise.all(inside)).flat();
}

services.run();
