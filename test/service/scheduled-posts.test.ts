import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishPage, WirePublishTask } from "../../src/wire/messages.gen.ts";
import { type Answer, accountOn, exported, START, until, type World, withWorld } from "./world.ts";

const posts = suite("scheduled posts");
const HOUR = 3_600_000;
const PATH = "/api/v2/social-media/publish";

async function publish(world: World, more: Record<string, unknown> = {}): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const { body, status } = await world.call("POST", PATH, {
		body: { project_id, idx: 0, publish_configs, scheduled_at: START + HOUR, ...more },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

const read = (world: World, id: string) => world.call("GET", `${PATH}/${id}`);
const matching = (version: number) => ({ "if-match": `"${version}"` });
const taskIn = ({ body }: Answer) => body.data as WirePublishTask;

interface Update {
	readonly version?: number;
	readonly scheduled_at?: number | null;
	readonly publish_configs?: object | null;
}

function cancel(world: World, id: string, version?: number): Promise<Answer> {
	const headers = version === undefined ? {} : matching(version);
	return world.call("POST", `${PATH}/${id}/cancel`, { headers });
}

function update(world: World, id: string, { version = 1, ...body }: Update): Promise<Answer> {
	return world.call("PATCH", `${PATH}/${id}`, { body, headers: matching(version) });
}

function ended(world: World, id: string): Promise<WirePublishTask> {
	return until(
		async () => taskIn(await read(world, id)),
		(task) => ["DONE", "PARTIAL_DONE", "ERROR", "CANCELLED"].includes(task.status),
	);
}

posts("a cancelled post is never delivered, also after a restart", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		const { status, headers } = await read(world, id);
		assert.equal([status, headers.get("etag")], [200, '"1"']);
		const answer = await cancel(world, id, 1);
		assert.equal(
			[answer.status, answer.headers.get("etag"), taskIn(answer).status, taskIn(answer).results?.[0]?.status],
			[200, '"2"', "CANCELLED", "CANCELLED"],
		);
		world.clock.move(2 * HOUR);
		await world.restart();
		assert.is(taskIn(await read(world, id)).status, "CANCELLED");
		assert.equal(await readdir(world.options.outbox).catch(() => []), []);
	}),
);

posts("cancelling again answers the same, whatever the version: a lost answer is settled", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		const first = await cancel(world, id, 1);
		const second = await cancel(world, id, 1);
		assert.equal([second.status, second.body.data], [200, first.body.data]);
	}),
);

posts("a change needs the version that was read", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		const [missing, stale] = [await cancel(world, id), await cancel(world, id, 7)];
		assert.equal(
			[missing.status, missing.body.message],
			[428, 'The header If-Match is required: send the ETag that was read, for example "1".'],
		);
		assert.equal(
			[stale.status, stale.headers.get("etag"), stale.body.message],
			[412, '"1"', 'This was changed meanwhile: its version is "1". Read it again.'],
		);
		const any = await world.call("POST", `${PATH}/${id}/cancel`, { headers: { "if-match": '"8", *' } });
		assert.is(any.status, 200);
		assert.is((await cancel(world, "unknown", 1)).status, 404);
	}),
);

posts("what was delivered can no longer be cancelled or updated", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: null });
		await ended(world, id);
		const version = taskIn(await read(world, id)).version ?? 0;
		const answers = [
			await cancel(world, id, version),
			await update(world, id, { scheduled_at: START + 2 * HOUR, version }),
		];
		assert.equal(
			answers.map(({ status, body }) => [status, body.message]),
			[
				[409, "This publishing task is DONE: it can no longer be cancelled."],
				[409, "This publishing task is DONE: it can no longer be updated."],
			],
		);
	}),
);

posts("an updated post goes out at its new time with its new texts, and not before", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		const youtube = await accountOn(world, "youtube");
		const publish_configs = { [youtube]: { title: "Better" } };
		const answer = await update(world, id, { scheduled_at: START + 3 * HOUR, publish_configs });
		const { status, scheduled_at, version } = taskIn(answer);
		assert.equal([answer.status, status, scheduled_at, version], [200, "SCHEDULED", START + 3 * HOUR, 2]);
		assert.equal(taskIn(answer).publish_configs, publish_configs);
		world.clock.move(2 * HOUR);
		await new Promise((settle) => setTimeout(settle, 20));
		assert.is(taskIn(await read(world, id)).status, "SCHEDULED");
		world.clock.move(HOUR);
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.[0]?.delivered_at], ["DONE", START + 3 * HOUR]);
	}),
);

posts("an update may bring a post forward", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + 10 * HOUR });
		await update(world, id, { scheduled_at: START + HOUR });
		world.clock.move(HOUR);
		assert.is((await ended(world, id)).results?.[0]?.delivered_at, START + HOUR);
	}),
);

const bodies: Record<string, [(youtube: string) => Update, (youtube: string) => string]> = {
	nothing: [() => ({}), () => "scheduled_at or publish_configs is required."],
	"only nulls": [
		() => ({ scheduled_at: null, publish_configs: null }),
		() => "scheduled_at or publish_configs is required.",
	],
	"a time that is too near": [
		() => ({ scheduled_at: START }),
		() => "scheduled_at must be at least 5 minutes and at most 30 days in the future (epoch milliseconds).",
	],
	"another account": [
		() => ({ publish_configs: { acc_1: {} } }),
		() => "publish_configs.acc_1 is not an account of this publishing task.",
	],
	"texts its platform does not take": [
		(youtube) => ({ publish_configs: { [youtube]: {} } }),
		(youtube) => `publish_configs.${youtube}.title is required for youtube.`,
	],
};
posts("an update is checked as a publish request is, and changes nothing when refused", () =>
	withWorld({}, async (world) => {
		const [id, youtube] = [await publish(world), await accountOn(world, "youtube")];
		for (const [title, [body, message]] of Object.entries(bodies)) {
			const answer = await update(world, id, body(youtube));
			assert.equal([title, answer.status, answer.body.message], [title, 422, message(youtube)]);
		}
		assert.is(taskIn(await read(world, id)).version, 1);
	}),
);

posts("what failed is tried again on request, what was delivered is not", () =>
	withWorld({ accounts: [{ platform: "youtube", username: "Acme" }] }, async (world) => {
		const id = await publish(world, { late_rule: { max_ms: HOUR, action: "skip" } });
		const youtube = await accountOn(world, "youtube");
		await world.service.close();
		world.clock.move(3 * HOUR);
		await world.restart();
		const failed = await ended(world, id);
		assert.equal([failed.status, failed.results?.[0]?.state], ["ERROR", "skipped"]);
		const again = await world.call("POST", `${PATH}/${id}/retry`, { headers: matching(failed.version ?? 0) });
		assert.equal([again.status, taskIn(again).status], [200, "PENDING"]);
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.map((each) => each.account_id)], ["DONE", [youtube]]);
		await access(join(world.options.outbox, `youtube/Acme/${id}/post.json`));
		const twice = await world.call("POST", `${PATH}/${id}/retry`, { headers: matching(task.version ?? 0) });
		assert.equal(
			[twice.status, twice.body.message],
			[409, "Nothing of this publishing task has failed: it is DONE."],
		);
	}),
);

/** Three posts of which the second is cancelled; lists by their numbers. */
async function withThree(
	body: (world: World, list: (query: string) => Promise<Listed>) => Promise<void>,
): Promise<void> {
	await withWorld({}, async (world) => {
		const ids: string[] = [];
		for (let at = 0; at < 3; at++) {
			ids.push(await publish(world, { scheduled_at: START + 2 * HOUR }));
			world.clock.move(1_000);
		}
		await cancel(world, ids[1] ?? "", 1);
		await body(world, async (query) => {
			const { data, message } = (await world.call("GET", `${PATH}?${query}`)).body;
			if (message !== undefined) return { message, tasks: [], numbers: [], next_cursor: null };
			const page = data as WirePublishPage;
			return { ...page, numbers: page.tasks.map(({ task_id }) => ids.indexOf(task_id)) };
		});
	});
}

type Listed = WirePublishPage & { readonly message?: string; readonly numbers: readonly number[] };

posts("are listed newest first, page by page, with what was asked for", () =>
	withThree(async (world, list) => {
		const page = await list("limit=2");
		const next = await list(`limit=2&cursor=${page.next_cursor}`);
		assert.equal([page.numbers, next.numbers, next.next_cursor], [[2, 1], [0], null]);
		const { version, project_id, idx, publish_configs } = page.tasks[0] ?? {};
		assert.equal(
			[version, typeof project_id, idx, publish_configs],
			[1, "string", 0, { [await accountOn(world, "youtube")]: { title: "T" } }],
		);
	}),
);

posts("are listed by status, account and time", () =>
	withThree(async (world, list) => {
		const [youtube, tiktok] = [await accountOn(world, "youtube"), await accountOn(world, "tiktok")];
		const queries: Record<string, readonly number[]> = {
			"status=SCHEDULED": [2, 0],
			"status=cancelled,done": [1],
			[`account=${youtube}&since=${START + 1_000}`]: [2, 1],
			[`account=${tiktok}`]: [],
		};
		for (const [query, numbers] of Object.entries(queries))
			assert.equal((await list(query)).numbers, numbers, query);
		assert.equal(
			[
				(await list("status=POSTED")).message,
				(await list("limit=0")).message,
				(await list("cursor=/")).message,
			],
			[
				"status must be one or more of PENDING, SCHEDULED, PROCESSING, DONE, PARTIAL_DONE, ERROR, CANCELLED, " +
					"separated by commas.",
				"limit must be a whole number from 1 to 200.",
				"cursor must be the next_cursor of a former answer.",
			],
		);
	}),
);

posts.run();
