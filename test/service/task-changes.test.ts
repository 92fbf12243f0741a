import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireTask, WireTaskPage } from "../../src/wire/messages.gen.ts";
import {
	ALL_AT_ONCE,
	accountOn,
	exported,
	heldBehind,
	results,
	START,
	submit,
	until,
	type World,
	withWorld,
} from "./world.ts";

const tasks = suite("cancelled and listed tasks");
const CANCELLED = "The task was cancelled.";
const never = () => new Promise<void>(() => undefined);
const cancel = (world: World, id: string, path = "clips") =>
	world.call("POST", `/api/v2/${path}/${id}/cancel`);

tasks("the work of a cancelled task is aborted at once; it costs nothing and stays cancelled", () =>
	withWorld(ALL_AT_ONCE, async (world) => {
		const { render } = world.engine;
		const works: AbortSignal[] = [];
		world.engine.render = (request, run) => {
			works.push(run.signal);
			return render(request, run);
		};
		world.engine.before = heldBehind(0);
		const id = await submit(world, { enable_export: true });
		await until(
			() => results(world, id),
			({ clips }) => clips.length === 1,
		);
		const other = await submit(world, {}, "another talk");
		const { status, body } = await cancel(world, id);
		const task = body.data as WireTask;
		assert.equal(
			[status, task.status, task.error_message, task.cancelled, task.cost_usage, task.clips.length],
			[200, "FAILED", CANCELLED, true, 0, 1],
		);
		assert.ok(works.at(-1)?.aborted);
		await until(
			() => results(world, other),
			(read) => read.status === "SUCCEEDED",
		);
		world.engine.before = () => undefined;
		await world.restart();
		const after = await results(world, id);
		assert.equal([after.error_message, after.cost_usage, world.engine.rendered.length], [CANCELLED, 0, 1]);
	}),
);

tasks("a task that still waits for its turn never begins once it is cancelled", () =>
	withWorld({ limits: { runningTasks: 2 } }, async (world) => {
		let go: () => void = () => undefined;
		world.engine.before = (step) =>
			step === "analyze" ? new Promise<void>((settle) => (go = settle)) : undefined;
		await submit(world);
		const waiting = await submit(world, {}, "another talk");
		assert.is((await cancel(world, waiting)).status, 200);
		world.engine.before = () => undefined;
		const third = await submit(world, {}, "a third talk");
		go();
		await until(
			() => results(world, third),
			({ status }) => status === "SUCCEEDED",
		);
		assert.equal(
			[(await results(world, waiting)).error_message, world.engine.analyzed.length],
			[CANCELLED, 2],
		);
	}),
);

tasks("cancelling again answers the same; what has ended is not cancelled", () =>
	withWorld({}, async (world) => {
		const done = await exported(world);
		world.engine.before = never;
		const id = await submit(world, {}, "another talk");
		const [first, second] = [await cancel(world, id), await cancel(world, id)];
		assert.equal([second.status, second.body.data], [200, first.body.data]);
		const refused = await cancel(world, done);
		assert.equal(
			[refused.status, refused.body.message],
			[409, "This task is SUCCEEDED: it can no longer be cancelled."],
		);
		assert.is((await cancel(world, "unknown")).status, 404);
	}),
);

tasks("an export is cancelled and listed like a clipping task", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world);
		world.engine.before = (step) => (step === "render" ? never() : undefined);
		const started = await world.call("POST", "/api/v2/clips/export", {
			body: { project_id, resolution: "HD_720" },
		});
		const { export_task_id: id } = started.body.data as { readonly export_task_id: string };
		assert.is((await cancel(world, id)).status, 404);
		assert.is((await cancel(world, id, "clips/export")).status, 200);
		const { data } = (await world.call("GET", "/api/v2/clips/export?status=FAILED")).body;
		assert.equal(
			(data as WireTaskPage).tasks.map((task) => [task.id, task.cancelled]),
			[[id, true]],
		);
	}),
);

tasks("are listed without clips, newest first", () =>
	withWorld({}, async (world) => {
		const first = await exported(world);
		world.clock.move(1_000);
		const second = await exported(world, { project_name: "Keynote" }, "another talk");
		const list = async (query: string) =>
			(await world.call("GET", `/api/v2/clips?${query}`)).body.data as WireTaskPage;
		const { tasks: all, next_cursor } = await list("limit=1");
		assert.equal(all, [
			{
				id: second,
				name: "Keynote",
				status: "SUCCEEDED",
				created_at: START + 1_000,
				expire_at: START + 1_000 + world.options.resultLifetimeMs,
				cost_usage: 3,
				progress: 1,
			},
		]);
		assert.equal(
			(await list(`cursor=${next_cursor}`)).tasks.map(({ id }) => id),
			[first],
		);
		assert.equal((await list("status=ongoing,failed")).tasks, []);
	}),
);

tasks("only the best clips are rendered where a limit is given, another one when it is published", () =>
	withWorld({}, async (world) => {
		const project_id = await exported(world, { export_limit: 1 });
		const { clips } = await results(world, project_id);
		assert.equal(
			clips.map(({ idx, export_link }) => [idx, export_link !== undefined]),
			[
				[0, true],
				[1, false],
				[2, false],
			],
		);
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const { body } = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 2, publish_configs },
		});
		const { task_id } = body.data as { readonly task_id: string };
		const read = async () => (await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data;
		await until(read, (task) => (task as { readonly status: string }).status === "DONE");
		assert.is(world.engine.rendered.length, 2);
	}),
);

tasks("a limit of rendered clips is a whole number from 1, and has no effect without export", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, { export_limit: 1 });
		await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
		const error = await submit(world, { enable_export: true, export_limit: 0 }, "b").catch(
			(reason) => reason,
		);
		assert.is(error.message, "submit answered 422: export_limit must be at least 1.");
	}),
);

tasks.run();

const declared = suite("the declaration of extensions");

declared("is answered, and is a header of every answer of the interface", () =>
	withWorld({}, async (world) => {
		const { body, headers } = await world.call("GET", "/api/v2/extensions");
		const names = Object.keys(body.data as object);
		assert.equal((body.data as { idempotency: object }).idempotency, { lifetime_ms: 2_592_000_000 });
		const header = headers.get("x-service-extensions") ?? "";
		assert.equal(
			header.split(", ").map((each) => each.replace(/;.*/, "")),
			names,
		);
		assert.match(header, /^idempotency;lifetime_ms=2592000000, publish_status, /);
		const refused = await world.call("GET", "/api/v2/clips/results/x", {
			headers: { authorization: "Bearer wrong" },
		});
		assert.equal([refused.status, refused.headers.get("x-service-extensions")], [403, header]);
		assert.is((await world.call("GET", "/owner")).headers.get("x-service-extensions"), null);
	}),
);

declared.run();

const accounts = suite("accounts that are removed");

/** Connects an account and gives its id. */
async function connect(world: World): Promise<string> {
	const { data } = (await world.call("POST", "/api/v2/social-media/oauth/instagram")).body;
	const { auth_url } = data as { readonly auth_url: string };
	const html = await (await fetch(auth_url)).text();
	const body = new URLSearchParams({ username: "acme", decision: "allow" });
	for (const [, name = "", value = ""] of html.matchAll(/name="(state|csrf)" value="([^"]*)"/g))
		body.set(name, value);
	await fetch(auth_url, { method: "POST", body });
	return accountOn(world, "instagram");
}

accounts("a connected account is forgotten, and has the same id when it is connected again", () =>
	withWorld({ accounts: [] }, async (world) => {
		const id = await connect(world);
		const removed = await world.call("DELETE", `/api/v2/social-media/accounts/${id}`);
		assert.equal([removed.status, removed.body.data], [200, { id }]);
		assert.equal((await world.call("GET", "/api/v2/social-media/accounts")).body.data, []);
		assert.is((await world.call("DELETE", `/api/v2/social-media/accounts/${id}`)).status, 404);
		await world.restart();
		assert.equal((await world.call("GET", "/api/v2/social-media/accounts")).body.data, []);
		assert.is(await connect(world), id);
	}),
);

accounts("a declared account stays, and the answer says where it is declared", () =>
	withWorld({}, async (world) => {
		const answer = await world.call(
			"DELETE",
			`/api/v2/social-media/accounts/${await accountOn(world, "youtube")}`,
		);
		assert.equal(
			[answer.status, answer.body.message],
			[409, "This account is declared in the settings of the service (embedded.accounts): delete it there."],
		);
	}),
);

accounts.run();
