/**
 * What public clients of a deployment send, written down by hand from their sources and sent unchanged: each
 * ends as its author wanted.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireAccount, WirePublishTask, WireTask } from "../../../src/wire/messages.gen.ts";
import { VIDEO, video } from "../../service/fetch-server.ts";
import { type World, withWorld } from "../../service/world.ts";

interface Step {
	readonly method: string;
	/** `{{name}}` stands for what an earlier answer gave, here and below. */
	readonly path: string;
	/** Every header the client sets; nothing is added but what HTTP itself needs. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: unknown;
	readonly sends?: "video";
	/** Members of the answer's data that later steps name. */
	readonly reads?: Readonly<Record<string, string>>;
	/** Sent again until the task has this status. */
	readonly until?: string;
	/** Takes the first account of a platform. */
	readonly account?: string;
	/** A publishing task is answered, and delivered. */
	readonly posted?: boolean;
}

interface Recording {
	readonly client: string;
	/** Needs a language model. */
	readonly translates?: boolean;
	readonly steps: readonly Step[];
	readonly ends: {
		readonly clips: number;
		readonly links: boolean;
		/** How the last clip was rendered. */
		readonly rendered?: {
			readonly resolution: string;
			readonly ratio?: string;
			readonly captions: boolean;
			readonly hook?: boolean;
		};
	};
}

const clients = suite("recorded requests of public clients");
const FOLDER = fileURLToPath(new URL("./", import.meta.url));

for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".json"))) {
	const recording: Recording = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
	clients(recording.client, () => replayed(recording));
}

async function replayed({ steps, ends, translates }: Recording): Promise<void> {
	const server = createServer((_, response) => video(response));
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	const fetching = { privateAddresses: true, maxBytes: 1e9, limitMs: 300_000 };
	try {
		await withWorld({ fetching }, async (world) => {
			if (translates) await world.restart({ engine: translating(world) });
			const names = new Map([
				["key", world.service.apiKey.reveal()],
				["address", `http://127.0.0.1:${port}/talk.mp4`],
			]);
			let last: WireTask | undefined;
			for (const step of steps) last = (await taken(world, step, names)) ?? last;
			judge(world, last, ends);
			for (const { export_link } of last?.clips ?? [])
				if (export_link !== undefined) assert.is((await fetch(export_link)).status, 200);
		});
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

/** Takes a step, and keeps what later ones name. Gives the task it waited for. */
async function taken(world: World, step: Step, names: Map<string, string>): Promise<WireTask | undefined> {
	const answer = await send(world, step, names);
	assert.is(answer.status, 200, `${step.method} ${step.path}: ${JSON.stringify(answer.body)}`);
	for (const [name, member] of Object.entries(step.reads ?? {}))
		names.set(name, String((answer.body.data as Record<string, unknown>)[member]));
	if (step.account !== undefined) {
		const found = (answer.body.data as readonly WireAccount[]).find(
			({ platform }) => platform === step.account,
		);
		names.set("account", found?.id ?? "none");
	}
	if (step.posted) await delivered(world, (answer.body.data as WirePublishTask).task_id);
	if (step.until === undefined) return undefined;
	const task = answer.body.data as WireTask;
	if (task.status === step.until) return task;
	assert.is.not(task.status, "FAILED", task.error_message);
	await sleep(5);
	return taken(world, step, names);
}

interface Answered {
	readonly status: number;
	readonly body: { readonly data?: unknown };
}

/** Sends exactly these headers; `fetch` would add its own. */
function send(world: World, step: Step, names: ReadonlyMap<string, string>): Promise<Answered> {
	const filled: Step = JSON.parse(
		JSON.stringify(step).replace(/\{\{(\w+)\}\}/g, (_, name) => names.get(name) ?? `no ${name}`),
	);
	const body =
		filled.sends === "video" ? VIDEO : filled.body === undefined ? undefined : JSON.stringify(filled.body);
	const isChunked = "transfer-encoding" in filled.headers;
	const length = body !== undefined && !isChunked ? { "content-length": Buffer.byteLength(body) } : {};
	return new Promise((settle, reject) => {
		const sent = request(
			new URL(filled.path, world.service.url),
			{ method: filled.method, headers: { ...filled.headers, ...length }, timeout: 300_000 },
			(response) => {
				let text = "";
				response.setEncoding("utf8");
				response.on("data", (piece: string) => {
					text += piece;
				});
				response.on("end", () => settle({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
			},
		);
		sent.on("error", reject);
		sent.on("timeout", () => sent.destroy(new Error("no answer")));
		sent.end(body);
	});
}

async function delivered(world: World, id: string): Promise<void> {
	for (;;) {
		const { body } = await world.call("GET", `/api/v2/social-media/publish/${id}`);
		const { status, results } = body.data as WirePublishTask;
		assert.is.not(status, "ERROR", JSON.stringify(results));
		if (status === "DONE") return;
		await sleep(5);
	}
}

function judge(
	world: World,
	task: WireTask | undefined,
	{ clips, links, rendered }: Recording["ends"],
): void {
	assert.equal(
		[task?.clips.length, task?.clips.every((clip) => (clip.export_link !== undefined) === links)],
		[clips, true],
	);
	assert.equal(
		(task?.notes ?? []).filter((note) => note.includes("is not known")),
		[],
	);
	if (rendered === undefined) return;
	const last = world.engine.rendered.at(-1);
	assert.equal(
		[last?.resolution, last?.reframe?.ratio, last?.caption !== undefined, last?.hook !== undefined],
		[rendered.resolution, rendered.ratio, rendered.captions, rendered.hook ?? false],
	);
}

function translating({ engine }: World): World["engine"] {
	return { ...engine, writes: true, rewrite: async ({ clip }) => ({ clip, notes: [] }) };
}

clients.run();
