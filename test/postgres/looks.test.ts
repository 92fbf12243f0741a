/** What processes of one database look at several times a second, for many tenants. */
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openLooks } from "../../src/service/store/postgres/looks.ts";
import { openPool } from "../../src/service/store/postgres/pool.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { createKey } from "../../src/service/tenants/keys.ts";
import { until } from "../service/world.ts";
import { postgresServer } from "./server.ts";
import { withGround } from "./several.ts";

const looking = suite("looks for many tenants");

looking("what is asked at once is one query of each table, and each gets what is its own", async () => {
	const { url } = await (await postgresServer()).database();
	const store = postgresStore(url, { keep: true });
	for (const tenant of ["a", "b"])
		for (const name of ["open/1", "open/2", "open", "open0", "opener/1", "news/1"])
			await store.of(tenant).write(`${name}`, tenant);
	await store.of("b").remove("open/2");
	const lease = await store.of("a").lease("work");
	const pool = openPool(url, { keep: true });
	let queries = 0;
	const counting: typeof pool = {
		...pool,
		run(kind, work) {
			queries++;
			return pool.run(kind, work);
		},
	};
	const looks = openLooks(counting);
	const texts = (tenant: string, beginning: string) => looks({ tenant, of: "texts", beginning });
	const leases = (tenant: string, beginning: string) => looks({ tenant, of: "leases", beginning });
	const found = await Promise.all([
		...[texts("a", "open/"), texts("b", "open/"), texts("b", "news/"), texts("c", "open/")],
		...[leases("a", "wo"), leases("b", "work"), texts("a", "open/")],
	]);
	const both = ["open/1", "open/2"];
	assert.equal(found, [both, ["open/1"], ["news/1"], [], ["work"], [], both]);
	assert.is(queries, 2);
	assert.equal(await texts("a", "news/"), ["news/1"]);
	await lease?.release();
	assert.equal(await leases("a", "work"), []);
	await Promise.all([pool.close(), store.close()]);
	const unreachable = openLooks({ ...pool, run: () => Promise.reject(new Error("away")) });
	const failed = [1, 2].map(() => unreachable({ tenant: "a", of: "texts", beginning: "open/" }));
	assert.equal(
		(await Promise.allSettled(failed)).map(({ status }) => status),
		["rejected", "rejected"],
	);
});

looking("within a transaction is seen what it wrote itself", async () => {
	const { url } = await (await postgresServer()).database();
	const store = postgresStore(url, { keep: true });
	const seen = await store.together(async () => {
		await store.write("open/1", "");
		return store.names("open");
	});
	assert.equal([seen, await store.names("open")], [["1"], ["1"]]);
	await store.close();
});

const TENANTS = 20;
const WINDOW_MS = 3_000;
const WINDOWS = 10;
/** Leases are renewed every two seconds; each look of each tenant alone would be 12 for each process. */
const MOST_EACH = 8;

looking("services that stand idle ask the database hardly more for twenty tenants than for one", () =>
	withGround(async ({ start, url, ask, name }) => {
		const store = postgresStore(url, { keep: true });
		for (let index = 0; index < TENANTS; index++)
			await createKey(store, { name: "ci", tenant: `t${index}`, scopes: ["read"], now: Date.now() });
		await Promise.all([start(), start()]);
		const led = async () =>
			Number(
				(await ask("SELECT count(*) AS count FROM showrun_service.leases WHERE name = 'work'"))[0]?.count,
			);
		await until(led, (count) => count >= TENANTS);
		await store.close();
		const committed = async () =>
			Number(
				(await ask("SELECT xact_commit FROM pg_stat_database WHERE datname = $1", [name]))[0]?.xact_commit,
			);
		// Others on the machine make a start take longer, and a window: it is idle once it was idle in one.
		const during: number[] = [];
		while (!during.some((count) => count < MOST_EACH * TENANTS) && during.length < WINDOWS) {
			const before = await committed();
			await sleep(WINDOW_MS);
			during.push((await committed()) - before);
		}
		assert.ok(Math.min(...during) < MOST_EACH * TENANTS, `${during.join(", ")} transactions`);
	}),
);

looking.run();
