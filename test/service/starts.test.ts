import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { results, submit, until, type World, withWorld } from "./world.ts";

const starts = suite("tasks that the process dies over");
const never = () => new Promise<void>(() => undefined);

function recordPath({ options }: World, id: string): string {
	return join(options.data, "tasks", `${id}.json`);
}

async function startsOf(world: World, id: string): Promise<number | undefined> {
	return (JSON.parse(await readFile(recordPath(world, id), "utf8")) as { readonly starts?: number }).starts;
}

/** As if the process had died over the task so often. */
async function died(world: World, id: string, times: number): Promise<void> {
	const path = recordPath(world, id);
	await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), starts: times }));
}

starts(
	"work on a task is counted until something of it is done, and a service that is ended counts nothing",
	() =>
		withWorld({}, async (world) => {
			world.engine.before = (step) => (step === "analyze" ? never() : undefined);
			const id = await submit(world, { enable_export: true });
			await until(
				() => startsOf(world, id),
				(times) => times === 1,
			);
			world.engine.before = (step) => (step === "render" ? never() : undefined);
			await world.restart();
			await until(
				() => results(world, id),
				({ cost_usage }) => cost_usage === 3,
			);
			await until(
				() => startsOf(world, id),
				(times) => times === undefined,
			);
			await world.restart();
			await until(
				() => startsOf(world, id),
				(times) => times === 1,
			);
			await world.service.close();
			assert.is(await startsOf(world, id), undefined);
		}),
);

starts("one that the process died over 19 times still ends, after 20 it fails, and others go first", () =>
	withWorld({}, async (world) => {
		world.engine.before = never;
		const crashing = await submit(world);
		const killed = await submit(world, {}, "another talk");
		const fresh = await submit(world, {}, "a third talk");
		await world.service.close();
		await died(world, crashing, 20);
		await died(world, killed, 19);
		world.engine.before = () => undefined;
		await world.restart();
		const failed = await until(
			() => results(world, crashing),
			({ status }) => status === "FAILED",
		);
		assert.equal(
			[failed.error_message, failed.cost_usage],
			[
				"The service ended 20 times while it worked on this task, and nothing of it was done. " +
					"Look for the reason in its log and in that of the system (memory?), then submit it again.",
				0,
			],
		);
		assert.equal(
			[(await results(world, killed)).status, (await results(world, fresh)).status],
			["SUCCEEDED", "SUCCEEDED"],
		);
		assert.is(await startsOf(world, killed), undefined);
	}),
);

starts.run();
