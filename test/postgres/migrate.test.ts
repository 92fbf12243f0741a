import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileStore } from "../../src/state/file/store.ts";
import { postgresStore } from "../../src/state/postgres/store.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { MovedFault } from "../../src/state/state-fault.ts";
import { armed, numbered, outcome, postedEntries, postIntent } from "../builders/entries.ts";
import { memory, ROOM, showrun } from "../journeys/program.ts";
import { withClones } from "../state/clones.ts";
import { faultOf, openNow, ran } from "../state/folder.ts";
import { type Database, postgresServer } from "./server.ts";

const moves = suite("state migrate");

interface Workspace {
	readonly database: Database;
	readonly folder: string;
	readonly file: string;
	/** Runs showrun in the workspace. */
	run(args: readonly string[]): ReturnType<typeof showrun>;
}

const ENTRIES = [
	numbered(1),
	...postedEntries("op-1"),
	...[postIntent("op-2", 1), armed("op-2"), outcome("op-2", "unknown")],
];

/** A workspace whose state file holds a post and an unknown outcome. */
async function withState(work: (workspace: Workspace) => Promise<void>): Promise<void> {
	const database = await (await postgresServer()).database();
	const folder = mkdtempSync(join(ROOM, "shows-"));
	mkdirSync(join(folder, ".showrun"));
	writeFileSync(join(folder, "showrun.config.yaml"), "state: .showrun/state.json\n");
	const file = join(folder, ".showrun", "state.json");
	const outside = { folder: join(memory(), "showrun"), embedded: join(folder, ".showrun", "service") };
	await ran(fileStore({ path: file, outside }), ENTRIES);
	const env = { DATABASE_URL: database.url.reveal() };
	await work({ database, folder, file, run: (args) => showrun(args, { cwd: folder, env }) });
}

const unboundText = (snapshot: Parameters<typeof encodeSnapshot>[0]) => {
	const { ledgerId: _, ...rest } = snapshot;
	return encodeSnapshot(rest);
};

moves("everything is in the database afterwards, and the file is closed, until it is moved back", () =>
	withState(async ({ database, folder, file, run }) => {
		const before = unboundText(await fileStore({ path: file }).read());
		const there = await run(["state", "migrate", "--to", "postgres"]);
		assert.is(there.code, 0, there.err);
		assert.match(there.out, /1 posted moment|2 posted moments/);
		const workspace = /workspace: ([\w-]+)/.exec(there.out)?.[1] ?? "";
		const store = postgresStore({ url: database.url, workspace });
		assert.is(unboundText(await store.read()), before);
		assert.equal(await database.ask("SELECT operation, phase FROM showrun.posts ORDER BY 1"), [
			{ operation: "op-1", phase: "done" },
			{ operation: "op-2", phase: "unknown" },
		]);
		assert.is(JSON.parse(readFileSync(file, "utf8")).format, 1_000);
		const closed = await run(["state", "list"]);
		assert.equal([closed.code, /was moved to PostgreSQL/.test(closed.err)], [1, true]);
		writeFileSync(join(folder, "showrun.config.yaml"), `state: { postgres: { workspace: ${workspace} } }\n`);
		const list = await run(["state", "list"]);
		assert.equal([list.code, list.out.includes("k.video.talk")], [0, true]);
		const ledger = await run(["ledger", "list"]);
		assert.match(ledger.out, /op-1/);
		const doctor = await run(["doctor"]);
		assert.match(doctor.out, /database .*PostgreSQL/);
		await ran(store, [numbered(2)]);
		const back = await run(["state", "migrate", "--to", "file"]);
		assert.is(back.code, 0, back.err);
		const { serial } = await fileStore({ path: file }).read();
		assert.is(serial >= ENTRIES.length + 1, true);
		const gone = await run(["state", "list"]);
		assert.equal([gone.code, /was moved to the file/.test(gone.err)], [1, true]);
		writeFileSync(join(folder, "showrun.config.yaml"), "state: .showrun/state.json\n");
		const again = await run(["state", "migrate", "--to", "postgres"]);
		assert.is(again.code, 0, again.err);
	}),
);

moves("a state on a git remote is moved with its ledger, and closed in every clone", () =>
	withClones(async ({ clone, env }) => {
		const database = await (await postgresServer()).database();
		const [one, two] = [clone("one"), clone("two")];
		await ran(one.store, ENTRIES);
		writeFileSync(join(one.folder, "showrun.config.yaml"), "state: git\n");
		const at = { ...env, DATABASE_URL: database.url.reveal() } as Record<string, string>;
		const there = await showrun(["state", "migrate", "--to", "postgres"], { cwd: one.folder, env: at });
		assert.is(there.code, 0, there.err);
		assert.match((await faultOf(two.store.read())).message, /was moved to PostgreSQL/);
		assert.instance(await faultOf(openNow(two.store)), MovedFault);
		const { ledger, operations } = await postgresStore({ url: database.url, workspace: "one" }).read();
		assert.equal([ledger.length, Object.keys(operations)], [2, ["op-2"]]);
	}),
);

moves("a move that was killed before its last step is finished by the same command", () =>
	withState(async ({ database, run }) => {
		assert.is((await run(["state", "migrate", "--to", "postgres"])).code, 0);
		await database.ask(
			"UPDATE showrun.states SET moved_to = 'where it was before, until the move is finished: showrun state migrate --to postgres'",
		);
		const again = await run(["state", "migrate", "--to", "postgres"]);
		assert.is(again.code, 0, again.err);
		assert.equal(await database.ask("SELECT moved_to FROM showrun.states"), [{ moved_to: null }]);
	}),
);

moves("a database whose file was not moved says so, and an address that is missing is named", () =>
	withState(async ({ folder, run }) => {
		writeFileSync(join(folder, "showrun.config.yaml"), "state: postgres\n");
		const { code, err } = await run(["state", "adopt", "--auto-approve"]);
		assert.equal([code, err.includes("showrun state migrate --to postgres")], [1, true], err);
		writeFileSync(join(folder, "showrun.config.yaml"), "state: { postgres: { url_env: NOWHERE } }\n");
		const missing = await run(["state", "list"]);
		assert.match(missing.err, /NOWHERE is not set/);
		writeFileSync(join(folder, "showrun.config.yaml"), "state: postgres://ann:secret@db/x\n");
		const pasted = await run(["state", "list"]);
		assert.match(pasted.err, /url_env: DATABASE_URL/);
		assert.not.match(pasted.err, /secret/);
	}),
);

moves.run();
