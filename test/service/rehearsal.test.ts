import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServiceOptions } from "../../src/service/options.ts";
import type { Commit } from "../../src/service/rehearsal/commits.ts";
import { type FaultKind, type PlannedFault, readFaults } from "../../src/service/rehearsal/faults.ts";
import { accountOn, exported, submit, type World, withWorld } from "./world.ts";

const rehearsals = suite("faults on purpose");

/** Runs with a service that plans these faults and lists what it executes. */
function withFaults(
	faults: readonly PlannedFault[],
	body: (world: World, commits: () => Promise<readonly Commit[]>) => Promise<void>,
	idempotency = true,
): Promise<void> {
	return withWorld({}, async (world) => {
		const commitLog = join(world.folder, "commits.jsonl");
		const rehearsal: NonNullable<ServiceOptions["rehearsal"]> = { faults, commitLog, idempotency };
		await world.restart({ rehearsal });
		await body(world, async () => {
			const text = await readFile(commitLog, "utf8").catch(() => "");
			return text
				.split("\n")
				.filter(Boolean)
				.map((line) => JSON.parse(line) as Commit);
		});
	});
}

interface Raw {
	/** Everything that came, headers and body. */
	readonly text: string;
	/** How the connection ended; `open`: it did not within the time. */
	readonly ended: "closed" | "reset" | "open";
	readonly ms: number;
}

/** One publish request over a socket of its own, as bytes; waits at most so long. */
async function publishRaw(world: World, { key = "key-1", waitMs = 5_000 } = {}): Promise<Raw> {
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const body = JSON.stringify({ project_id: projects.get(world) ?? "", idx: 1, publish_configs });
	const headers = [
		"POST /api/v2/social-media/publish HTTP/1.1",
		"Host: 127.0.0.1",
		`Authorization: Bearer ${world.service.apiKey.reveal()}`,
		...[
			"Content-Type: application/json",
			"X-Service-Api-Version: v2",
			"Connection: close",
			`Idempotency-Key: ${key}`,
			`Content-Length: ${Buffer.byteLength(body)}`,
		],
	];
	return raw(world, { bytes: `${headers.join("\r\n")}\r\n\r\n${body}`, waitMs });
}

async function raw(
	world: World,
	{ bytes, waitMs }: { readonly bytes: string; readonly waitMs: number },
): Promise<Raw> {
	const started = performance.now();
	const socket = connect(Number(new URL(world.service.url).port), "127.0.0.1");
	let [text, ended]: [string, Raw["ended"]] = ["", "open"];
	socket.on("data", (piece) => {
		text += piece;
	});
	socket.on("error", () => {
		ended = "reset";
	});
	socket.on("end", () => {
		ended = "closed";
	});
	socket.write(bytes);
	const giveUp = setTimeout(() => socket.destroy(), waitMs);
	await new Promise((settle) => socket.once("close", settle));
	clearTimeout(giveUp);
	return { text, ended, ms: performance.now() - started };
}

const projects = new WeakMap<World, string>();

const CLIP = /^youtube:Acme [0-9a-f]{64}@30000-45000$/;
const AFTER: Readonly<
	Partial<
		Record<
			FaultKind,
			{ readonly waitMs?: number; readonly seconds?: number; readonly holds: (raw: Raw) => boolean }
		>
	>
> = {
	hang: { waitMs: 300, holds: ({ text, ended }) => text === "" && ended === "open" },
	"error-500": { holds: ({ text, ended }) => text.startsWith("HTTP/1.1 500 ") && ended === "closed" },
	"reset-after": { holds: ({ text, ended }) => text === "" && ended === "reset" },
	cut: {
		holds: ({ text, ended }) =>
			text.startsWith("HTTP/1.1 200 ") &&
			bodyOf(text).length > 0 &&
			bodyOf(text).length < lengthOf(text) &&
			ended === "closed",
	},
	garbage: { holds: ({ text }) => text.startsWith("HTTP/1.1 200 ") && !isJson(bodyOf(text)) },
	slow: {
		seconds: 1,
		holds: ({ text, ms }) => text.startsWith("HTTP/1.1 200 ") && isJson(bodyOf(text)) && ms > 900,
	},
};
for (const [fault, { waitMs = 5_000, seconds, holds }] of Object.entries(AFTER))
	rehearsals(`${fault}: executed once and listed, whatever the client sees`, () =>
		withFaults(
			[{ endpoint: "publish", nth: 1, fault: fault as FaultKind, ...(seconds && { seconds }) }],
			async (world, commits) => {
				projects.set(world, await exported(world));
				const before = (await commits()).length;
				const seen = await publishRaw(world, { waitMs });
				assert.ok(holds(seen), JSON.stringify(seen));
				const [commit, ...more] = (await commits()).slice(before);
				assert.equal([commit?.endpoint, commit?.key, more], ["/api/v2/social-media/publish", "key-1", []]);
				assert.match(commit?.identities.join() ?? "", CLIP);
				const again = await publishRaw(world);
				assert.match(again.text, `"task_id":"${commit?.id}"`);
				assert.is((await commits()).length, before + 1);
			},
		),
	);

const BEFORE: Readonly<Partial<Record<FaultKind, (raw: Raw) => boolean>>> = {
	"reset-early": ({ text, ended }) => text === "" && ended === "reset",
	"reset-before": ({ text, ended }) => text === "" && ended === "reset",
	refuse: ({ text }) => text.startsWith("HTTP/1.1 422 "),
	"rate-limited": ({ text }) => text.startsWith("HTTP/1.1 429 ") && /retry-after: 7\r\n/i.test(text),
	"expired-token": ({ text }) => text.startsWith("HTTP/1.1 403 ") && text.includes("token is invalid"),
};
for (const [fault, holds] of Object.entries(BEFORE))
	rehearsals(`${fault}: nothing is executed, and the next request is`, () =>
		withFaults(
			[
				{
					endpoint: "publish",
					nth: 1,
					fault: fault as FaultKind,
					...(fault === "rate-limited" && { seconds: 7 }),
				},
			],
			async (world, commits) => {
				projects.set(world, await exported(world));
				const before = (await commits()).length;
				const seen = await publishRaw(world);
				assert.ok(holds(seen), JSON.stringify(seen));
				assert.is((await commits()).length, before);
				assert.match((await publishRaw(world)).text, /^HTTP\/1.1 200 /);
				assert.is((await commits()).length, before + 1);
			},
		),
	);

rehearsals("only the request that is meant goes wrong, or every one", () =>
	withFaults(
		[
			{ endpoint: "accounts", nth: 2, fault: "error-500" },
			{ endpoint: "upload", nth: "every", fault: "error-500" },
		],
		async (world) => {
			const status = async (method: string, path: string) =>
				(await world.call(method, path, method === "POST" ? { body: { name: "a.mp4" } } : {})).status;
			const accounts = "/api/v2/social-media/accounts";
			assert.equal(
				[await status("GET", accounts), await status("GET", accounts), await status("GET", accounts)],
				[200, 500, 200],
			);
			const upload = "/api/v2/upload/single-file";
			assert.equal([await status("POST", upload), await status("POST", upload)], [500, 500]);
			assert.is((await world.call("GET", accounts, { headers: { authorization: "Bearer no" } })).status, 403);
		},
	),
);

rehearsals("without idempotency the same key is executed again, and the list says so", () =>
	withFaults(
		[],
		async (world, commits) => {
			projects.set(world, await exported(world));
			const before = (await commits()).length;
			await publishRaw(world);
			await publishRaw(world);
			const made = (await commits()).slice(before);
			assert.equal(
				[made.length, new Set(made.map(({ id }) => id)).size, made.map(({ key }) => key)],
				[2, 2, ["key-1", "key-1"]],
			);
			assert.equal(made[0]?.identities, made[1]?.identities);
		},
		false,
	),
);

rehearsals("submissions are listed by their source, exports by their clips, and refusals not at all", () =>
	withFaults([], async (world, commits) => {
		const project_id = await exported(world);
		await world.call("POST", "/api/v2/clips/export", { body: { project_id, clip_indices: [0] } });
		await world.call("POST", "/api/v2/clips", { body: { video_url: "nothing" } });
		const made = (await commits()).map(({ endpoint, identities }) => [
			endpoint,
			identities.map((each) => each.replace(/[0-9a-f]{64}/, "SHA")),
		]);
		assert.equal(made, [
			["/api/v2/upload/single-file", ["talk.mp4"]],
			["/api/v2/clips", ["SHA"]],
			["/api/v2/clips/export", ["SHA@0-15000"]],
		]);
	}),
);

rehearsals("a service that was not asked to does nothing wrong and lists nothing", () =>
	withWorld({}, async (world) => {
		assert.type(await submit(world), "string");
	}),
);

const MISTAKES: readonly [unknown, RegExp][] = [
	[{}, /not a list/],
	[["x"], /entry 1: it is not a map/],
	[[{ endpoint: "publsh", nth: 1, fault: "hang" }], /entry 1: endpoint must be one of/],
	[[{ endpoint: "publish", nth: 0, fault: "hang" }], /nth must be a number from 1/],
	[[{ endpoint: "publish", nth: 1, fault: "explode" }], /fault must be one of reset-early/],
	[[{ endpoint: "publish", nth: 1, fault: "toString" }], /fault must be one of/],
	[[{ endpoint: "publish", nth: 1, fault: "hang", seconds: 3 }], /seconds is for slow/],
	[[{ endpoint: "publish", nth: 1, fault: "hang", often: 3 }], /the key "often" is unknown/],
];
for (const [value, problem] of MISTAKES)
	rehearsals(`${JSON.stringify(value)} is no list of faults`, () => {
		const { faults, problems } = readFaults(value);
		assert.equal(faults, []);
		assert.match(problems.join("\n"), problem);
	});

function bodyOf(text: string): string {
	return text.slice(text.indexOf("\r\n\r\n") + 4);
}

function lengthOf(text: string): number {
	return Number(/content-length: (\d+)/i.exec(text)?.[1]);
}

function isJson(text: string): boolean {
	try {
		return typeof JSON.parse(text) === "object";
	} catch {
		return false;
	}
}

rehearsals.run();
