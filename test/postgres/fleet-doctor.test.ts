import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startWorker } from "../../src/service/embedded.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { openLeaderships } from "../../src/state/postgres/leadership.ts";
import { type FakeEngine, fakeEngine } from "../fakes/engine.ts";
import { ROOM, showrun } from "../journeys/program.ts";
import { type Callable, exported, submit, until } from "../service/world.ts";
import { heldUp, isDone, publish, withGround } from "./several.ts";

const looks = suite("doctor --fleet");
type Ground = Parameters<Parameters<typeof withGround>[0]>[0];

const SETTINGS = `state: { postgres: { workspace: shows } }
embedded: { models: none, store: { postgres: { url_env: DATABASE_URL } } }
`;
/** What is looked at here; the rest is about this machine. */
const FLEET = new Set([
	"daemon",
	"daemons",
	"process",
	"processes",
	"clock",
	"version",
	"models",
	"queue",
	"posts",
	"webhooks",
	"fleet",
]);

interface Found {
	readonly name: string;
	readonly level: string;
	readonly detail: string;
}

/** What is found of the fleet that is not well, and all that is found of it. */
async function look({ url }: Ground, settings = SETTINGS) {
	const cwd = mkdtempSync(join(ROOM, "fleet-"));
	writeFileSync(join(cwd, "showrun.config.yaml"), settings);
	const { out, err } = await showrun(["doctor", "--fleet", "--json"], {
		cwd,
		env: { DATABASE_URL: url.reveal() },
	});
	assert.is(err, "");
	const all: readonly Found[] = out
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const own = all.filter(({ name }) => FLEET.has(name));
	return {
		own,
		wrong: own
			.filter(({ level }) => level !== "ok")
			.map(({ name, level, detail }) => `${level} ${name}: ${detail}`),
	};
}

looks("where nobody shares anything, and where nobody is there", () =>
	withGround(async (ground) => {
		assert.match((await look(ground, "{}\n")).wrong[0] ?? "", /^fail fleet: These settings name no database/);
		assert.equal((await look(ground)).wrong, [
			"fail daemons: none: nobody keeps campaigns applied",
			"fail processes: none: nobody answers requests, makes clips or delivers posts",
		]);
		assert.equal(await ground.ask("SELECT nspname FROM pg_namespace WHERE nspname ^@ 'showrun'"), []);
	}),
);

/** A daemon, a service that makes less than a worker, and the worker: of two versions. */
async function withFleet(ground: Ground, work: (fleet: Fleet) => Promise<void>): Promise<void> {
	const { url, start, options } = ground;
	const opening = { url, command: "showrun watch", version: "1.0.0" };
	const leadership = openLeaderships(opening).join({
		...{ workspace: "shows", head: async () => undefined, applying: () => undefined },
		...{ isBusy: () => false, changed: () => {} },
	});
	const engine = Object.assign(fakeEngine(), { tools: async () => ["faces", "ffmpeg"] });
	const worker = await startWorker({
		...{ ...options, engine, version: "2.0.0", queues: ["tasks"] },
		store: postgresStore(url, { keep: true }),
	});
	try {
		const service = await start({ version: "1.0.0" });
		await until(
			async () => leadership.status().as,
			(as) => as === "leads",
		);
		await work({ service, engine });
		await service.service.close();
	} finally {
		await worker.close(0);
		await leadership.close();
	}
}

interface Fleet {
	readonly service: Callable;
	readonly engine: FakeEngine;
}

looks("says who is there, and what does not fit together", () =>
	withGround((ground) =>
		withFleet(ground, async ({ service, engine }) => {
			const { begun, goOn } = heldUp(engine);
			await submit(service, {}, "one that is under way");
			await begun;
			const { own, wrong } = await until(
				() => look(ground),
				(found) => found.own.some(({ detail }) => / 1 of \d+ tasks? at once/.test(detail)),
			);
			goOn();
			const details = own.map(({ detail }) => detail).join("\n");
			assert.match(details, /the daemon on .+, version 1\.0\.0, leads 1 workspace/);
			assert.match(
				details,
				/the service on .+, version 1\.0\.0, 0 of \d+ tasks? at once, with ffmpeg, posts/,
			);
			assert.match(details, /the worker on .+, with faces, ffmpeg, no posts/);
			assert.match(details, /0 tasks waiting, 1 under way/);
			const [version, models, ...others] = wrong;
			assert.match(version ?? "", /^warn version: .+ 1\.0\.0: the service .+; 2\.0\.0: the worker/);
			assert.match(models ?? "", /^warn models: the service .+ lacks faces, which others have/);
			assert.equal(others, []);
		}),
	),
);

looks("says that there are processes which tell nothing of themselves, or what nobody can read", () =>
	withGround(async (ground) => {
		const { ask, start } = ground;
		await (await start()).service.close();
		const hostile = JSON.stringify({ id: "odd", host: "\u001b[2J", queues: [], tools: [], since: "x" });
		await ask(`INSERT INTO showrun_service.texts (tenant, name, text, mark)
			SELECT tenant, 'members/odd', '${hostile}', '' FROM showrun_service.texts LIMIT 1`);
		await ask(`INSERT INTO showrun_service.leases (tenant, name, fence, holder, until)
			SELECT tenant, 'serves odd', 1, '', 'infinity' FROM showrun_service.texts LIMIT 1`);
		assert.equal((await look(ground)).wrong.slice(1), [
			"warn process: 1 process more, just starting or of an earlier version",
		]);
	}),
);

looks("says what waits, is late or unknown, and that nobody works on it", () =>
	withGround(async (ground) => {
		const { ask, start } = ground;
		const service = await start();
		const project = await exported(service);
		await isDone(service, await publish(service, project, { title: "unknown" }));
		await publish(service, project, { title: "later", scheduled_at: Date.now() + 600_000 });
		await service.service.close();
		const change = (table: string, column: string, [from, to]: readonly [string, string]) =>
			ask(`UPDATE showrun_service.${table} SET ${column} = replace(${column}, '${from}', '${to}')`);
		await change("records", "record", ['"scheduledAt":1', '"scheduledAt":1,"was":1']);
		await change("records", "record", ['"phase":"done"', '"phase":"unknown"']);
		const answering = await start({ queues: [] });
		await submit(answering, {}, "one that waits");
		// It tells of itself anew every few seconds.
		const { wrong } = await until(
			async () => {
				await change("texts", "text", ['"aheadMs":', '"stuck":1,"aheadMs":600000,"was":']);
				await change("texts", "text", ['"stuck":0', '"were":0']);
				return look(ground);
			},
			(found) => found.wrong.some((line) => line.startsWith("warn clock")),
		);
		const [daemons, stuck, clock, tasks, posts, due, unknown, ...others] = wrong;
		assert.match(stuck ?? "", /^warn process: the service on .+ is stuck with 1 task, whose results/);
		assert.is(daemons, "fail daemons: none: nobody keeps campaigns applied");
		assert.match(clock ?? "", /^warn clock: the service on .+ has a clock 600 s ahead of the database's/);
		assert.is(tasks, "fail queue: nobody works on tasks: 1 task waiting, 0 under way");
		assert.match(posts ?? "", /^fail queue: nobody works on posts: \d events? of posts waiting/);
		assert.match(due ?? "", /^warn posts: 1 post due and not begun, for up to \d+ h/);
		assert.match(unknown ?? "", /^warn posts: 1 post with an unknown outcome/);
		assert.equal(others, []);
	}),
);

looks.run();
