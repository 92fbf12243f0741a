import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Destination } from "../../../src/service/delivery/destination.ts";
import { startDeliveries } from "../../../src/service/delivery/worker.ts";
import { folderRecords } from "../../../src/service/store/folder/records.ts";
import type { PublishRecord } from "../../../src/service/store/shapes.ts";
import { until } from "../world.ts";
import { contextIn, immediate, withGround } from "./ground.ts";

const test = suite("waking");
const POSTS = 40;

test("posts that wait for long are all looked at in one round of the loop", () =>
	withGround(async ({ folder, put }) => {
		const names = Array.from({ length: POSTS }, (_, at) => `01POST${at}`);
		for (const id of names) {
			const { targets, ...post } = immediate(id, ["acme"]);
			const waiting = targets.map((each) => ({ ...each, status: "SCHEDULED" as const }));
			await put({ ...post, status: "SCHEDULED", scheduledAt: 1e13, targets: waiting });
		}
		let [looks, sleeps] = [0, 0];
		const worker = startDeliveries({
			...contextIn(folder, {
				publishes: folderRecords<PublishRecord>(join(folder, "publishes")),
				destinationOf: async () => {
					looks++;
					return { kind: "outbox", lead: { earliestMs: 1_000, livesMs: null } } as Destination;
				},
			}),
			clock: {
				now: () => epochMs(1_000_000),
				monotonic: () => 0,
				sleep: (_, signal) => {
					sleeps++;
					return new Promise((_settle, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
				},
			},
		});
		await worker.resume();
		await until(
			async () => looks,
			(count) => count === POSTS,
		);
		// What a look does from there on takes no more than a turn of the event loop.
		for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
		await worker.close(60_000);
		assert.is(looks, POSTS);
		assert.ok(sleeps <= 3, `the loop slept ${sleeps} times`);
	}));

test.run();
