import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, type Workspace, withWorkspace } from "../../builders/command.ts";
import { clip, settledVideo, snapshot, TALK } from "../../builders/world.ts";

const SUBMITTED = {
	source: { kind: "url", url: "https://example.com/talk.mp4" },
	projectName: "k/talk",
	clipping: { duration: "0-90s", moreResults: false, express: false },
	export: { resolution: "1080p" },
} as const;
const STATE = snapshot({ [TALK]: { ...settledVideo([clip(0)]), request: SUBMITTED } });
const ACCOUNTS = {
	data: [
		{
			id: "acc-1",
			platform: "youtube",
			platform_username: "Acme",
			token_valid: true,
			token_expiring_soon: false,
		},
	],
};
const TAKEN = { data: { task_id: "p-1", status: "PENDING", created_at: 1 } };

interface Here extends Workspace {
	/** Every request, as `GET /path`. */
	readonly asked: string[];
	/** Answers the next request otherwise, once. */
	readonly instead: ((response: ServerResponse) => void)[];
	/** What the service's clock shows more, in milliseconds. */
	readonly clock: { aheadMs: number };
	/** Lines that were noted of requests. */
	readonly noted: () => Promise<number>;
}

/** A workspace with one post to make, at a service whose clock and answers can be changed. */
async function withRemote(work: (here: Here) => Promise<void>): Promise<void> {
	const [asked, instead, clock]: [string[], Here["instead"], Here["clock"]] = [[], [], { aheadMs: 0 }];
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		asked.push(`${request.method} ${request.url}`);
		response.setHeader("date", new Date(Date.now() + clock.aheadMs).toUTCString());
		const other = instead.shift();
		if (other) return other(response);
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify(request.method === "GET" ? ACCOUNTS : TAKEN));
	};
	const server = createServer(
		(request, response) => void request.resume().once("end", () => answer(request, response)),
	).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
	const files = { "k.campaign.yaml": LINKED, "showrun.config.yaml": `service: { url: "${url}" }\n` };
	try {
		await withWorkspace({ files, state: STATE }, async ({ folder, run: plain }) => {
			const cache = join(folder, "..", "cache");
			const run: Workspace["run"] = (args, env) =>
				plain(args, { SHOWRUN_API_KEY: "key", XDG_CACHE_HOME: cache, ...env });
			assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
			await work({
				folder,
				run,
				asked,
				instead,
				clock,
				noted: () => linesIn(join(cache, "showrun", "requests")),
			});
		});
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

async function linesIn(folder: string): Promise<number> {
	const names = await readdir(folder).catch(() => []);
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
	return texts.join("").split("\n").length - 1;
}

const later = (seconds: number) => (response: ServerResponse) =>
	void response.writeHead(429, { "retry-after": `${seconds}` }).end("{}");

const requests = suite("requests of a command");

requests("are noted for the next one, whichever it is; not with --no-cache", () =>
	withRemote(async ({ run, asked, noted }) => {
		assert.is((await run(["plan", "."])).code, 0);
		assert.is((await run(["accounts", "list", "."])).code, 0);
		assert.equal([asked.length, await noted()], [2, 2]);
		assert.is((await run(["plan", ".", "--no-cache"])).code, 0);
		assert.equal([asked.length, await noted()], [3, 2]);
	}),
);

requests("that are too many are waited for, by reads and by posts, and it is said until when", () =>
	withRemote(async ({ run, asked, instead }) => {
		instead.push(later(3));
		const planned = await run(["plan", "."]);
		assert.is(planned.code, 0, planned.err);
		assert.match(planned.err, /^the service asks for a pause \(429\); going on in 3 s, at \d\d:\d\d:\d\dZ$/m);
		instead.push(later(3), (response) => response.writeHead(200).end(JSON.stringify(ACCOUNTS)), later(2));
		const applied = await run(["apply", ".", "--auto-approve", "--json"]);
		assert.is(applied.code, 0, applied.out);
		const events = applied.out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.equal(
			events
				.flatMap(({ type, forMs }) =>
					type === "pausing" || type === "waiting" ? [[type, Math.round(forMs / 1_000)]] : [],
				)
				.slice(0, 2),
			[
				["pausing", 3],
				["waiting", 2],
			],
		);
		assert.is(asked.filter((each) => each.startsWith("POST")).length, 2);
		assert.is(events.find(({ type }) => type === "report").published, 1);
	}),
);

requests.run();

const clocks = suite("a service whose clock is off");

clocks("by seconds: said by plan, apply and doctor, and published all the same", () =>
	withRemote(async ({ run, clock }) => {
		clock.aheadMs = 20_000;
		const planned = await run(["plan", "."]);
		assert.match(
			planned.out.replace(/\s+/g, " "),
			/Warning: This machine's clock is \d+ s behind the service's\. Times are planned by the service's clock\./,
		);
		assert.match((await run(["doctor", "."])).out, /warn\s+clock\s+this machine's is \d+ s behind/);
		const applied = await run(["apply", ".", "--auto-approve"]);
		assert.is(applied.code, 0, applied.out);
		assert.match(applied.out, "Applied: 0 submitted, 1 published.");
	}),
);

clocks("by more than a minute: nothing is published, until that is agreed to", () =>
	withRemote(async ({ run, clock, asked }) => {
		clock.aheadMs = -90_000;
		const event =
			(await run(["plan", ".", "--json"])).out.split("\n").find((line) => line.includes('"skew"')) ?? "{}";
		assert.is(JSON.parse(event).refused, true);
		assert.is((await run(["plan", ".", "--markdown"])).out.includes("ahead of the service's"), true);
		const refused = await run(["apply", ".", "--auto-approve"]);
		assert.is(refused.code, 3, refused.out);
		assert.match(refused.out.replace(/\s+/g, " "), /clock is \d+ s ahead of the service's; nothing was sent/);
		assert.match((await run(["doctor", "."])).out, /fail\s+clock/);
		assert.ok(!asked.some((each) => each.startsWith("POST")));
		const agreed = await run(["apply", ".", "--auto-approve", "-allow-skew"]);
		assert.is(agreed.code, 0, agreed.out);
		assert.match(agreed.out, "1 published");
	}),
);

clocks.run();
