import { rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { Secret } from "../../src/model/secret.ts";
import { DiedFault } from "../../src/system/ffmpeg.ts";
import {
	ALL_AT_ONCE,
	exported,
	heldBehind,
	results,
	START,
	submit,
	until,
	upload,
	withWorld,
} from "./world.ts";

const tasks = suite("clipping tasks");
const DAY = 24 * 3_600_000;
const done = (task: { readonly status: string }) => task.status === "SUCCEEDED" || task.status === "FAILED";
const never = () => new Promise<void>(() => undefined);

tasks("a submitted task answers with id, name and CREATED, and succeeds with every clip", () =>
	withWorld({}, async (world) => {
		const video_url = await upload(world, "a talk");
		const answer = await world.call("POST", "/api/v2/clips", {
			body: { video_url, project_name: "Keynote" },
		});
		const { id } = answer.body.data as { readonly id: string };
		assert.equal([answer.status, answer.body.data], [200, { id, name: "Keynote", status: "CREATED" }]);
		const { clips, ...rest } = await until(() => results(world, id), done);
		assert.equal(rest, {
			id,
			name: "Keynote",
			status: "SUCCEEDED",
			expire_at: START + 3 * DAY,
			cost_usage: 3,
			notes: ["No transcript: titles come from the file name."],
			warnings: [{ code: "analysis", message: "No transcript: titles come from the file name." }],
			progress: 1,
		});
		const { thumbnail, ...first } = clips[0] ?? { thumbnail: "" };
		assert.match(thumbnail, /^http:\/\/127\.0\.0\.1:\d+\/files\/thumbnail\//);
		assert.equal(first, {
			idx: 0,
			title: "talk 1",
			begin_ms: 0,
			end_ms: 15_000,
			tags: ["talk"],
			desc: "Part 1 of talk",
			score: 90,
			score_parts: { speech: 0.5 },
		});
		assert.equal([clips.length, world.engine.rendered.length], [3, 0]);
	}),
);

tasks("a task submitted with export has a link for every clip once it has succeeded", () =>
	withWorld({}, async (world) => {
		const task = await results(world, await exported(world));
		assert.equal(
			task.clips.map((clip) => [
				clip.idx,
				clip.score,
				/\/files\/video\/[0-9a-f]{64}\?/.test(clip.export_link ?? ""),
			]),
			[
				[0, 90, true],
				[1, 80, true],
				[2, 70, true],
			],
		);
		assert.ok(task.notes?.includes("Rendered by a fake."));
	}),
);

tasks("a task waits its turn, and shows the clips made so far while ONGOING", () =>
	withWorld(ALL_AT_ONCE, async (world) => {
		world.engine.before = heldBehind(0);
		const first = await submit(world, { enable_export: true });
		const second = await submit(world, {}, "another talk");
		const task = await until(
			() => results(world, first),
			(read) => read.clips.length === 1 && (read.progress ?? 0) > 0,
		);
		assert.equal([task.status, task.clips.map((clip) => clip.idx), task.cost_usage], ["ONGOING", [0], 3]);
		await until(
			() => results(world, second),
			({ status }) => status === "QUEUED",
		);
	}),
);

tasks("work that was ended from outside is tried once more", () =>
	withWorld({}, async (world) => {
		let ended = 0;
		world.engine.before = (step) => {
			if (step !== "analyze" || ended > 0) return undefined;
			ended += 1;
			throw new DiedFault("ffmpeg was killed from outside while reading (SIGTERM).");
		};
		const id = await submit(world);
		const task = await until(() => results(world, id), done);
		assert.equal([ended, task.status, task.clips.length], [1, "SUCCEEDED", 3]);
	}),
);

tasks("work that was ended with the service goes on with the next one", () =>
	withWorld({}, async (world) => {
		const before = world.engine.before;
		let ended = 0;
		world.engine.before = (step) => {
			if (step !== "analyze" || ended > 0) return undefined;
			ended += 1;
			throw new DiedFault("ffmpeg was killed from outside while reading (SIGTERM).");
		};
		const id = await submit(world);
		await until(
			async () => ended,
			(times) => times === 1,
		);
		await world.restart();
		world.engine.before = before;
		assert.is((await until(() => results(world, id), done)).status, "SUCCEEDED");
	}),
);

tasks("express mode halves the units", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, { enable_express_mode: true });
		assert.is((await until(() => results(world, id), done)).cost_usage, 1.5);
	}),
);

tasks("a task whose failure cannot even be written down says why, and goes on with the next process", () =>
	withWorld({}, async (world) => {
		const folder = join(world.options.data, "tasks");
		world.engine.before = async (step) => {
			if (step !== "analyze") return;
			await rename(folder, `${folder}.away`);
			await writeFile(folder, "in the way");
		};
		const id = await submit(world, {}, "a talk");
		const read = () => world.call("GET", `/api/v2/clips/results/${id}`);
		const { status, body } = await until(read, (answer) => answer.status !== 200);
		assert.equal([status, body.message], [500, "internal error"]);
		await rm(folder);
		await rename(`${folder}.away`, folder);
		world.engine.before = () => undefined;
		await world.restart();
		assert.is((await until(() => results(world, id), done)).status, "SUCCEEDED");
	}),
);

tasks("a failure names the video as its owner does, not as it is stored", () =>
	withWorld({}, async (world) => {
		world.engine.analyze = async ({ file }) => {
			throw new StopFault(`The picture of ${basename(file)} cannot be decoded.`);
		};
		const id = await submit(world, {}, "a talk");
		assert.is(
			(await until(() => results(world, id), done)).error_message,
			"The picture of talk.mp4 cannot be decoded.",
		);
	}),
);

tasks("a source that is no video fails with words for people, and costs nothing", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, {}, "broken");
		const task = await until(() => results(world, id), done);
		assert.equal(
			[task.status, task.error_message, task.cost_usage, task.clips],
			["FAILED", "talk is not a video. Upload another file.", 0, []],
		);
	}),
);

tasks("a bug says no more than that it is one, and is told to the log", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, {}, "bug");
		assert.is((await until(() => results(world, id), done)).error_message, "internal error");
		assert.match(world.log.join(), /TypeError: a secret detail/);
	}),
);

tasks("error_message is there only for FAILED", () =>
	withWorld({}, async (world) =>
		assert.not.ok("error_message" in (await results(world, await exported(world)))),
	),
);

tasks("results can no longer be read past expire_at", () =>
	withWorld({}, async (world) => {
		const id = await exported(world);
		world.clock.move(3 * DAY + 1);
		const answer = await world.call("GET", `/api/v2/clips/results/${id}`);
		assert.equal(
			[answer.status, answer.body.message],
			[410, "The results of this task expired on 2026-11-23T12:00:00.000Z."],
		);
	}),
);

tasks("a restart in the middle goes on: nothing is analysed or rendered twice", () =>
	withWorld(ALL_AT_ONCE, async (world) => {
		world.engine.before = heldBehind(30_000);
		const id = await submit(world, { enable_export: true });
		await until(
			() => results(world, id),
			(task) => task.clips.length === 2,
		);
		world.engine.before = () => undefined;
		await world.restart();
		const task = await until(() => results(world, id), done);
		assert.equal([task.status, task.clips.length], ["SUCCEEDED", 3]);
		assert.equal(
			[world.engine.analyzed.length, world.engine.rendered.map(({ clip }) => clip.beginMs).sort()],
			[1, [0, 30_000, 60_000]],
		);
	}),
);

tasks("a task that was only queued is taken up after a restart, in its turn", () =>
	withWorld({}, async (world) => {
		world.engine.before = (step) => (step === "analyze" ? never() : undefined);
		const ids = [await submit(world, {}, "one"), await submit(world, {}, "two")];
		world.engine.before = () => undefined;
		await world.restart();
		for (const id of ids) assert.is((await until(() => results(world, id), done)).status, "SUCCEEDED");
		assert.is(world.engine.analyzed.length, 2);
	}),
);

tasks("equal clips of the same bytes with equal settings are rendered once", () =>
	withWorld({}, async (world) => {
		await exported(world);
		await exported(world);
		await exported(world, { resolution: "HD_720" });
		assert.is(world.engine.rendered.length, 6);
	}),
);

tasks("running tasks are limited where asked", () =>
	withWorld({ limits: { runningTasks: 1 }, apiKeys: [new Secret("one")] }, async (world) => {
		world.engine.before = (step) => (step === "analyze" ? never() : undefined);
		await submit(world);
		const video_url = await upload(world, "another talk");
		const answer = await world.call("POST", "/api/v2/clips", { body: { video_url } });
		assert.equal(
			[answer.status, answer.body.message],
			[429, "Too many running projects: at most 1 at a time."],
		);
	}),
);

tasks.run();
