import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tooLate } from "../../../src/service/delivery/late.ts";
import type { WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { type Answer, accountOn, exported, START, until, type World, withWorld } from "../world.ts";
import { always, immediate, untilTask, withGround } from "./ground.ts";

const HOUR = 3_600_000;
const PATH = "/api/v2/social-media/publish";
const HOLD = { max_ms: 2 * HOUR, action: "hold" };
const SKIP = { max_ms: 2 * HOUR, action: "skip" };

const late = suite("late posts");

/** A post of an hour from now, with what it says of being late. */
async function scheduled(world: World, late_rule?: object): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const asked = { project_id, idx: 0, publish_configs, scheduled_at: START + HOUR };
	const { body, status } = await world.call("POST", PATH, {
		body: late_rule === undefined ? asked : { ...asked, late_rule },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

async function read(world: World, id: string): Promise<WirePublishTask> {
	return (await world.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
}

function ended(world: World, id: string): Promise<WirePublishTask> {
	return until(
		() => read(world, id),
		({ status }) => ["DONE", "PARTIAL_DONE", "ERROR", "CANCELLED"].includes(status),
	);
}

async function change(world: World, id: string, kind: "retry" | "cancel"): Promise<Answer> {
	const { version } = await read(world, id);
	return world.call("POST", `${PATH}/${id}/${kind}`, { headers: { "if-match": `"${version}"` } });
}

/** Nothing runs until so long after the post's time. */
async function asleepUntil(world: World, lateMs: number): Promise<void> {
	await world.service.close();
	world.clock.move(HOUR + lateMs);
	await world.restart();
}

async function delivered(world: World): Promise<readonly string[]> {
	const names = await readdir(join(world.options.outbox, "youtube", "Acme")).catch(() => []);
	return names.filter((name) => name !== "feed.xml");
}

const outcomes: Record<string, [rule: object | undefined, lateMs: number, outcome: unknown[]]> = {
	"go out without a rule, marked late": [undefined, 30 * HOUR, ["DONE", undefined, true]],
	"go out within their limit": [HOLD, 2 * HOUR, ["DONE", undefined, true]],
	"are held beyond it": [HOLD, 2 * HOUR + 1, ["ERROR", "held", undefined]],
	"are skipped beyond it": [SKIP, 3 * HOUR, ["ERROR", "skipped", undefined]],
	"go out where the rule says so": [{ ...SKIP, action: "deliver" }, 3 * HOUR, ["DONE", undefined, true]],
};
for (const [title, [rule, lateMs, outcome]] of Object.entries(outcomes))
	late(title, () =>
		withWorld({}, async (world) => {
			const id = await scheduled(world, rule);
			await asleepUntil(world, lateMs);
			const task = await ended(world, id);
			const [result] = task.results ?? [];
			assert.equal([task.status, result?.state, result?.late], outcome);
			assert.equal(await delivered(world), task.status === "DONE" ? [id] : []);
		}),
	);

late("say why they were held, and go out once somebody asks for it", () =>
	withWorld({}, async (world) => {
		const id = await scheduled(world, HOLD);
		await asleepUntil(world, 3 * HOUR + 12 * 60_000);
		const held = await ended(world, id);
		assert.is(
			held.results?.[0]?.error_message,
			"Held: 3 h 12 min late, more than the 2 h that it may be. " +
				`To deliver it now: showrun posts retry ${id}. Never: showrun posts cancel ${id}`,
		);
		await world.restart();
		assert.is((await read(world, id)).results?.[0]?.state, "held");
		assert.is((await change(world, id, "retry")).status, 200);
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.[0]?.late], ["DONE", true]);
		assert.equal(await delivered(world), [id]);
	}),
);

late("that were held can be cancelled, and never go out", () =>
	withWorld({}, async (world) => {
		const id = await scheduled(world, HOLD);
		await asleepUntil(world, 3 * HOUR);
		await ended(world, id);
		const { status, body } = await change(world, id, "cancel");
		const { results } = body.data as WirePublishTask;
		assert.equal([status, results?.[0]?.status, results?.[0]?.state], [200, "CANCELLED", undefined]);
		assert.is((await change(world, id, "retry")).status, 409);
		assert.equal(await delivered(world), []);
	}),
);

late("of an account follow its rule where they have none of their own", () =>
	withWorld(
		{
			accounts: [
				{ platform: "youtube", username: "Acme", late: { maxMs: HOUR, action: "skip" } },
				{ platform: "tiktok", username: "@acme" },
			],
		},
		async (world) => {
			const [plain, own] = [await scheduled(world), await scheduled(world, { ...HOLD, max_ms: 5 * HOUR })];
			await asleepUntil(world, 2 * HOUR);
			assert.is((await ended(world, plain)).results?.[0]?.state, "skipped");
			assert.is((await ended(world, own)).status, "DONE");
		},
	),
);

late("get another rule by an update", () =>
	withWorld({}, async (world) => {
		const id = await scheduled(world, SKIP);
		const update = { body: { late_rule: HOLD }, headers: { "if-match": '"1"' } };
		const { status, body } = await world.call("PATCH", `${PATH}/${id}`, update);
		assert.equal([status, (body.data as WirePublishTask).late_rule], [200, HOLD]);
		await asleepUntil(world, 3 * HOUR);
		assert.is((await ended(world, id)).results?.[0]?.state, "held");
	}),
);

late("a machine that slept without ending anything holds them too", () =>
	withWorld({}, async (world) => {
		const id = await scheduled(world, HOLD);
		world.clock.move(9 * HOUR);
		assert.is((await ended(world, id)).results?.[0]?.state, "held");
		assert.equal(await delivered(world), []);
	}),
);

late("a clock that was set back is waited for, and nothing is held before its time", () =>
	withWorld({}, async (world) => {
		const id = await scheduled(world, SKIP);
		await world.service.close();
		world.clock.move(-5 * HOUR);
		await world.restart();
		assert.is((await read(world, id)).status, "SCHEDULED");
		world.clock.move(6 * HOUR);
		assert.is((await ended(world, id)).status, "DONE");
	}),
);

late("a machine that sleeps between the last look and arming sends nothing", () =>
	withGround(async (ground) => {
		const sent: string[] = [];
		const worker = always({
			kind: "fake",
			lead: { earliestMs: 0, livesMs: null },
			prepare: async () => ({ kind: "ready", progress: { v: 1, step: "ready" } }),
			publish: async ({ post }, _, arm) => {
				await sleep(600);
				await arm();
				sent.push(post.taskId);
				return { kind: "posted" };
			},
		});
		const rule = { maxMs: 100_000, action: "skip" } as const;
		await ground.put({ ...immediate("01TASK", ["acme"]), scheduledAt: 1_000_000, late: rule });
		await ground.start(worker);
		const task = await untilTask(ground, "01TASK", ({ status }) => status === "ERROR");
		const [target] = task.targets;
		assert.equal([target?.phase, target?.armedAt, sent], ["skipped", undefined, []]);
		assert.equal(
			target?.evidence?.map(({ call }) => call),
			["late"],
		);
	}),
);

late("are measured in time that passed, whatever wall clocks showed meanwhile", () => {
	const scheduledAt = Date.parse("2026-10-25T02:30:00+02:00");
	// An hour later by the clock on the wall, two by any other.
	const now = Date.parse("2026-10-25T03:30:00+01:00");
	const rule = { maxMs: 1.5 * HOUR, action: "hold" } as const;
	const byMs = tooLate({ scheduledAt, late: rule }, {}, { now, accountRule: undefined })?.byMs;
	assert.is(byMs, 2 * HOUR);
});

late("that may be out already are taken on, not held", () => {
	const post = { scheduledAt: START, late: { maxMs: 0, action: "skip" } } as const;
	const now = { now: START + HOUR, accountRule: undefined };
	assert.is(tooLate(post, { armedAt: START }, now), undefined);
	assert.is(tooLate(post, { isAskedFor: true }, now), undefined);
	assert.is(tooLate({ ...post, scheduledAt: null }, {}, now), undefined);
});

late.run();
