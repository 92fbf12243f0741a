import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LeadStatus } from "../../src/state/postgres/lead-pool.ts";
import { type Leadership, openLeaderships } from "../../src/state/postgres/leadership.ts";
import { pause, until } from "../journeys/program.ts";
import { type Database, FRESH_SESSIONS, postgresServer } from "./server.ts";

const leads = suite("who leads which workspaces");

const NAMES = Array.from({ length: 12 }, (_, at) => `shows-${at}`);

/** A process that takes part in some workspaces. */
interface Daemon {
	readonly parts: ReadonlyMap<string, Leadership>;
	led(): readonly string[];
	/** What it heard of its workspaces, in order. */
	readonly heard: readonly LeadStatus["as"][];
	close(): Promise<void>;
}

interface Special {
	readonly names?: readonly string[];
	readonly leaseMs?: number;
	readonly head?: string;
	readonly isBusy?: () => boolean;
}

function daemon({ url }: Database, { names = NAMES, leaseMs = 2_000, head, isBusy }: Special = {}): Daemon {
	const leaderships = openLeaderships({ url, command: "showrun watch", version: "1.0.0", leaseMs });
	const heard: LeadStatus["as"][] = [];
	const parts = new Map(
		names.map((workspace) => [
			workspace,
			leaderships.join({
				...{ workspace, head: async () => head, applying: () => undefined },
				...{ isBusy: isBusy ?? (() => false), changed: ({ as }: LeadStatus) => heard.push(as) },
			}),
		]),
	);
	return {
		...{ parts, heard },
		led: () => names.filter((each) => parts.get(each)?.status().as === "leads"),
		close: async () => void (await Promise.all([...parts.values()].map((each) => each.close()))),
	};
}

async function withDaemons(work: (database: Database, begin: typeof daemon) => Promise<void>): Promise<void> {
	const database = await (await postgresServer()).database();
	const begun: Daemon[] = [];
	try {
		await work(database, (...given) => {
			const each = daemon(...given);
			begun.push(each);
			return each;
		});
	} finally {
		await Promise.all(begun.map((each) => each.close()));
	}
}

const LIMIT = { ms: 40_000 };

function allLed(...daemons: readonly Daemon[]): boolean {
	const led = daemons.flatMap((each) => each.led());
	return led.length === NAMES.length && new Set(led).size === NAMES.length;
}

leads("daemons share them evenly, and take over what one leaves", () =>
	withDaemons(async (database, begin) => {
		const first = begin(database);
		await until(() => first.led().length === NAMES.length, LIMIT);
		const second = begin(database);
		const third = begin(database);
		const counts = () => [first, second, third].map((each) => each.led().length);
		await until(() => counts().every((each) => each === 4) && allLed(first, second, third), LIMIT);
		await first.close();
		await until(() => second.led().length === 6 && allLed(second, third), LIMIT);
	}),
);

leads("many workspaces of a process share one connection", () =>
	withDaemons(async (database, begin) => {
		// A pooler keeps those of others for a while.
		await database.ask(FRESH_SESSIONS);
		const one = begin(database);
		await until(() => allLed(one), LIMIT);
		const [row] = await database.ask(
			"SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'showrun'",
		);
		assert.is(row?.count, 1);
		await one.close();
		assert.equal(await database.ask("SELECT FROM showrun.leaders WHERE until > clock_timestamp()"), []);
		assert.equal(await database.ask("SELECT FROM showrun.daemons"), []);
	}),
);

leads("a row that somebody holds locked costs the other workspaces nothing", () =>
	withDaemons(async (database, begin) => {
		const one = begin(database, { leaseMs: 1_200 });
		await until(() => allLed(one), LIMIT);
		const before = one.heard.length;
		await database.ask(
			"SELECT FROM showrun.leaders WHERE workspace = 'shows-3' FOR SHARE; SELECT pg_sleep(3)",
		);
		assert.is(one.parts.get("shows-4")?.status().as, "leads");
		assert.equal(one.heard.slice(before), []);
		await until(() => allLed(one), LIMIT);
	}),
);

leads("a lead that a pass needs is not given to a daemon that joins", () =>
	withDaemons(async (database, begin) => {
		let busy = true;
		const one = begin(database, { isBusy: () => busy });
		await until(() => allLed(one), LIMIT);
		const other = begin(database);
		const since = performance.now();
		// Longer than a surplus is kept for the case that the other one is gone.
		await until(() => performance.now() - since > 12_000, LIMIT);
		assert.equal([one.led().length, other.led().length], [NAMES.length, 0]);
		busy = false;
		await until(() => other.led().length === 6 && allLed(one, other), LIMIT);
	}),
);

leads("what a daemon does not take part in is led by the one that does", () =>
	withDaemons(async (database, begin) => {
		const [own, other] = [NAMES.slice(0, 4), NAMES.slice(4)];
		const few = begin(database, { names: own });
		const all = begin(database);
		await until(() => allLed(few, all), LIMIT);
		assert.ok(other.every((each) => all.led().includes(each)));
		await until(() => few.led().length >= 2, LIMIT);
	}),
);

leads("two folders of a process that name one workspace do not lead it both", () =>
	withDaemons(async (database, begin) => {
		const one = begin(database, { names: ["shows"] });
		await until(() => one.led().length === 1, LIMIT);
		await one.close();
		const { url } = database;
		const both = openLeaderships({ url, command: "showrun watch", version: "1.0.0", leaseMs: 1_000 });
		const given = { workspace: "shows", head: async () => undefined, applying: () => undefined };
		const parts = ["a", "b"].map(() => both.join({ ...given, isBusy: () => false, changed: () => {} }));
		const led = () => parts.filter((part) => part.status().as === "leads").length;
		try {
			await until(() => led() === 1, LIMIT);
			// Past renewals, and the end of a lease that is not renewed.
			for (const since = performance.now(); performance.now() - since < 3_000; await pause(50))
				assert.is(led(), 1);
		} finally {
			await Promise.all(parts.map((part) => part.close()));
		}
	}),
);

leads("older checkouts count for nothing in the shares", () =>
	withDaemons(async (database, begin) => {
		const newest = begin(database, { head: "b" });
		await until(() => newest.led().length === NAMES.length, LIMIT);
		await database.ask(
			`INSERT INTO showrun.applied (workspace, commit, ancestors, host)
			SELECT workspace, 'b', '{b,a}', 'one' FROM showrun.leaders`,
		);
		const stale = begin(database, { head: "a" });
		await until(() => [...stale.parts.values()].every((part) => part.status().as === "stale"), LIMIT);
		const since = performance.now();
		await until(() => performance.now() - since > 12_000, LIMIT);
		assert.equal([newest.led().length, stale.led().length], [NAMES.length, 0]);
		await newest.close();
		const third = begin(database, { head: "b" });
		await until(() => third.led().length === NAMES.length, LIMIT);
		assert.is(stale.led().length, 0);
	}),
);

leads("an outage of the database ends leads by the clock of the process, and they come back", () =>
	withDaemons(async (database, begin) => {
		const one = begin(database, { leaseMs: 1_000 });
		await until(() => allLed(one), LIMIT);
		await (await postgresServer()).crash(async () => {
			await until(() => one.led().length === 0, LIMIT);
			assert.ok([...one.parts.values()].every((part) => part.status().as === "cut-off"));
		});
		await until(() => allLed(one), LIMIT);
	}),
);

leads.run();
