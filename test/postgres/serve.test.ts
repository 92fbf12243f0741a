import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, type Running, showrun, start, until } from "../journeys/program.ts";
import { KEY } from "../journeys/server.ts";
import { type Database, postgresServer, type Server } from "./server.ts";

const serving = suite("showrun serve with its records in PostgreSQL");

const SETTINGS =
	"embedded:\n  models: none\n  accounts: [{ platform: youtube, username: Acme }]\n  store: { postgres: { url_env: CLIPS_DATABASE } }\n";

interface Ground {
	readonly server: Server;
	readonly database: Database;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	serve(cwd: string): Promise<{ readonly running: Running; readonly url: string }>;
	folder(name: string): string;
}

async function withGround(name: string, work: (ground: Ground) => Promise<void>): Promise<void> {
	const server = await postgresServer();
	const database = await server.database();
	const env = { ...KEY, CLIPS_DATABASE: database.url.reveal() };
	const started: Running[] = [];
	const folder = (own: string) => {
		const path = join(ROOM, own);
		mkdirSync(path);
		writeFileSync(join(path, "showrun.config.yaml"), SETTINGS);
		return path;
	};
	const serve: Ground["serve"] = async (cwd) => {
		const running = start(["serve", "--port", "0"], { cwd, env, limitMs: 600_000 });
		started.push(running);
		const address = () => /Serving on (http:\S+)\n/.exec(running.said())?.[1];
		await until(() => address() !== undefined, { running });
		return { running, url: address() ?? "" };
	};
	try {
		await work({ server, database, env, serve, folder, cwd: folder(name) });
	} finally {
		for (const running of started) running.kill("SIGKILL");
		await Promise.all(started.map(({ ended }) => ended));
	}
}

async function accounts(url: string, key = KEY.SHOWRUN_API_KEY): Promise<Response> {
	const headers = { authorization: `Bearer ${key}`, "x-service-api-version": "v2" };
	return fetch(`${url}/api/v2/social-media/accounts`, {
		headers: { ...headers, "content-type": "application/json" },
	});
}

serving("survives kill -9 of the database, and its own: keys and records are there again", () =>
	withGround("kept", async ({ server, cwd, env, serve }) => {
		const first = await serve(cwd);
		const made = await showrun(["keys", "create", "ci", "--scope", "read"], { cwd, env });
		const key = made.out.trim();
		assert.is((await accounts(first.url, key)).status, 200, made.err);
		await server.crash(async () => {
			const { status, headers } = await accounts(first.url, key);
			assert.equal([status, headers.get("retry-after")], [503, "5"]);
		});
		assert.is((await accounts(first.url, key)).status, 200);
		first.running.kill("SIGKILL");
		await first.running.ended;
		const second = await serve(cwd);
		assert.is((await accounts(second.url, key)).status, 200);
		await showrun(["keys", "revoke", "ci"], { cwd, env });
		assert.is((await accounts(second.url, key)).status, 403);
	}),
);

serving("is refused beside another, and says what to use in place of a backup", () =>
	withGround("alone", async ({ cwd, env, serve, folder }) => {
		await serve(cwd);
		const beside = await showrun(["serve", "--port", "0"], { cwd: folder("beside"), env });
		assert.is(beside.code, 1);
		assert.match(beside.err, /Another process serves what is in the database/);
		const backup = await showrun(["backup", "all.tar"], { cwd, env });
		assert.is(backup.code, 1);
		assert.match(backup.err, /pg_dump --schema=showrun_service/);
		const moved = await showrun(["store", "migrate", "--to", "folder"], { cwd, env });
		assert.is(moved.code, 1);
		assert.match(moved.err, /The service is in use by showrun service \(PID \d+ on .+\)\.\n {2}End it first/);
		const doctor = await showrun(["doctor"], { cwd, env });
		assert.match(doctor.out, /database +PostgreSQL \d+/);
		const unset = await showrun(["keys", "list"], { cwd, env: KEY });
		assert.match(unset.err, /CLIPS_DATABASE is not set/);
	}),
);

serving.run();
