import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RECOGNISED } from "../fakes/engine.ts";
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

const exporting = suite("export of existing clips");
const done = (task: { readonly status: string }) => task.status === "SUCCEEDED" || task.status === "FAILED";

exporting("chosen clips of a project are rendered with other settings, under an id of their own", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world, { project_name: "Keynote" });
		const body = {
			project_id,
			clip_indices: [2, 0],
			resolution: "HD_720",
			enable_ai_reframe: true,
			ratio: "RATIO_1_1",
		};
		const answer = await world.call("POST", "/api/v2/clips/export", { body });
		const { export_task_id } = answer.body.data as { readonly export_task_id: string };
		assert.equal([answer.status, answer.body.data], [200, { id: export_task_id, export_task_id }]);
		const task = await until(() => results(world, export_task_id, "export"), done);
		assert.equal(
			[task.id, task.export_task_id, task.name, task.status, task.expire_at, task.cost_usage],
			[export_task_id, export_task_id, "Keynote", "SUCCEEDED", START + 3 * 24 * 3_600_000, 1],
		);
		assert.equal(
			task.clips.map((clip) => [clip.idx, clip.title, clip.export_link !== undefined]),
			[
				[0, "talk 1", true],
				[2, "talk 3", true],
			],
		);
		const last = world.engine.rendered.at(-1);
		assert.equal([last?.resolution, last?.reframe], ["720p", { ratio: "1:1", layout: "Auto" }]);
		assert.is(world.engine.analyzed.length, 1);
	}),
);

exporting("what was recognised in a source is the transcript of every render from then on", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world, {}, "spoken words");
		const { body } = await world.call("POST", "/api/v2/clips/export", {
			body: { project_id, resolution: "HD_720" },
		});
		const { export_task_id } = body.data as { readonly export_task_id: string };
		await until(() => results(world, export_task_id, "export"), done);
		const texts = await Promise.all(
			world.engine.rendered.map(({ transcript = "none" }) => readFile(transcript, "utf8")),
		);
		assert.equal(texts, Array(6).fill(RECOGNISED));
		const origins = [await results(world, project_id), await results(world, export_task_id, "export")];
		assert.equal(
			origins.map((task) => task.transcript_origin),
			["recognised", "recognised"],
		);
		const read = async (id: string) => (await world.call("GET", `/api/v2/clips/transcripts/${id}`)).body.data;
		const known = { text: RECOGNISED, format: "vtt", origin: "recognised" };
		assert.equal(await read(project_id), known);
		await world.restart();
		assert.equal(await read(project_id), known);
		const silent = await submit(world);
		await until(() => results(world, silent), done);
		const none = await Promise.all(
			[silent, "nothing"].map((id) => world.call("GET", `/api/v2/clips/transcripts/${id}`)),
		);
		assert.equal(
			none.map(({ status }) => status),
			[404, 404],
		);
	}),
);

exporting("without clip_indices every clip is rendered, also of a project submitted without export", () =>
	withWorld({}, async (world) => {
		const project_id = await submit(world);
		await until(() => results(world, project_id), done);
		const { body } = await world.call("POST", "/api/v2/clips/export", { body: { project_id } });
		const { export_task_id } = body.data as { readonly export_task_id: string };
		assert.is((await until(() => results(world, export_task_id, "export"), done)).clips.length, 3);
	}),
);

exporting("an export goes on after a restart", () =>
	withWorld(ALL_AT_ONCE, async (world) => {
		const project_id = await exported(world);
		world.engine.before = heldBehind(0);
		const { body } = await world.call("POST", "/api/v2/clips/export", {
			body: { project_id, resolution: "HD_720" },
		});
		const { export_task_id } = body.data as { readonly export_task_id: string };
		await until(
			() => results(world, export_task_id, "export"),
			(task) => task.clips.length === 1,
		);
		world.engine.before = () => undefined;
		await world.restart();
		assert.is((await until(() => results(world, export_task_id, "export"), done)).clips.length, 3);
		assert.is(world.engine.rendered.length, 6);
	}),
);

exporting("results and exports are not found under each other's path", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		assert.is((await world.call("GET", `/api/v2/clips/export/${project_id}`)).status, 404);
	}),
);

const refused: Record<string, [Record<string, unknown>, number, string]> = {
	"no project": [{ project_id: undefined }, 422, "project_id is required."],
	"an unknown project": [{ project_id: "x" }, 404, 'There is no clipping task with the id "x".'],
	"a clip there is not": [
		{ clip_indices: [0, 7] },
		422,
		"clip_indices: the project has no clip 7 (it has 3 clips, counted from 0).",
	],
	"no clip at all": [
		{ clip_indices: [] },
		422,
		"clip_indices must name at least one clip (omit it for all).",
	],
	"indices in words": [{ clip_indices: ["0"] }, 422, "clip_indices must be a list of whole numbers."],
	"a reframe without a ratio": [
		{ enable_ai_reframe: true },
		422,
		"ratio is required when enable_ai_reframe is true.",
	],
};

for (const [title, [fields, status, message]] of Object.entries(refused)) {
	exporting(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const project_id = await exported(world);
			const answer = await world.call("POST", "/api/v2/clips/export", { body: { project_id, ...fields } });
			assert.equal([answer.status, answer.body.message], [status, message]);
		}),
	);
}

exporting("a project that has not succeeded is refused", () =>
	withWorld({}, async (world) => {
		world.engine.before = () => new Promise(() => undefined);
		const project_id = await submit(world);
		const answer = await world.call("POST", "/api/v2/clips/export", { body: { project_id } });
		assert.is(answer.status, 422);
		assert.match(answer.body.message ?? "", /^project_id: the clipping task is (CREATED|QUEUED|ONGOING);/);
	}),
);

exporting("an expired project is 410", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		world.clock.move(4 * 24 * 3_600_000);
		assert.is((await world.call("POST", "/api/v2/clips/export", { body: { project_id } })).status, 410);
		assert.ok(await upload(world, "the next talk"));
	}),
);

exporting.run();
