/** Which commits were applied, and what they contain. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Ask } from "../../src/database/connection.ts";
import { onFreshConnection } from "../../src/database/fresh-connection.ts";
import { lockApplied, noteApplied, readNewer } from "../../src/state/postgres/applied.ts";
import { makeTables } from "../../src/state/postgres/tables.ts";
import { postgresServer } from "./server.ts";

/** Work in a transaction that is committed, with what its statements were given. */
type Within = <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>;

async function withTables(work: (within: Within, given: unknown[]) => Promise<void>): Promise<void> {
	const { url } = await (await postgresServer()).database();
	await onFreshConnection(url, async (connection) => {
		await makeTables(connection);
		const given: unknown[] = [];
		const within: Within = (run) =>
			connection.transaction("write", (ask) =>
				run((sql, values = []) => {
					given.push(...values);
					return ask(sql, values);
				}),
			);
		await work(within, given);
		await connection.close();
	});
}

const of = (...commits: readonly [string, ...string[]]) => ({ commit: commits[0], ancestors: commits });
const histories = (within: Within) =>
	within(async (ask) =>
		(await ask("SELECT commit FROM showrun.histories ORDER BY commit")).map(({ commit }) => commit),
	);
const isNewer = (within: Within, workspace: string, commit: string) =>
	within(async (ask) => (await lockApplied(ask, workspace, commit))?.isNewer);

const applying = suite("commits that were applied");

applying("what a commit contains is sent and kept once for all workspaces that apply it", () =>
	withTables(async (within, given) => {
		await within((ask) => noteApplied(ask, "a", of("c2", "c1")));
		assert.ok(given.some(Array.isArray));
		given.length = 0;
		await within((ask) => noteApplied(ask, "a", of("c2", "c1")));
		await within((ask) => noteApplied(ask, "b", of("c2", "c1")));
		assert.not.ok(given.some(Array.isArray));
		assert.equal(await histories(within), ["c2"]);
		assert.equal(await Promise.all(["c1", "c2", "c3"].map((each) => isNewer(within, "b", each))), [
			...[true, false, false],
		]);
		const older = ["a", "b", "c"].map((workspace) => ({ workspace, commit: "c1" }));
		assert.equal([...(await within((ask) => readNewer(ask, older)))].sort(), ["a", "b"]);
	}),
);

applying("what nobody applies any more is forgotten, and what is missing is noted again", () =>
	withTables(async (within) => {
		for (const workspace of ["a", "b"]) await within((ask) => noteApplied(ask, workspace, of("c1")));
		await within((ask) => noteApplied(ask, "a", of("c2", "c1")));
		assert.equal(await histories(within), ["c1", "c2"]);
		await within((ask) => noteApplied(ask, "b", of("c2", "c1")));
		assert.equal(await histories(within), ["c2"]);
		await within((ask) => ask("DELETE FROM showrun.histories"));
		await within((ask) => noteApplied(ask, "b", of("c2", "c1")));
		assert.equal([await histories(within), await isNewer(within, "a", "c1")], [["c2"], true]);
	}),
);

applying("what a shallow clone does not contain is known from before, whoever was at its commit first", () =>
	withTables(async (within) => {
		await within((ask) => noteApplied(ask, "a", of("c2", "c1")));
		await within((ask) => noteApplied(ask, "b", of("c3")));
		await within((ask) => noteApplied(ask, "a", of("c3", "c2")));
		assert.ok(await isNewer(within, "a", "c1"));
		await within((ask) => noteApplied(ask, "a", of("x")));
		assert.equal([await isNewer(within, "a", "c3"), await isNewer(within, "b", "c1")], [false, true]);
	}),
);

applying("what an older version noted counts, and what it wrote last", () =>
	withTables(async (within) => {
		const older = (commit: string, ancestors: readonly string[]) =>
			within((ask) =>
				ask(
					`INSERT INTO showrun.applied (workspace, commit, ancestors, host) VALUES ('a', $1, $2, 'h')
					ON CONFLICT (workspace) DO UPDATE SET commit = $1, ancestors = $2`,
					[commit, ancestors],
				),
			);
		await older("c2", ["c2", "c1"]);
		assert.ok(await isNewer(within, "a", "c1"));
		await within((ask) => noteApplied(ask, "a", of("c3", "c2")));
		assert.ok(await isNewer(within, "a", "c1"));
		await older("c4", ["c4", "c3"]);
		assert.equal([await isNewer(within, "a", "c3"), await isNewer(within, "a", "c5")], [true, false]);
	}),
);

applying.run();
