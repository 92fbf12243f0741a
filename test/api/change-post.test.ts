import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import type { Service } from "../../src/api/port.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Middleware } from "../../src/service/options.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { clip, postRequest } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { accountOn, exported, START, until, type World, withWorld } from "../service/world.ts";
import { never, settings } from "./client-server.ts";

const changes = suite("changes of a post that waits, through the client");
const HOUR = 3_600_000;
const LATER = epochMs(START + 3 * HOUR);

interface Given {
	readonly world: World;
	readonly client: Service;
	/** Answers to changes that are executed and lost. */
	readonly losing: { answers: number };
	readonly post: { readonly taskId: string; readonly version: number };
	readonly accountId: string;
}

/** A client of the real service, and a post that waits there. */
async function withPost(body: (given: Given) => Promise<void>): Promise<void> {
	const losing = { answers: 0 };
	const middleware: Middleware = async (exchange, handle) => {
		const response = await handle();
		const { method, path } = exchange.req;
		if (losing.answers === 0 || (method !== "PATCH" && !path.endsWith("/cancel"))) return response;
		losing.answers--;
		exchange.env.incoming.socket.destroy();
		return RESPONSE_ALREADY_SENT;
	};
	await withWorld({ middleware }, async (world) => {
		const accountId = await accountOn(world, "youtube");
		const { body: made } = await world.call("POST", "/api/v2/social-media/publish", {
			body: {
				project_id: await exported(world),
				idx: 0,
				publish_configs: { [accountId]: { title: "T" } },
				scheduled_at: START + HOUR,
			},
		});
		const { task_id: taskId } = made.data as WirePublishTask;
		const client = createClient({
			settings: settings({ versionHeader: "x-service-api-version" }),
			connect: async () => world.service,
			clock: fakeClock(),
		});
		const { version = 0 } = await client.publishTask(taskId, never);
		try {
			await body({ world, client, losing, accountId, post: { taskId, version } });
		} finally {
			await client.close();
		}
	});
}

const wanted = ({ accountId }: Given) => ({
	accountId,
	request: postRequest(clip(0), { body: { title: "Better", tags: ["a"] }, scheduledAt: LATER }),
});

changes("a cancel and an update are made for the version that was read", () =>
	withPost(async (given) => {
		const { client, post } = given;
		const updated = await client.updatePost(post, wanted(given), never);
		assert.equal(
			[updated.class, updated.reading.status, updated.reading.scheduledAt, updated.reading.version],
			["done", "SCHEDULED", LATER, 2],
		);
		const stale = await client.cancelPost(post, never);
		assert.equal([stale.class, stale.reading.version], ["stale", 2]);
		const cancelled = await client.cancelPost({ ...post, version: 2 }, never);
		assert.equal([cancelled.class, cancelled.reading.status], ["done", "CANCELLED"]);
	}),
);

changes("a lost answer is settled, and the change is made once", () =>
	withPost(async (given) => {
		const { client, post, losing } = given;
		losing.answers = 1;
		const updated = await client.updatePost(post, wanted(given), never);
		assert.equal([updated.class, updated.reading.version, losing.answers], ["done", 2, 0]);
		losing.answers = 2;
		const cancelled = await client.cancelPost({ ...post, version: 2 }, never);
		assert.equal([cancelled.class, cancelled.reading.version, losing.answers], ["done", 3, 0]);
	}),
);

changes("what was delivered meanwhile is too late", () =>
	withPost(async (given) => {
		const { world, client, post } = given;
		world.clock.move(HOUR);
		await until(
			() => client.publishTask(post.taskId, never),
			({ status }) => status === "DONE",
		);
		const late = [await client.cancelPost(post, never), await client.updatePost(post, wanted(given), never)];
		assert.equal(
			late.map(({ class: each, reading }) => [each, reading.status]),
			[
				["too-late", "DONE"],
				["too-late", "DONE"],
			],
		);
	}),
);

changes("what the service refuses for another reason is a fault with its words", () =>
	withPost(async (given) => {
		const { client, post, accountId } = given;
		const request = postRequest(clip(0), { body: { title: "T" }, scheduledAt: epochMs(START) });
		const fault = await client.updatePost(post, { accountId, request }, never).catch((error) => error);
		assert.match(fault.message, /scheduled_at must be at least 5 minutes/);
	}),
);

changes.run();
