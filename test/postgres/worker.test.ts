import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, type Running, showrun, start, until } from "../journeys/program.ts";
import { KEY } from "../journeys/server.ts";
import {
	SETTINGS as ACCOUNTS,
	deliveredIn,
	remoteSettings,
	video,
	workspace,
} from "../journeys/workspace.ts";
import { type Database, postgresServer } from "./server.ts";

const workers = suite("showrun worker");

const SOURCE = video("talk", { seconds: 4 });
const OTHER = video("other", { seconds: 4, moving: true });
const APPLY = ["apply", ".", "--auto-approve"];
const SETTINGS = `${ACCOUNTS}  models: none\n  store: { postgres: { url_env: DATABASE_URL } }\n`;

interface Ground {
	readonly database: Database;
	/** Where serve and workers run. */
	readonly there: string;
	/** Starts it, and waits until it says so. */
	begin(args: readonly string[], sign: RegExp): Promise<Running>;
	apply(url: string, source?: string): Running;
}

async function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
	const database = await (await postgresServer()).database();
	const env = { ...KEY, DATABASE_URL: database.url.reveal() };
	const there = workspace(SOURCE, { "showrun.config.yaml": SETTINGS });
	const started: Running[] = [];
	try {
		await work({
			...{ database, there },
			begin: async (args, sign) => {
				const running = start(args, { cwd: there, env, limitMs: 600_000 });
				started.push(running);
				await until(() => sign.test(running.said()), { running });
				return running;
			},
			apply: (url, source = SOURCE) => {
				const here = workspace(source, { "showrun.config.yaml": remoteSettings(url) });
				return start([...APPLY, "--json"], {
					...{ cwd: here, limitMs: 120_000 },
					env: { ...env, XDG_STATE_HOME: `${here}-memory` },
				});
			},
		});
	} finally {
		for (const running of started) running.kill("SIGKILL");
		await Promise.all(started.map(({ ended }) => ended));
	}
}

const SERVING = /Serving on (http:\S+)\n/;
const urlOf = (running: Running) => SERVING.exec(running.said())?.[1] ?? "";

workers("two make the clips of an API that works on nothing, while one of them is killed", () =>
	withGround(async ({ there, database, begin, apply }) => {
		const api = await begin(["serve", "--port", "0", "--queues", "none"], SERVING);
		const one = await begin(["worker", "--queues", "tasks,posts"], /Working on tasks and posts/);
		const making = apply(urlOf(api));
		await until(() => /"status":"ONGOING"/.test(making.said()), { running: making });
		const two = await begin(["worker", "--queues", "tasks,posts", "--concurrency", "2"], /Working on/);
		one.kill("SIGKILL");
		const { code, out, err } = await making.ended;
		assert.is(code, 0, out + err);
		const accounts = deliveredIn(there).map(({ key }) => key.replace(/ .*/, ""));
		assert.equal(accounts.sort(), ["linkedin:acme-inc", "tiktok:acme", "youtube:Acme"]);
		two.kill("SIGTERM");
		assert.is((await two.ended).code, 0);
		assert.equal(await database.ask("SELECT name FROM showrun_service.texts WHERE name ^@ 'open/'"), []);
	}),
);

workers("one that stood still for longer than its claim leaves what another one made, and goes on", () =>
	withGround(async ({ there, database, begin, apply }) => {
		const api = await begin(["serve", "--port", "0", "--queues", "posts"], SERVING);
		const one = await begin(["worker", "--queues", "tasks"], /Working on tasks/);
		const first = apply(urlOf(api));
		const begun = "SELECT FROM showrun_service.records WHERE kind = 'tasks' AND record LIKE '%\"ONGOING\"%'";
		await until(async () => (await database.ask(begun)).length > 0, { running: first });
		one.kill("SIGSTOP");
		assert.is((await database.ask(begun)).length, 1);
		const two = await begin(["worker", "--queues", "tasks"], /Working on tasks/);
		assert.is((await first.ended).code, 0);
		two.kill("SIGTERM");
		assert.is((await two.ended).code, 0);
		const made =
			"SELECT id, record, mark FROM showrun_service.records WHERE kind = 'tasks' ORDER BY id LIMIT 1";
		const before = await database.ask(made);
		one.kill("SIGCONT");
		const second = apply(urlOf(api), OTHER);
		assert.is((await second.ended).code, 0, second.said());
		assert.equal(await database.ask(made), before);
		assert.is(deliveredIn(there).length, 6);
	}),
);

workers("one that is stopped waits for its task, and gives it back where that takes too long", () =>
	withGround(async ({ database, begin, apply }) => {
		const api = await begin(["serve", "--port", "0", "--queues", "posts"], SERVING);
		const patient = await begin(["worker", "--drain", "2m"], /Working on/);
		const isClaimed =
			"SELECT FROM showrun_service.leases WHERE name ^@ 'task ' AND until > clock_timestamp()";
		const claimed = async () => (await database.ask(isClaimed)).length > 0;
		const first = apply(urlOf(api));
		await until(claimed, { running: first });
		patient.kill("SIGTERM");
		assert.is((await patient.ended).code, 0);
		assert.equal(await database.ask("SELECT name FROM showrun_service.texts WHERE name ^@ 'open/'"), []);
		assert.is((await first.ended).code, 0);
		const hasty = await begin(["worker"], /Working on/);
		const second = apply(urlOf(api), OTHER);
		await until(claimed, { running: second });
		hasty.kill("SIGTERM");
		assert.is((await hasty.ended).code, 0);
		assert.is(await claimed(), false);
		await begin(["worker"], /Working on/);
		assert.is((await second.ended).code, 0);
	}),
);

workers("without a database, and with queues that are none, it says what to do", async () => {
	const folder = join(ROOM, "alone-worker");
	mkdirSync(folder);
	writeFileSync(join(folder, "showrun.config.yaml"), "embedded: { models: none }\n");
	const alone = await showrun(["worker"], { cwd: folder });
	assert.equal([alone.code, /Set embedded\.store/.test(alone.err)], [1, true], alone.err);
	const none = await showrun(["worker", "--queues", "none"], { cwd: folder });
	assert.match(none.err, /of no use/);
	const unknown = await showrun(["worker", "--queues", "render"], { cwd: folder });
	assert.match(unknown.err.replace(/\s+/g, " "), /Write one or more of tasks, posts/);
	const serving = await showrun(["serve", "--queues", "posts"], { cwd: folder, env: KEY });
	assert.match(serving.err, /are for a service whose records are in PostgreSQL/);
});

workers.run();
