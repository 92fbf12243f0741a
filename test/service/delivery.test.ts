import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import {
	accountOn,
	exported,
	listing,
	results,
	START,
	submit,
	until,
	type World,
	withWorld,
} from "./world.ts";

const delivery = suite("delivery into the outbox");
const HOUR = 3_600_000;

async function publish(world: World, more: Record<string, unknown> = {}): Promise<string> {
	const project_id = await exported(world);
	const publish_configs = {
		[await accountOn(world, "youtube")]: { title: "T", tags: ["a"], visibility: "unlisted" },
	};
	const { body, status } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 1, publish_configs, ...more },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

async function read(world: World, id: string): Promise<WirePublishTask> {
	return (await world.call("GET", `/api/v2/social-media/publish/${id}`)).body.data as WirePublishTask;
}

function ended(world: World, id: string): Promise<WirePublishTask> {
	return until(
		() => read(world, id),
		(task) => ["DONE", "PARTIAL_DONE", "ERROR"].includes(task.status),
	);
}

delivery("an immediate post is a complete folder, and its task says where", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		const youtube = await accountOn(world, "youtube");
		const { project_id: _project, ...task } = await ended(world, id);
		const location = `youtube/Acme/${id}`;
		assert.equal(task, {
			version: 3,
			idx: 1,
			publish_configs: { [youtube]: { title: "T", tags: ["a"], visibility: "unlisted" } },
			task_id: id,
			status: "DONE",
			created_at: START,
			schedule_id: null,
			scheduled_at: null,
			results: [{ account_id: youtube, status: "DONE", location, delivered_at: START, late: false }],
		});
		const folder = join(world.options.outbox, location);
		assert.equal((await readdir(folder)).sort(), ["post.json", "thumbnail.jpg", "video.mp4"]);
		assert.is(await readFile(join(folder, "video.mp4"), "utf8"), "video 480p 30000-45000 of a talk");
		const { project_id, source, ...post } = JSON.parse(await readFile(join(folder, "post.json"), "utf8"));
		assert.equal([typeof project_id, source.title], ["string", "talk"]);
		assert.equal(post, {
			task_id: id,
			platform: "youtube",
			account: { id: youtube, username: "Acme" },
			title: "T",
			tags: ["a"],
			visibility: "unlisted",
			resolution: "480p",
			scheduled_at: null,
			delivered_at: START,
			late: false,
			idx: 1,
			clip: { begin_ms: 30_000, end_ms: 45_000, title: "talk 2", score: 80 },
		});
	}),
);

delivery("another resolution than the rendered one is rendered for the post", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { resolution: "1080p" });
		await ended(world, id);
		assert.is(
			await readFile(join(world.options.outbox, `youtube/Acme/${id}/video.mp4`), "utf8"),
			"video 1080p 30000-45000 of a talk",
		);
		assert.is(world.engine.rendered.length, 4);
	}),
);

delivery("a scheduled post waits for its minute, and is not late", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		for (let at = 0; at < HOUR - 30_000; at += 30_000) world.clock.move(30_000);
		await new Promise((settle) => setTimeout(settle, 20));
		assert.equal(
			[(await read(world, id)).status, await readdir(world.options.outbox).catch(() => [])],
			["SCHEDULED", []],
		);
		world.clock.move(30_000);
		const task = await ended(world, id);
		assert.equal(task.results?.[0]?.late, false);
		assert.equal(task.results?.[0]?.delivered_at, START + HOUR);
	}),
);

delivery("a post that fell due while nothing ran is delivered at the next start and marked late", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		await world.service.close();
		world.clock.move(5 * HOUR);
		await world.restart();
		const task = await ended(world, id);
		assert.equal(
			[task.status, task.results?.[0]?.late, task.results?.[0]?.delivered_at],
			["DONE", true, START + 5 * HOUR],
		);
	}),
);

delivery("a process that died between the folder and its record leaves the post exactly once", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		await ended(world, id);
		await world.service.close();
		const path = join(world.options.data, "publishes", `${id}.json`);
		const record = JSON.parse(await readFile(path, "utf8"));
		const before = await listing(world.options.outbox);
		const [{ location: _location, deliveredAt: _at, late: _late, ...target }] = record.targets;
		await writeFile(
			path,
			JSON.stringify({ ...record, status: "PROCESSING", targets: [{ ...target, status: "PENDING" }] }),
		);
		// Even an account that has become invalid since changes nothing about what was posted.
		await world.restart({ accounts: [] });
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.[0]?.delivered_at], ["DONE", START]);
		assert.equal(await listing(world.options.outbox), before);
	}),
);

delivery("a process that died before the rename leaves nothing half-made behind", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		await world.service.close();
		await rm(world.options.outbox, { recursive: true, force: true });
		const { mkdir } = await import("node:fs/promises");
		const folder = join(world.options.outbox, "youtube", "Acme");
		await mkdir(join(folder, `.${id}.1.tmp`), { recursive: true });
		world.clock.move(2 * HOUR);
		await world.restart();
		await ended(world, id);
		assert.equal((await readdir(folder)).sort(), [id, "feed.xml"]);
	}),
);

delivery("a delivered post that was edited by its owner leaves the cache alone", () =>
	withWorld({}, async (world) => {
		const id = await publish(world);
		await ended(world, id);
		await writeFile(join(world.options.outbox, `youtube/Acme/${id}/video.mp4`), "edited");
		const again = await publish(world);
		await ended(world, again);
		assert.is(
			await readFile(join(world.options.outbox, `youtube/Acme/${again}/video.mp4`), "utf8"),
			"video 480p 30000-45000 of a talk",
		);
	}),
);

async function setTiktok({ options }: World, token: { readonly tokenValid: boolean }): Promise<void> {
	const account = { platform: "tiktok", username: "@acme", ...token, tokenExpiringSoon: false, units: 0 };
	const text = JSON.stringify({ format: 1, accounts: [account] });
	await writeFile(join(options.data, "accounts.json"), text);
}

delivery("a post to an account that has to be connected again waits, and the other account's goes out", () =>
	withWorld({}, async (world) => {
		const [youtube, tiktok] = [await accountOn(world, "youtube"), await accountOn(world, "tiktok")];
		const publish_configs = { [youtube]: { title: "T" }, [tiktok]: { description: "D" } };
		const id = await publish(world, { publish_configs, scheduled_at: START + HOUR });
		await setTiktok(world, { tokenValid: false });
		world.clock.move(HOUR);
		const waiting = await until(
			() => read(world, id),
			({ results = [] }) =>
				results.some((each) => each.status === "DONE") && results.some(({ note }) => note),
		);
		const why = "The account token is invalid: reconnect the account.";
		assert.equal(
			[waiting.status, waiting.results?.map((each) => [each.account_id, each.status, each.note])],
			[
				"PROCESSING",
				[
					[youtube, "DONE", undefined],
					[tiktok, "SCHEDULED", why],
				],
			],
		);
		await setTiktok(world, { tokenValid: true });
		world.clock.move(60_000);
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.map(({ status }) => status)], ["DONE", ["DONE", "DONE"]]);
		const [location = ""] = task.results?.flatMap((each) => each.location ?? []).slice(1) ?? [];
		assert.ok((await readdir(join(world.options.outbox, location))).includes("video.mp4"));
	}),
);

delivery("an outbox that cannot be written keeps the post under way, and it arrives once", () =>
	withWorld({}, async (world) => {
		await writeFile(world.options.outbox, "a file where the folder should be");
		const id = await publish(world);
		const held = await until(
			() => read(world, id),
			(task) => task.results?.[0]?.note !== undefined,
		);
		assert.equal([held.status, held.results?.[0]?.error_message], ["PROCESSING", undefined]);
		await rm(world.options.outbox);
		world.clock.move(1_000);
		const task = await ended(world, id);
		assert.equal([task.status, task.results?.[0]?.note], ["DONE", undefined]);
		assert.equal((await readdir(join(world.options.outbox, "youtube", "Acme"))).sort(), [id, "feed.xml"]);
	}),
);

delivery("a post that waits for its disk can be cancelled, and never arrives", () =>
	withWorld({}, async (world) => {
		await writeFile(world.options.outbox, "a file where the folder should be");
		const id = await publish(world);
		const { version } = await until(
			() => read(world, id),
			(task) => task.results?.[0]?.note !== undefined,
		);
		const headers = { "if-match": `"${version}"` };
		const answer = await world.call("POST", `/api/v2/social-media/publish/${id}/cancel`, { headers });
		await rm(world.options.outbox);
		world.clock.move(60_000);
		await world.restart();
		const { status } = await read(world, id);
		assert.equal(
			[answer.status, status, await readdir(world.options.outbox).catch(() => [])],
			[200, "CANCELLED", []],
		);
	}),
);

delivery("what 0.1.0 ended with ERROR for a full disk is sent again, once", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		await world.service.close();
		const path = join(world.options.data, "publishes", `${id}.json`);
		const { targets, ...record } = JSON.parse(await readFile(path, "utf8"));
		const error = "The disk is full: free some space, then try again.";
		const ended = targets.map((target: object) => ({ ...target, status: "ERROR", error }));
		await writeFile(path, JSON.stringify({ ...record, status: "ERROR", targets: ended }));
		world.clock.move(2 * HOUR);
		await world.restart();
		const { version } = await read(world, id);
		const headers = { "if-match": `"${version}"` };
		const answer = await world.call("POST", `/api/v2/social-media/publish/${id}/retry`, { headers });
		assert.is(answer.status, 200);
		const task = await until(
			() => read(world, id),
			({ status }) => status === "DONE",
		);
		assert.equal([task.results?.length, task.results?.[0]?.late], [1, true]);
	}),
);

delivery("a post leaves at its minute while another video is rendered", () =>
	withWorld({ rendersAtOnce: 1 }, async (world) => {
		const id = await publish(world, { scheduled_at: START + HOUR });
		let go: () => void = () => undefined;
		let isHeld = false;
		world.engine.before = (step) => {
			isHeld ||= step === "render";
			return step === "render" ? new Promise<void>((settle) => (go = settle)) : undefined;
		};
		const other = await submit(world, { enable_export: true }, "another talk");
		await until(
			async () => isHeld,
			(held) => held,
		);
		world.clock.move(HOUR);
		assert.is((await ended(world, id)).status, "DONE");
		assert.is((await results(world, other)).status, "ONGOING");
		world.engine.before = () => undefined;
		go();
	}),
);

delivery("a post whose clip is gone is rendered again long before it is due", () =>
	withWorld({}, async (world) => {
		const id = await publish(world, { scheduled_at: START + 48 * HOUR });
		await rm(join(world.options.data, "renders"), { recursive: true });
		const before = world.engine.rendered.length;
		await world.restart();
		await until(
			async () => world.engine.rendered.length,
			(count) => count === before + 1,
		);
		assert.is((await read(world, id)).status, "SCHEDULED");
	}),
);

delivery("no username leaves its platform's folder", () =>
	withWorld({ accounts: [{ platform: "linkedin", username: "../../\u001b[31mowner" }] }, async (world) => {
		const publish_configs = { [await accountOn(world, "linkedin")]: {} };
		const project_id = await exported(world);
		const { body } = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 0, publish_configs },
		});
		const task = await ended(world, (body.data as WirePublishTask).task_id);
		assert.is(task.results?.[0]?.location, `linkedin/%2E.%2F..%2F%1B%5B31mowner/${task.task_id}`);
		assert.equal(await readdir(join(world.options.outbox, "linkedin")), ["%2E.%2F..%2F%1B%5B31mowner"]);
	}),
);

delivery("the service ends only after a delivery in flight", () =>
	withWorld({}, async (world) => {
		const held: { go?: () => void } = {};
		const project_id = await exported(world);
		world.engine.before = (step) =>
			step === "render" ? new Promise<void>((settle) => Object.assign(held, { go: settle })) : undefined;
		const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
		const { body } = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 0, publish_configs, resolution: "720p" },
		});
		const { task_id } = body.data as WirePublishTask;
		await until(
			() => read(world, task_id),
			(task) => task.status === "PROCESSING" && held.go !== undefined,
		);
		setTimeout(() => held.go?.(), 50);
		await world.service.close();
		assert.equal((await readdir(join(world.options.outbox, "youtube/Acme"))).sort(), [task_id, "feed.xml"]);
	}),
);

delivery.run();
