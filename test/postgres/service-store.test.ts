import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ulid } from "ulid";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StoreAwayFault, StoreFault } from "../../src/service/store/fault.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import type { RepeatRecord } from "../../src/service/store/shapes.ts";
import type { Store } from "../../src/service/store/store.ts";
import { type SharedGround, serviceStoreSuite, sharedStoreSuite } from "../conformance/service-store.ts";
import { type Between, proxyTo } from "./proxy.ts";
import { type Database, FRESH_SESSIONS, postgresServer, type Server, urlOf } from "./server.ts";

interface Ground extends SharedGround, Pick<Database, "ask" | "url" | "name"> {
	readonly server: Server;
}

async function withStore(work: (ground: Ground) => Promise<void>): Promise<void> {
	const server = await postgresServer();
	const database = await server.database();
	const [store, other] = [1, 2].map(() => postgresStore(database.url, { keep: true })) as [Store, Store];
	await Promise.all([store.read("x"), other.read("x")]);
	const damage = async (id: string, text: string) => {
		const sql = `INSERT INTO showrun_service.records (tenant, kind, id, record, mark)
			VALUES ('main', 'idempotency', $1, $2, '') ON CONFLICT (tenant, kind, id) DO UPDATE SET record = $2`;
		await database.ask(sql, [id, text]);
	};
	const expire = async (name: string) => {
		await database.ask("UPDATE showrun_service.leases SET until = clock_timestamp() WHERE name = $1", [name]);
	};
	try {
		await work({ ...{ store, other, damage, expire, server }, ...database });
	} finally {
		await Promise.all([store.close(), other.close()]);
	}
}

serviceStoreSuite("PostgreSQL", withStore);
sharedStoreSuite("PostgreSQL", withStore);

const tables = suite("a service's store in PostgreSQL");

const KIND = "idempotency";
const yes = () => true;

function record(given: string): RepeatRecord {
	return { format: 1, id: ulid(), fingerprint: "f", given };
}

/** Work with a store behind a proxy, over a connection that is open. */
async function behindProxy(
	{ server, name }: Ground,
	work: (store: Store, proxy: Between) => Promise<void>,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "ps-"));
	const proxy = await proxyTo(server.folder, folder);
	const store = postgresStore(urlOf(name, folder), { keep: true });
	try {
		await store.read("x");
		await work(store, proxy);
	} finally {
		await store.close();
		await proxy.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Adds one to a record, announced by an event of its own. */
async function addOne(store: Store, id: string): Promise<RepeatRecord> {
	const events = store.records<RepeatRecord>("webhooks");
	const announced = store.records<RepeatRecord>(KIND, async (_, after) => {
		await events.put({ ...after, id: `${after.id}E${after.given}` });
		return { entry: after };
	});
	return announced.change(id, (before) => ({ ...before, given: `${+before.given + 1}` }));
}

for (const when of ["before", "after"] as const)
	tables(`a change that is cut ${when} any of its statements is done once, with its event`, () =>
		withStore((ground) =>
			behindProxy(ground, async (store, proxy) => {
				for (let at = 1; ; at += 1) {
					const entry = record("0");
					await ground.store.records<RepeatRecord>(KIND).put(entry);
					const fault = { at: proxy.statements.length + at, when, act: () => {} };
					proxy.fault = fault;
					assert.is((await addOne(store, entry.id)).given, "1", `cut at ${at}`);
					const { given } = (await ground.store.records<RepeatRecord>(KIND).get(entry.id)) ?? {};
					const events = await ground.store.records("webhooks").current(({ id }) => id.startsWith(entry.id));
					assert.equal([given, events.length], ["1", 1], `cut at ${at}`);
					if (proxy.fault === fault) break;
					assert.ok(at < 20);
				}
			}),
		),
	);

tables("a crash of the server loses nothing that was acknowledged, and connections heal", () =>
	withStore(async ({ store, server }) => {
		const book = store.records<RepeatRecord>(KIND);
		const entries = Array.from({ length: 20 }, (_, at) => record(`${at}`));
		await Promise.all(entries.map((entry) => book.put(entry)));
		await server.crash();
		assert.is((await book.current(yes)).length, 20);
	}),
);

tables("a database that does not answer is a fault that passes", () =>
	withStore((ground) =>
		behindProxy(ground, async (store, proxy) => {
			await proxy.close();
			const failed = await store.read("x").catch((error: unknown) => error);
			assert.instance(failed, StoreAwayFault);
			assert.match(String(failed), /does not answer/);
		}),
	),
);

tables("one that acknowledges what a crash takes back is refused, as is one of a newer version", () =>
	withStore(async ({ url, ask, name }) => {
		const faultOf = async () =>
			postgresStore(url, { keep: false })
				.read("x")
				.then(
					() => assert.unreachable("it was opened"),
					(error: unknown) => error,
				);
		await ask(`ALTER DATABASE ${name} SET synchronous_commit = off`);
		await ask(FRESH_SESSIONS);
		const fault = await faultOf();
		await ask(`ALTER DATABASE ${name} RESET synchronous_commit`);
		await ask(FRESH_SESSIONS);
		assert.instance(fault, StoreFault);
		assert.match(String(fault), /synchronous_commit = off/);
		await postgresStore(url, { keep: false }).write("x", "");
		await ask("INSERT INTO showrun_service.migrations (number) VALUES (99)");
		assert.match(String(await faultOf()), /newer version of showrun/);
	}),
);

tables("many processes may make the tables at once", () =>
	withStore(async ({ url, ask }) => {
		const each = Array.from({ length: 5 }, () => postgresStore(url, { keep: false }));
		assert.equal(await Promise.all(each.map((store) => store.read("x"))), Array(5).fill(undefined));
		assert.equal(await ask("SELECT nspname FROM pg_namespace WHERE nspname = 'showrun_service'"), []);
		await Promise.all(each.map((store) => store.write("x", "")));
		assert.equal(await ask("SELECT number FROM showrun_service.migrations"), [{ number: 1 }]);
	}),
);

tables.run();
