import { setImmediate as soon } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { limitConcurrency } from "../../src/service/jobs/concurrency.ts";

const concurrency = suite("steps of work, a limited number at once");

concurrency("the lowest rank goes first, of equal ones the first that came", async () => {
	const { run } = limitConcurrency(1);
	const done: string[] = [];
	const step = (name: string) => async () => {
		await soon();
		done.push(name);
	};
	await Promise.all([
		run(step("running")),
		run(step("far"), () => 2),
		run(step("job")),
		run(step("near"), () => -1),
		run(step("second job")),
	]);
	assert.equal(done, ["running", "near", "job", "second job", "far"]);
});

concurrency("a rank is asked when there is room, not when the step was queued", async () => {
	const { run } = limitConcurrency(1);
	const done: string[] = [];
	let moved = 5;
	const first = run(soon);
	const later = run(
		async () => void done.push("moved"),
		() => moved,
	);
	const other = run(
		async () => void done.push("other"),
		() => 1,
	);
	moved = 0;
	await Promise.all([first, later, other]);
	assert.equal(done, ["moved", "other"]);
});

concurrency("no more than the limit run, and a failed step makes room", async () => {
	const { run } = limitConcurrency(2);
	let [running, most] = [0, 0];
	const steps = Array.from({ length: 7 }, (_, at) =>
		run(async () => {
			running++;
			most = Math.max(most, running);
			await soon();
			running--;
			if (at % 2 === 0) throw new Error("failed");
		}),
	);
	const ended = await Promise.allSettled(steps);
	assert.equal([most, ended.filter(({ status }) => status === "rejected").length], [2, 4]);
});

concurrency.run();
