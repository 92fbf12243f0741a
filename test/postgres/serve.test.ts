import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, type Running, showrun, start, until } from "../journeys/program.ts";
import { KEY } from "../journeys/server.ts";
import {
	SETTINGS as ACCOUNTS,
	CAMPAIGN,
	deliveredIn,
	remoteSettings,
	video,
	workspace,
} from "../journeys/workspace.ts";
import { type Database, postgresServer, type Server } from "./server.ts";

const serving = suite("showrun serve with its records in PostgreSQL");

const SOURCE = video("talk", { seconds: 4 });
const OTHER = video("other", { seconds: 4, moving: true });
const APPLY = ["apply", ".", "--auto-approve"];

const SETTINGS =
	"embedded:\n  models: none\n  accounts: [{ platform: youtube, username: Acme }]\n  store: { postgres: { url_env: CLIPS_DATABASE } }\n";

const SETTINGS_OF_ALL = `${ACCOUNTS}  models: none\n  store: { postgres: { url_env: CLIPS_DATABASE } }\n`;

/** The accounts of the posts in an outbox. */
function keysIn(folder: string): readonly string[] {
	return deliveredIn(folder)
		.map(({ key }) => key.replace(/ .*/, ""))
		.sort();
}

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

/** Longer than any lease of the service. */
const OUTAGE_MS = 11_000;

serving("two of them make and post all once, while one is killed and the other is stopped and goes on", () =>
	withGround("both", async ({ server, env, serve }) => {
		const there = workspace(SOURCE, { "showrun.config.yaml": SETTINGS_OF_ALL });
		const [one, two] = [await serve(there), await serve(there)];
		const here = workspace(SOURCE, { "showrun.config.yaml": remoteSettings(two.url) });
		const client = { cwd: here, env: { ...env, XDG_STATE_HOME: `${here}-memory` }, limitMs: 120_000 };
		const making = start([...APPLY, "--json"], client);
		await until(() => /"status":"ONGOING"/.test(making.said()), { running: making });
		one.running.kill("SIGKILL");
		const made = await making.ended;
		assert.is(made.code, 0, made.out + made.err);
		assert.equal(keysIn(there), ["linkedin:acme-inc", "tiktok:acme", "youtube:Acme"]);
		const three = await serve(there);
		two.running.kill("SIGSTOP");
		writeFileSync(join(here, "showrun.config.yaml"), remoteSettings(three.url));
		copyFileSync(OTHER, join(here, "other.mp4"));
		const other = CAMPAIGN.replaceAll("talk", "other").replace("./other.srt", "./talk.srt");
		writeFileSync(join(here, "other.campaign.yaml"), other);
		await sleep(OUTAGE_MS);
		two.running.kill("SIGCONT");
		await server.crash(() => sleep(OUTAGE_MS));
		for (const { url } of [two, three]) assert.is((await accounts(url)).status, 200);
		const again = await showrun(APPLY, client);
		assert.is(again.code, 0, again.out + again.err);
		assert.match((await showrun(APPLY, client)).out, /No changes/);
		assert.is(deliveredIn(there).length, 6);
	}),
);

serving("says what to use in place of a backup, and is not moved away while it serves", () =>
	withGround("alone", async ({ cwd, env, serve, folder }) => {
		const { running } = await serve(cwd);
		const beside = await showrun(["serve", "--port", "0"], { cwd: folder("beside"), env });
		assert.is(beside.code, 1);
		assert.match(beside.err, /Other processes of this service use another data folder/);
		const backup = await showrun(["backup", "all.tar"], { cwd, env });
		assert.is(backup.code, 1);
		assert.match(backup.err, /pg_dump --schema=showrun_service/);
		const moved = await showrun(["store", "migrate", "--to", "folder"], { cwd, env });
		assert.is(moved.code, 1);
		assert.match(moved.err, /A service still runs on this database\.\n {2}Stop every `showrun serve`/);
		const doctor = await showrun(["doctor"], { cwd, env });
		assert.match(doctor.out, /database +PostgreSQL \d+/);
		const unset = await showrun(["keys", "list"], { cwd, env: KEY });
		assert.match(unset.err, /CLIPS_DATABASE is not set/);
		running.kill("SIGTERM");
		await running.ended;
		assert.is((await showrun(["store", "migrate", "--to", "folder"], { cwd, env })).code, 0);
	}),
);

serving.run();
