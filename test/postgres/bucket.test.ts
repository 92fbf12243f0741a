import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServiceOptions } from "../../src/service/options.ts";
import { StoreFault } from "../../src/service/store/fault.ts";
import { mediaOf, withBucket } from "../fakes/s3/media.ts";
import type { S3Server } from "../fakes/s3/server.ts";
import { type Callable, results, until, upload } from "../service/world.ts";
import { isDone, publish, withGround } from "./several.ts";

const fleets = suite("several services of one database and one bucket, each with a disk of its own");

interface Fleet {
	readonly server: S3Server;
	readonly published: readonly string[];
	readonly folder: string;
	/** Starts a service on a disk of that name. */
	startOn(disk: string, changed?: Partial<ServiceOptions>): Promise<Callable>;
}

function withFleet(work: (fleet: Fleet) => Promise<void>): Promise<void> {
	return withGround(({ folder, published, start }) =>
		withBucket(folder, async ({ server }) => {
			const startOn: Fleet["startOn"] = async (disk, changed) => {
				const data = join(folder, disk);
				await mkdir(data, { recursive: true });
				return start({ data, media: await mediaOf(server, data), ...changed });
			};
			await work({ server, published, folder, startOn });
		}),
	);
}

fleets("one takes the video, another makes its clips, and any of them posts", () =>
	withFleet(async ({ server, published, folder, startOn }) => {
		const front = await startOn("front", { queues: [] });
		await startOn("maker", { queues: ["tasks"] });
		const video_url = await upload(front, "a talk");
		const body = { video_url, enable_export: true };
		const { id } = (await front.call("POST", "/api/v2/clips", { body })).body.data as { readonly id: string };
		const { clips } = await until(
			() => results(front, id),
			({ status }) => status === "SUCCEEDED",
		);
		for (const { export_link = "" } of clips) assert.is(new URL(export_link).origin, server.url);
		const poster = await startOn("poster", { queues: ["posts"] });
		await isDone(front, await publish(poster, id, { title: "a clip" }));
		assert.equal(published, ["a clip"]);
		const renders = async (disk: string) => (await readdir(join(folder, disk, "renders"))).sort();
		assert.ok((await renders("maker")).filter((name) => name.endsWith(".mp4")).length >= clips.length);
		assert.not.ok((await readdir(join(folder, "front"))).includes("renders"), "it made and read none");
	}),
);

fleets("a service with a bucket of its own does not join them", () =>
	withFleet(async ({ folder, server, startOn }) => {
		await startOn("front");
		const media = await mediaOf(server, join(folder, "other"), { prefix: "other/" });
		const error = await startOn("other", { media }).catch((thrown: unknown) => thrown);
		assert.instance(error, StoreFault);
		assert.match((error as Error).message, "use another bucket than s3://media/other/");
	}),
);

fleets.run();
