import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exported, results, withWorld } from "./world.ts";

const warnings = suite("warnings beside results");
const NAMELESS = "No transcript: titles come from the file name.";
const LEFT_OUT = "Nothing is said in this clip: captions and hook text are left out.";

warnings("say of the task and of each clip what was not done as asked, and what was left out", () =>
	withWorld({}, async (world) => {
		const { render } = world.engine;
		world.engine.render = async (request, run) => {
			const report = await render(request, run);
			const leftOut = [
				{ what: "captions", note: LEFT_OUT },
				{ what: "hook", note: LEFT_OUT },
			] as const;
			return request.clip.beginMs > 0 ? report : { ...report, notes: [LEFT_OUT], leftOut };
		};
		const id = await exported(world, { limit: 2, enable_captions: true });
		const task = await results(world, id);
		const ignored = 'The parameter "enable_captions" is not known to this service and was ignored.';
		assert.equal(task.warnings, [
			{ code: "parameter_ignored", message: ignored },
			{ code: "analysis", message: NAMELESS },
			{ code: "captions_left_out", message: LEFT_OUT, idx: 0 },
			{ code: "hook_left_out", message: LEFT_OUT, idx: 0 },
			{ code: "rendering", message: "Rendered by a fake.", idx: 1 },
		]);
		assert.equal(task.notes, [ignored, NAMELESS, LEFT_OUT, "Rendered by a fake."]);
	}),
);

warnings("of tasks of a former version are of no kind", () =>
	withWorld({}, async (world) => {
		const id = await exported(world);
		await world.service.close();
		const path = join(world.options.data, "tasks", `${id}.json`);
		const { warnings: _warnings, ...record } = JSON.parse(await readFile(path, "utf8"));
		await writeFile(path, JSON.stringify(record));
		await world.restart();
		assert.equal((await results(world, id)).warnings, [
			{ code: "other", message: NAMELESS },
			{ code: "other", message: "Rendered by a fake." },
		]);
	}),
);

warnings.run();
