import { connect } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { accountOn, exported, until, type World, withWorld } from "../service/world.ts";
import { type Commit, openCommitLog, readCommits } from "./commits.ts";
import { type Injection, injectFaults } from "./inject.ts";
import { type FaultKind, type PlannedFault, readFaults } from "./planned.ts";

const injection = suite("fault injection");

/** Runs with a service that fails as planned and lists what it executes. */
function withFaults(
	faults: readonly PlannedFault[],
	body: (world: World, commits: () => readonly Commit[]) => Promise<void>,
	more: Partial<Injection> = {},
): Promise<void> {
	return withWorld({}, async (world) => {
		const file = join(world.folder, "commits.jsonl");
		const commits = openCommitLog({ file, data: world.options.data, now: world.clock.now });
		await world.restart({ middleware: injectFaults({ faults, commits, ...more }) });
		await body(world, () => readCommits(file));
	});
}

/** What a client saw of one request. */
interface Seen {
	/** Everything that came, headers and body. */
	readonly text: string;
	/** How the connection ended; `open`: the client gave up. */
	readonly ended: "closed" | "reset" | "open";
}

/**
 * Publishes over a socket of its own, to see the answer as bytes. `patience` ends when the client gives up.
 */
async function publish(world: World, patience: Promise<unknown> = new Promise(() => {})): Promise<Seen> {
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const body = JSON.stringify({ project_id: projects.get(world) ?? "", idx: 1, publish_configs });
	const headers = [
		"POST /api/v2/social-media/publish HTTP/1.1",
		"Host: 127.0.0.1",
		`Authorization: Bearer ${world.service.apiKey.reveal()}`,
		"Content-Type: application/json",
		"X-Service-Api-Version: v2",
		"Connection: close",
		"Idempotency-Key: key-1",
		`Content-Length: ${Buffer.byteLength(body)}`,
	];
	return send(world, { bytes: `${headers.join("\r\n")}\r\n\r\n${body}`, patience });
}

async function send(
	world: World,
	{ bytes, patience }: { readonly bytes: string; readonly patience: Promise<unknown> },
): Promise<Seen> {
	const socket = connect(Number(new URL(world.service.url).port), "127.0.0.1");
	let [text, ended]: [string, Seen["ended"]] = ["", "open"];
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
	void patience.then(() => socket.destroy());
	await new Promise((settle) => socket.once("close", settle));
	return { text, ended };
}

const projects = new WeakMap<World, string>();

const CLIP = /^youtube:Acme [0-9a-f]{64}@30000-45000$/;
const isOk = ({ text }: Seen) => text.startsWith("HTTP/1.1 200 ");
const isSilent = ({ text }: Seen) => text === "";
const AFTER: Readonly<Partial<Record<FaultKind, (seen: Seen) => boolean>>> = {
	hang: (seen) => isSilent(seen) && seen.ended === "open",
	"error-500": ({ text, ended }) => text.startsWith("HTTP/1.1 500 ") && ended === "closed",
	"reset-after": (seen) => isSilent(seen) && seen.ended === "reset",
	cut: (seen) => {
		const body = bodyOf(seen.text);
		return isOk(seen) && body.length > 0 && body.length < lengthOf(seen.text) && seen.ended === "closed";
	},
	garbage: (seen) => isOk(seen) && !isJson(bodyOf(seen.text)),
	slow: (seen) => isOk(seen) && isJson(bodyOf(seen.text)),
};
for (const [fault, holds] of Object.entries(AFTER))
	injection(`${fault}: executed once and listed, whatever the client sees`, () =>
		withFaults([{ endpoint: "publish", nth: 1, fault: fault as FaultKind }], async (world, commits) => {
			projects.set(world, await exported(world));
			const before = commits().length;
			const seen = await publish(world, fault === "hang" ? afterCommit(world, commits) : undefined);
			assert.ok(holds(seen), JSON.stringify(seen));
			const [commit, ...more] = commits().slice(before);
			assert.equal([commit?.endpoint, commit?.key, more], ["/api/v2/social-media/publish", "key-1", []]);
			assert.match(commit?.identities.join() ?? "", CLIP);
			assert.match((await publish(world)).text, `"task_id":"${commit?.id}"`);
			assert.is(commits().length, before + 1);
		}),
	);

/**
 * Ends when a write was listed and the service has answered another request since: it had the time to answer
 * the first.
 */
async function afterCommit(world: World, commits: () => readonly Commit[]): Promise<void> {
	const before = commits().length;
	await until(
		async () => commits().length,
		(count) => count > before,
	);
	await accountOn(world, "youtube");
}

injection("slow: the answer comes in up to 50 pieces, spread over the seconds asked for", () => {
	const pauses: number[] = [];
	const pause = async (ms: number) => pauses.push(ms);
	return withFaults(
		[{ endpoint: "accounts", nth: 1, fault: "slow", seconds: 2 }],
		async (world) => {
			await accountOn(world, "youtube");
			assert.ok(pauses.length > 40 && pauses.length <= 50, `${pauses.length} pieces`);
			assert.equal(new Set(pauses), new Set([40]));
		},
		{ pause },
	);
});

const BEFORE: Readonly<Partial<Record<FaultKind, (seen: Seen) => boolean>>> = {
	"reset-early": (seen) => isSilent(seen) && seen.ended === "reset",
	"reset-before": (seen) => isSilent(seen) && seen.ended === "reset",
	refuse: ({ text }) => text.startsWith("HTTP/1.1 422 "),
	"rate-limited": ({ text }) => text.startsWith("HTTP/1.1 429 ") && /retry-after: 7\r\n/i.test(text),
	"expired-token": ({ text }) => text.startsWith("HTTP/1.1 403 ") && text.includes("token is invalid"),
};
for (const [fault, holds] of Object.entries(BEFORE))
	injection(`${fault}: nothing is executed, and the next request is`, () => {
		const planned: PlannedFault = { endpoint: "publish", nth: 1, fault: fault as FaultKind };
		const faults = [fault === "rate-limited" ? { ...planned, seconds: 7 } : planned];
		return withFaults(faults, async (world, commits) => {
			projects.set(world, await exported(world));
			const before = commits().length;
			const seen = await publish(world);
			assert.ok(holds(seen), JSON.stringify(seen));
			assert.is(commits().length, before);
			assert.match((await publish(world)).text, /^HTTP\/1.1 200 /);
			assert.is(commits().length, before + 1);
		});
	});

injection("a fault is injected at the nth request with a right key, or at every one", () =>
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

injection("without idempotency the same key is executed again, and the list says so", () =>
	withFaults(
		[],
		async (world, commits) => {
			projects.set(world, await exported(world));
			const before = commits().length;
			await publish(world);
			await publish(world);
			const made = commits().slice(before);
			assert.equal(
				[made.length, new Set(made.map(({ id }) => id)).size, made.map(({ key }) => key)],
				[2, 2, ["key-1", "key-1"]],
			);
			assert.equal(made[0]?.identities, made[1]?.identities);
		},
		{ idempotency: false },
	),
);

injection("submissions are listed by their source, exports by their clips, and refusals not at all", () =>
	withFaults([], async (world, commits) => {
		const project_id = await exported(world);
		await world.call("POST", "/api/v2/clips/export", { body: { project_id, clip_indices: [0] } });
		await world.call("POST", "/api/v2/clips", { body: { video_url: "nothing" } });
		const made = commits().map(({ endpoint, identities }) => [
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
	injection(`${JSON.stringify(value)} is not a list of faults`, () => {
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

injection.run();
