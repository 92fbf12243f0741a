import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PostedFault } from "../../src/state/ledger/ledger-fault.ts";
import { RestoredFault } from "../../src/state/postgres/database-fault.ts";
import type { PostgresPlace } from "../../src/state/postgres/place.ts";
import { postgresStore } from "../../src/state/postgres/store.ts";
import { NewerFault, StateFault } from "../../src/state/state-fault.ts";
import type { StateStore } from "../../src/state/store.ts";
import { armed, numbered, outcome, postedEntries, postIntent, resolved } from "../builders/entries.ts";
import { clip, posted } from "../builders/world.ts";
import { stateStoreSuite } from "../conformance/state-store.ts";
import { faultOf, openNow, ran } from "../state/folder.ts";
import { type Between, proxyTo } from "./proxy.ts";
import { type Database, FRESH_SESSIONS, postgresServer, urlOf } from "./server.ts";

stateStoreSuite("postgres", async (work) => {
	const { url } = await (await postgresServer()).database();
	await work(postgresStore({ url, workspace: "root" }));
});

const leases = suite("state in PostgreSQL");

interface Ground extends Database {
	readonly folder: string;
	store(over?: Partial<PostgresPlace>): StateStore;
}

async function withDatabase(work: (ground: Ground) => Promise<void>): Promise<void> {
	const database = await (await postgresServer()).database();
	const folder = mkdtempSync(join(tmpdir(), "pl-"));
	const store = (over: Partial<PostgresPlace> = {}) =>
		postgresStore({ url: database.url, workspace: "one", ...over });
	try {
		await work({ ...database, folder, store });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** As if the holder had been silent for as long as its lease lasts. */
const EXPIRE = "UPDATE showrun.leases SET until = clock_timestamp() - interval '1 s'";

leases("who takes over makes what was armed unknown, and who was replaced writes nothing more", () =>
	withDatabase(async ({ ask, store }) => {
		const first = await openNow(store());
		await first.append(postIntent("op-1"));
		await first.append(armed("op-1"));
		await first.append(postIntent("op-2", 1));
		await ask(EXPIRE);
		const second = await openNow(store());
		assert.equal(
			Object.values(second.snapshot().operations).map(({ id, phase }) => [id, phase]),
			[["op-1", "unknown"]],
		);
		assert.equal(await ask("SELECT operation, phase FROM showrun.posts"), [
			{ operation: "op-1", phase: "unknown" },
		]);
		assert.instance(await faultOf(first.append(armed("op-2"))), StateFault);
		assert.instance(await faultOf(first.append(numbered(1))), StateFault);
		await first.close();
		await second.append(numbered(2));
		await second.close();
		assert.is((await store().read()).operations["op-1"]?.phase, "unknown");
	}),
);

leases("an answer that comes after its run was replaced is taken up by the next run", () =>
	withDatabase(async ({ ask, store }) => {
		const first = await openNow(store());
		await first.append(postIntent("op-1"));
		await first.append(armed("op-1"));
		await ask(EXPIRE);
		await (await openNow(store())).close();
		assert.match(
			(await faultOf(first.append(outcome("op-1", "done", posted())))).message,
			/recorded for the next run/,
		);
		await first.close();
		await (await openNow(store())).close();
		const { operations, ledger } = await store().read();
		assert.equal([operations, ledger.map(({ operation }) => operation)], [{}, ["op-1"]]);
		assert.equal(await ask("SELECT phase FROM showrun.posts"), [{ phase: "done" }]);
		assert.equal(await ask("SELECT * FROM showrun.late_outcomes"), []);
	}),
);

leases("a run that was silent for long, and not replaced, goes on", () =>
	withDatabase(async ({ ask, store }) => {
		const writer = await openNow(store());
		await writer.append(postIntent("op-1"));
		await ask(EXPIRE);
		await writer.append(armed("op-1"));
		await writer.append(outcome("op-1", "done", posted()));
		await writer.close();
		assert.is((await store().read()).ledger.length, 1);
	}),
);

leases("two workspaces that arm one moment at the same time post it once", () =>
	withDatabase(async ({ store }) => {
		const one = await openNow(store());
		const two = await openNow(store({ workspace: "two" }));
		await one.append(postIntent("op-1"));
		await two.append(postIntent("op-2"));
		const results = await Promise.allSettled([one.append(armed("op-1")), two.append(armed("op-2"))]);
		const refused = results.filter(({ status }) => status === "rejected");
		assert.is(refused.length, 1);
		assert.instance(refused[0]?.status === "rejected" && refused[0].reason, PostedFault);
		const loser = results[0]?.status === "rejected" ? one : two;
		assert.equal(loser.snapshot().operations, {});
		// The others of the run go on.
		await loser.append(postIntent("op-3", 2));
		await loser.append(armed("op-3"));
		await one.close();
		await two.close();
	}),
);

leases("a moment is free again once nothing was sent, and taken while its outcome is unknown", () =>
	withDatabase(async ({ store }) => {
		const [one, two] = [store(), store({ workspace: "two" })];
		await ran(one, [postIntent("op-1"), armed("op-1"), outcome("op-1", "unknown")]);
		assert.instance(await faultOf(ran(two, [postIntent("op-2"), armed("op-2")])), PostedFault);
		await ran(one, [resolved("op-1", "not-posted")]);
		await ran(two, postedEntries("op-3"));
		assert.instance(await faultOf(ran(one, [postIntent("op-4"), armed("op-4")])), PostedFault);
	}),
);

leases("not posted is taken only once the database's clock says that nothing can be executed any more", () =>
	withDatabase(async ({ ask, store }) => {
		const careful = store({ embargoMs: 600_000 });
		await ran(careful, [postIntent("op-1"), armed("op-1"), outcome("op-1", "unknown")]);
		assert.match(
			(await faultOf(ran(careful, [resolved("op-1", "not-posted")]))).message,
			/clock of the database/,
		);
		await ask("UPDATE showrun.entries SET at = at - interval '11 minutes'");
		await ran(careful, [resolved("op-1", "not-posted")]);
		assert.equal((await careful.read()).operations, {});
	}),
);

/** Holds the commit of the next arming back until it is let go. `begun` resolves once it is held. */
function heldCommit(proxy: Between): { readonly begun: Promise<void>; letGo(): void } {
	const from = proxy.statements.length;
	const isArming = () =>
		proxy.statements.slice(from).some((sql) => sql.startsWith("INSERT INTO showrun.posts"));
	let letGo = () => {};
	const begun = new Promise<void>((hold) => {
		const act = async (statement: string) => {
			if (statement !== "COMMIT" || !isArming()) return next();
			hold();
			await new Promise<void>((done) => {
				letGo = done;
			});
		};
		const next = () => {
			proxy.fault = { at: proxy.statements.length + 1, when: "before", goesOn: true, act };
		};
		next();
	});
	return { begun, letGo: () => letGo() };
}

/** Waits until somebody waits for what another one has locked. */
async function blocked(ask: Database["ask"]): Promise<void> {
	const until = performance.now() + 20_000;
	for (;;) {
		const [row] = await ask("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
		if (row !== undefined) return;
		assert.ok(performance.now() < until, "nobody waits");
		await new Promise((done) => setTimeout(done, 20));
	}
}

leases("a commit that is held back past the lease sends nothing, and the run that takes over knows", () =>
	withDatabase(async ({ ask, name, store }) => {
		const { folder } = await postgresServer();
		const behind = mkdtempSync(join(tmpdir(), "pd-"));
		const proxy = await proxyTo(folder, behind);
		const leaseMs = 1_500;
		const slow = await openNow(store({ url: urlOf(name, behind), leaseMs }));
		await slow.append(postIntent("op-1"));
		const held = heldCommit(proxy);
		const arming = slow.append(armed("op-1")).then(
			() => "sent",
			() => "not sent",
		);
		await held.begun;
		const taking = openNow(store(), 20_000);
		await blocked(ask);
		await new Promise((done) => setTimeout(done, leaseMs));
		// A renewal that reaches the row before whoever waits for it is woken would be as good.
		const act = () => taking.then(() => undefined);
		proxy.fault = { at: proxy.statements.length + 1, when: "before", goesOn: true, act };
		held.letGo();
		const next = await taking;
		assert.is(next.snapshot().operations["op-1"]?.phase, "unknown");
		assert.is(await arming, "not sent");
		await slow.close();
		await next.close();
		// The run that held its last byte back says so, and holds the lease for that.
		await (await openNow(store(), 20_000)).close();
		assert.equal((await store().read()).operations, {});
		await proxy.close();
		rmSync(behind, { recursive: true, force: true });
	}),
);

leases("commits that are not on disk when they are acknowledged are refused", () =>
	withDatabase(async ({ ask, store }) => {
		await ask("ALTER DATABASE postgres SET synchronous_commit = off");
		await ask(FRESH_SESSIONS);
		try {
			assert.match((await faultOf(openNow(store()))).message, /synchronous_commit = off/);
		} finally {
			await ask("ALTER DATABASE postgres RESET synchronous_commit");
			await ask(FRESH_SESSIONS);
		}
	}),
);

leases("a database that ends before what this machine saw is refused, to read and to write", () =>
	withDatabase(async ({ ask, folder, store }) => {
		const witnessed = store({ witness: join(folder, "memory", "one.json") });
		await ran(witnessed, [numbered(1), numbered(2)]);
		assert.ok(existsSync(join(folder, "memory", "one.json")));
		await ask("DELETE FROM showrun.entries WHERE seq > 1");
		assert.instance(await faultOf(witnessed.read()), RestoredFault);
		assert.instance(await faultOf(openNow(witnessed)), RestoredFault);
		await ask("DELETE FROM showrun.entries");
		await ask("DELETE FROM showrun.states");
		assert.match((await faultOf(openNow(witnessed))).message, /it holds none/);
	}),
);

leases("a failover, and another cluster, are noticed by every machine before it writes", () =>
	withDatabase(async ({ ask, store }) => {
		await ran(store(), [numbered(1)]);
		await ask("UPDATE showrun.states SET timeline = '0000000A'");
		assert.match((await faultOf(openNow(store()))).message, /timeline 00000001, and was on 0000000A/);
		await ask("UPDATE showrun.states SET timeline = '00000001', cluster = '1'");
		assert.match((await faultOf(openNow(store()))).message, /another database cluster/);
		assert.is((await store().read()).serial, 1);
	}),
);

leases("a database that a newer showrun changed is left alone", () =>
	withDatabase(async ({ ask, store }) => {
		await ran(store(), [numbered(1)]);
		await ask("INSERT INTO showrun.migrations (number) VALUES (99)");
		assert.instance(await faultOf(store().read()), NewerFault);
		assert.instance(await faultOf(openNow(store())), NewerFault);
	}),
);

leases("two runs that begin at the same moment make the tables once, and one of them waits", () =>
	withDatabase(async ({ ask, store }) => {
		const stores = ["one", "two", "three"].map((workspace) => store({ workspace }));
		await Promise.all(stores.map((each, index) => ran(each, postedEntries(`op-${index}`, index))));
		assert.equal(await ask("SELECT count(*)::int AS count FROM showrun.posts"), [{ count: 3 }]);
	}),
);

leases("a state of many entries is folded, and reads the same", () =>
	withDatabase(async ({ ask, store }) => {
		await ran(
			store(),
			Array.from({ length: 120 }, (_, index) => numbered(index)),
		);
		assert.equal(await ask("SELECT serial::int AS serial FROM showrun.states"), [{ serial: 120 }]);
		await ran(store(), postedEntries("op-1"));
		const { serial, ledger } = await store().read();
		assert.equal([serial, ledger.length], [123, 1]);
	}),
);

leases("a campaign that another state knows is not begun anew", () =>
	withDatabase(async ({ store }) => {
		await ran(store(), [numbered(1)]);
		const renamed = store({ workspace: "renamed", campaigns: async () => ["k"] });
		assert.match((await faultOf(openNow(renamed))).message, /one knows the campaign k/);
		assert.match((await faultOf(renamed.read())).message, /one knows the campaign k/);
	}),
);

leases("the password is in no message", () =>
	withDatabase(async ({ folder, store }) => {
		const url = urlOf("nowhere", join(folder, "none"));
		const { Secret } = await import("../../src/model/secret.ts");
		const secret = new Secret(url.reveal().replace("showrun@", "showrun:hunter2@"));
		const { message, remedy } = await faultOf(store({ url: secret }).read());
		assert.match(message, /cannot be reached/);
		assert.not.match(`${message} ${remedy}`, /hunter2/);
	}),
);

leases("a post of another account or another clip is no second one", () =>
	withDatabase(async ({ store }) => {
		await ran(store(), postedEntries("op-1", 0));
		await ran(store({ workspace: "two" }), postedEntries("op-2", 1));
		assert.is((await store({ workspace: "two" }).read()).ledger[0]?.moment.from, clip(1).moment.from);
	}),
);

leases.run();
