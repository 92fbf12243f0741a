import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireSummaryTask, WireTask, WireTranscriptTask } from "../../src/wire/messages.gen.ts";
import { type Callable, START, until, upload, type World, withWorld } from "./world.ts";

const families = suite("the other families of tasks");
const DAY = 24 * 3_600_000;
const PATHS = ["clips/find-moments", "transcripts", "summaries"] as const;
type Family = (typeof PATHS)[number];
type Any = WireTask & WireTranscriptTask & WireSummaryTask;

/** Submits an uploaded text to a family, and gives the answer's status and the id. */
async function ask(world: Callable, family: Family, more: object = {}) {
	const video_url = await upload(world, "spoken words");
	const body = { video_url, ...(family === "clips/find-moments" && { query: "hello" }), ...more };
	return world.call("POST", `/api/v2/${family}`, { body });
}

async function read(world: Callable, family: Family, id: string): Promise<Any> {
	const { status, body } = await world.call("GET", `/api/v2/${family}/results/${id}`);
	if (status !== 200) throw new Error(`results answered ${status}: ${body.message}`);
	return body.data as Any;
}

const idOf = ({ body }: { readonly body: { readonly data?: unknown } }) => (body.data as { id: string }).id;

function ended(world: Callable, family: Family, id: string): Promise<Any> {
	return until(
		() => read(world, family, id),
		({ status }) => status === "SUCCEEDED" || status === "FAILED",
	);
}

families("a transcript has its sentences once it has succeeded, with the names that clients read", () =>
	withWorld({}, async (world) => {
		const answer = await ask(world, "transcripts", { project_name: "Keynote" });
		const id = idOf(answer);
		assert.equal([answer.status, answer.body.data], [200, { id, name: "Keynote", status: "CREATED" }]);
		const task = await ended(world, "transcripts", id);
		assert.equal(task, {
			id,
			name: "Keynote",
			status: "SUCCEEDED",
			expire_at: START + 3 * DAY,
			cost_usage: 3,
			transcript: [{ start: 1_000, end: 2_000, begin_ms: 1_000, end_ms: 2_000, text: "Hello." }],
			transcript_origin: "recognised",
			notes: ["Heard by a fake."],
			warnings: [{ code: "analysis", message: "Heard by a fake." }],
			progress: 1,
		});
	}),
);

families("a summary has a title, an overview, tags and highlights with what is told when", () =>
	withWorld({}, async (world) => {
		const task = await ended(world, "summaries", idOf(await ask(world, "summaries")));
		const { title, summary, tags, highlights } = task;
		assert.equal([title, summary, tags], ["talk", "Hello.", ["talk"]]);
		assert.equal(highlights, [
			{
				start: 0,
				end: 90_000,
				desc: "All of it",
				timestamp: 0,
				text: "All of it",
				events: [{ timestamp: 1_000, desc: "Hello." }],
			},
		]);
	}),
);

families("moments are clips that are about the query, exported and published like others", () =>
	withWorld({}, async (world) => {
		const more = { limit: 2, enable_export: true, source_lang: "en", target_lang: "en-US" };
		const id = idOf(await ask(world, "clips/find-moments", more));
		const task = await ended(world, "clips/find-moments", id);
		assert.equal([task.status, task.clips.map(({ idx }) => idx)], ["SUCCEEDED", [0, 1]]);
		assert.ok(task.clips.every(({ export_link }) => export_link?.includes("/files/video/")));
		const [{ query, limit, seconds } = {}] = world.engine.analyzed;
		assert.equal([query, limit, seconds], ["hello", 2, { min: 0, max: 90 }]);
		const exported = await world.call("POST", "/api/v2/clips/export", { body: { project_id: id } });
		assert.is(exported.status, 200);
		const accounts = await world.call("GET", "/api/v2/social-media/accounts");
		const [account] = accounts.body.data as readonly { readonly id: string }[];
		const published = await world.call("POST", "/api/v2/social-media/publish", {
			body: {
				project_id: id,
				idx: 1,
				account_ids: [account?.id],
				publish_configs: { [account?.id ?? ""]: { title: "Hello" } },
			},
		});
		assert.is(published.status, 200, published.body.message);
	}),
);

families("each is known by its own family alone", () =>
	withWorld({}, async (world) => {
		for (const family of PATHS) {
			const id = idOf(await ask(world, family));
			await ended(world, family, id);
			for (const other of [...PATHS, "clips"].filter((each) => each !== family)) {
				const { status } = await world.call("GET", `/api/v2/${other}/results/${id}`);
				assert.is(status, 404, `${family} read as ${other}`);
			}
		}
	}),
);

families("what nobody knows the words of fails, and says what would help", () =>
	withWorld({}, async (world) => {
		for (const family of PATHS) {
			const task = await ended(
				world,
				family,
				idOf(await ask(world, family, { video_url: await upload(world, "silence") })),
			);
			assert.is(task.status, "FAILED");
			assert.match(task.error_message ?? "", /Nobody knows what is said in talk/);
			assert.equal([task.transcript, task.summary, task.cost_usage], [undefined, undefined, 0]);
		}
	}),
);

families("titles in another language than the one that is spoken need a language model", () =>
	withWorld({}, async (world) => {
		const id = idOf(await ask(world, "clips/find-moments", { target_lang: "de" }));
		const task = await ended(world, "clips/find-moments", id);
		assert.match(task.error_message ?? "", /"de" needs a language model.*embedded\.chat/);
	}),
);

families("a language and a target reach the engine, and null is nothing", () =>
	withWorld({}, async (world) => {
		await ended(
			world,
			"transcripts",
			idOf(await ask(world, "transcripts", { source_lang: "fr", target_lang: "de" })),
		);
		await ended(
			world,
			"transcripts",
			idOf(await ask(world, "transcripts", { source_lang: null, target_lang: null })),
		);
		assert.equal(
			world.engine.transcribed.map(({ language, target }) => [language, target]),
			[
				["fr", "de"],
				[undefined, undefined],
			],
		);
	}),
);

families("wrong requests are refused by name, and what is unknown is said to be ignored", () =>
	withWorld({}, async (world) => {
		const refusals = [
			["clips/find-moments", { query: "" }, "query must say what is looked for"],
			["clips/find-moments", { query: "   " }, "query must say what is looked for"],
			["clips/find-moments", { query: undefined }, "query is required"],
			["clips/find-moments", { query: "x".repeat(501) }, "query must be at most 500 characters"],
			["clips/find-moments", { limit: 0 }, "limit"],
			["transcripts", { video_url: "" }, "video_url is required"],
			["summaries", { video_url: "nothing" }, "video_url is not the identity of an upload"],
		] as const;
		for (const [family, more, message] of refusals) {
			const answer = await ask(world, family, more);
			assert.is(answer.status, 422, `${family} ${JSON.stringify(more)}`);
			assert.match(answer.body.message ?? "", message);
		}
		const answer = await ask(world, "clips/find-moments", { target_duration: 30, language: "pt" });
		const { notes } = await ended(world, "clips/find-moments", idOf(answer));
		assert.match(notes?.join(" ") ?? "", /"target_duration" is not known.*"language" is not known/);
	}),
);

families("a cancelled one stays so, and a repeated request finds what it made", () =>
	withWorld({}, async (world) => {
		world.engine.before = (step) => (step === "transcribe" ? new Promise(() => {}) : undefined);
		const video_url = await upload(world, "spoken words");
		const request = { body: { video_url }, headers: { "idempotency-key": "once" } };
		const id = idOf(await world.call("POST", "/api/v2/transcripts", request));
		assert.is(idOf(await world.call("POST", "/api/v2/transcripts", request)), id);
		const { body } = await world.call("POST", `/api/v2/transcripts/${id}/cancel`);
		assert.equal([(body.data as Any).status, (body.data as Any).cancelled], ["FAILED", true]);
		assert.is((await world.call("POST", `/api/v2/transcripts/${id}/cancel`)).status, 200);
	}),
);

families("one that was under way goes on after a restart; what is ready outlives it", () =>
	withWorld({}, async (world) => {
		const ready = idOf(await ask(world, "summaries"));
		await ended(world, "summaries", ready);
		await goesOn(world);
		assert.is((await read(world, "summaries", ready)).summary, "Hello.");
	}),
);

async function goesOn(world: World): Promise<void> {
	world.engine.before = (step) => (step === "transcribe" ? new Promise(() => {}) : undefined);
	const id = idOf(await ask(world, "transcripts"));
	await until(
		() => read(world, "transcripts", id),
		({ status }) => status === "ONGOING",
	);
	world.engine.before = () => undefined;
	await world.restart();
	assert.is((await ended(world, "transcripts", id)).status, "SUCCEEDED");
}

families.run();
