import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import {
	accountOn,
	exported,
	type HeldClock,
	heldClock,
	START,
	until,
	type World,
	withWorld,
} from "./world.ts";

const delivery = suite("delivery when clocks jump");
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The longest a timer of Node can count. */
const TIMER_MOST_MS = 2 ** 31 - 1;

/** A clock whose wall can be set without time having passed: waits count what passed, as timers do. */
interface SettableClock extends HeldClock {
	readonly waits: number[];
	set(byMs: number): void;
}

function settableClock(): SettableClock {
	const held = heldClock();
	const waits: number[] = [];
	let ahead = 0;
	return {
		...held,
		waits,
		now: () => epochMs(held.now() + ahead),
		set: (byMs) => {
			ahead += byMs;
		},
		sleep: (ms, signal) => {
			waits.push(ms);
			return held.sleep(ms, signal);
		},
	};
}

interface Scheduled {
	readonly world: World;
	readonly clock: SettableClock;
	read(): Promise<WirePublishTask>;
	/** Lets time pass in steps of seconds; the service may act after each. */
	pass(ms: number, step?: number): Promise<void>;
}

/** Runs with a post that is due so long after `START`. */
function withScheduled(inMs: number, body: (scheduled: Scheduled) => Promise<void>): Promise<void> {
	const clock = settableClock();
	return withWorld({ clock }, async (world) => {
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "Later" } };
		const request = {
			project_id: await exported(world),
			idx: 0,
			publish_configs,
			scheduled_at: START + inMs,
		};
		const { body: answer, status } = await world.call("POST", "/api/v2/social-media/publish", {
			body: request,
		});
		if (status !== 200) throw new Error(`publish answered ${status}: ${answer.message}`);
		const { task_id } = answer.data as WirePublishTask;
		await body({
			world,
			clock,
			read: async () =>
				(await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask,
			pass: async (ms, step = 10 * SECOND) => {
				for (let passed = 0; passed < ms; passed += step) {
					clock.move(Math.min(step, ms - passed));
					await sleep(2);
				}
			},
		});
	});
}

/** The one account's outcome, once there is one: seconds after `START`, and whether it was late. */
async function outcome({
	read,
}: Scheduled): Promise<readonly [status: string | undefined, second: number, late: boolean | undefined]> {
	const task = await until(read, ({ status }) => status !== "SCHEDULED" && status !== "PROCESSING");
	const [result] = task.results ?? [];
	return [result?.status, ((result?.delivered_at ?? 0) - START) / SECOND, result?.late];
}

async function assertWaiting({ world, read }: Scheduled): Promise<void> {
	await sleep(30);
	assert.is((await read()).status, "SCHEDULED");
	const paths = await readdir(world.options.outbox, { recursive: true }).catch(() => []);
	// Copies that are prepared stand beside, hidden.
	assert.equal(
		paths.filter((path) => path.split("/").length > 2 && !path.includes("/.")),
		[],
	);
}

delivery("a post is in the feed at its minute, and not while two minutes are left", () =>
	withScheduled(10 * MINUTE, async (scheduled) => {
		const feed = () =>
			readFile(join(scheduled.world.options.outbox, "youtube/Acme/feed.xml"), "utf8").catch(() => "");
		await scheduled.pass(8 * MINUTE);
		await assertWaiting(scheduled);
		await scheduled.pass(2 * MINUTE - SECOND);
		await assertWaiting(scheduled);
		assert.is(await feed(), "");
		await scheduled.pass(SECOND);
		assert.equal(await outcome(scheduled), ["DONE", 600, false]);
		assert.match(await feed(), "Later");
	}),
);

delivery(
	"a wall clock set forward past the minute is noticed within half a minute, and the post is late",
	() =>
		withScheduled(10 * MINUTE, async (scheduled) => {
			scheduled.clock.set(HOUR);
			await scheduled.pass(30 * SECOND);
			const [status, second, late] = await outcome(scheduled);
			assert.equal([status, late], ["DONE", true]);
			assert.ok(second > 3_600 && second <= 3_630, `delivered at ${second} s`);
		}),
);

delivery("a machine that slept a little over the minute delivers at once, and that is not late", () =>
	withScheduled(10 * MINUTE, async (scheduled) => {
		await scheduled.pass(9 * MINUTE + 45 * SECOND, 15 * SECOND);
		// Timers stood still while the wall went on.
		scheduled.clock.set(40 * SECOND);
		await scheduled.pass(15 * SECOND);
		const [status, second, late] = await outcome(scheduled);
		assert.equal([status, late], ["DONE", false]);
		assert.ok(second > 625 && second <= 640, `delivered at ${second} s`);
	}),
);

delivery("a wall clock set back delays the post until its minute comes, never delivers it twice", () =>
	withScheduled(10 * MINUTE, async (scheduled) => {
		await scheduled.pass(9 * MINUTE);
		scheduled.clock.set(-HOUR);
		await scheduled.pass(10 * MINUTE);
		await assertWaiting(scheduled);
		await scheduled.pass(51 * MINUTE, 30 * SECOND);
		assert.equal(await outcome(scheduled), ["DONE", 600, false]);
		scheduled.clock.set(-HOUR);
		await scheduled.pass(2 * HOUR, MINUTE);
		assert.is((await readdir(join(scheduled.world.options.outbox, "youtube/Acme"))).length, 2);
	}),
);

delivery("a post due in thirty days waits longer than any timer can count", () =>
	withScheduled(30 * DAY, async (scheduled) => {
		const { clock, pass } = scheduled;
		for (const days of [10, 14, 1, 4]) {
			await pass(days * DAY, DAY);
			await assertWaiting(scheduled);
		}
		assert.ok(clock.now() - START > TIMER_MOST_MS);
		await pass(DAY - SECOND, DAY);
		await assertWaiting(scheduled);
		await pass(SECOND);
		assert.equal(await outcome(scheduled), ["DONE", (30 * DAY) / SECOND, false]);
		assert.ok(clock.waits.length > 0 && clock.waits.every((ms) => ms > 0 && ms <= TIMER_MOST_MS));
	}),
);

delivery("a restart in between forgets neither the post nor its minute", () =>
	withScheduled(30 * DAY, async (scheduled) => {
		await scheduled.pass(29 * DAY, DAY);
		await scheduled.world.restart();
		await assertWaiting(scheduled);
		await scheduled.pass(DAY, DAY);
		assert.equal(await outcome(scheduled), ["DONE", (30 * DAY) / SECOND, false]);
	}),
);

delivery.run();
