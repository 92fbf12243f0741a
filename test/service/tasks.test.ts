import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exported, results, START, submit, until, upload, withWorld } from "./world.ts";

const tasks = suite("clipping tasks");
const DAY = 24 * 3_600_000;
const done = (task: { readonly status: string }) => task.status === "SUCCEEDED" || task.status === "FAILED";

tasks("a submitted task answers with id, name and CREATED, and succeeds with every clip", () =>
	withWorld({}, async (world) => {
		const video_url = await upload(world, "a talk");
		const answer = await world.call("POST", "/api/v2/clips", { body: { video_url, project_name: "Keynote" } });
		const { id } = answer.body.data as { readonly id: string };
		assert.equal([answer.status, answer.body.data], [200, { id, name: "Keynote", status: "CREATED" }]);
		const task = await until(() => results(world, id), done);
		const { clips, ...rest } = task;
		assert.equal(rest, {
			id,
			name: "Keynote",
			status: "SUCCEEDED",
			expire_at: START + 3 * DAY,
			cost_usage: 3,
			notes: ["No transcript: titles come from the file name."],
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
		assert.is(clips.length, 3);
		assert.is(world.engine.rendered.length, 0);
	}),
);
tasks.run();
