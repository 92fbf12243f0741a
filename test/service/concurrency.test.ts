import { setImmediate as soon } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { limitConcurrency, shareConcurrency, type Turn } from "../../src/service/jobs/concurrency.ts";

const concurrency = suite("steps of work, a limited number at once");

concurrency("posts that are due go first, express tasks before others, posts of later last", async () => {
	const { run } = limitConcurrency(1);
	const done: string[] = [];
	const step = (name: string) => async () => {
		await soon();
		done.push(name);
	};
	await Promise.all([
		run(step("running")),
		run(step("later"), () => ({ kind: "later", at: 9 })),
		run(step("task")),
		run(step("sooner than later"), () => ({ kind: "later", at: 5 })),
		run(step("express"), () => ({ kind: "express" })),
		run(step("due"), () => ({ kind: "soon", at: 2 })),
		run(step("due before"), () => ({ kind: "soon", at: 1 })),
		run(step("second task")),
	]);
	const expected = ["due before", "due", "express", "task", "second task", "sooner than later", "later"];
	assert.equal(done, ["running", ...expected]);
});

concurrency("a rank is asked when there is room, not when the step was queued", async () => {
	const { run } = limitConcurrency(1);
	const done: string[] = [];
	let at = 5;
	const first = run(soon);
	const later = run(
		async () => void done.push("moved"),
		() => ({ kind: "later", at }),
	);
	const other = run(
		async () => void done.push("other"),
		() => ({ kind: "later", at: 1 }),
	);
	at = 0;
	await Promise.all([first, later, other]);
	assert.equal(done, ["moved", "other"]);
});

/** Steps of tenants with their lengths in milliseconds, all queued at once: the order in which they ran. */
async function order(steps: readonly (readonly [string, number, Turn?])[]): Promise<string> {
	let now = 0;
	const shared = shareConcurrency(1, () => now);
	const done: string[] = [];
	await Promise.all(
		steps.map(([tenant, ms, turn = { kind: "task" }]) =>
			shared.of(tenant).run(
				async () => {
					await soon();
					now += ms;
					done.push(tenant);
				},
				() => turn,
			),
		),
	);
	return done.join(" ");
}

concurrency("a tenant with few steps does not wait for all of one with many", async () => {
	const many = Array.from({ length: 6 }, () => ["much", 100] as const);
	assert.is(
		await order([...many, ["little", 100], ["little", 100]]),
		"much little much little much much much much",
	);
});

concurrency("steps count by the time that they take", async () => {
	const long = Array.from({ length: 3 }, () => ["long", 300] as const);
	const short = Array.from({ length: 6 }, () => ["short", 100] as const);
	assert.is(await order([...long, ...short]), "long short short short long short short short long");
});

concurrency("express tasks go before those of others, but not for ever", async () => {
	const minutes = 60_000;
	const express = Array.from({ length: 5 }, () => ["express", 3 * minutes, { kind: "express" }] as const);
	const usual = Array.from({ length: 2 }, () => ["usual", minutes] as const);
	assert.is(await order([...usual, ...express]), "usual express express express usual express express");
});

concurrency("what was used long ago counts less", async () => {
	const [hour, minute] = [3_600_000, 60_000];
	const idle = ["idle", 12 * hour, { kind: "soon" }] as const;
	const after = [
		["new", minute],
		["new", minute],
		["old", minute],
	] as const;
	assert.is(await order([["old", hour], idle, ...after]), "old idle new old new");
});

concurrency("what is due is due, whatever its tenant has used", async () => {
	const due = ["much", 100, { kind: "soon", at: 1 }] as const;
	assert.is(await order([["much", 100], ["little", 100], due, due]), "much much much little");
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
