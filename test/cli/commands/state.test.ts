import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry } from "../../../src/model/snapshot.ts";
import { fileStore, type StatePlace } from "../../../src/state/file/store.ts";
import { armed, numbered, outcome, postedEntries, postIntent } from "../../builders/entries.ts";
import { builtMain } from "../../journeys/built-program.ts";
import { openText, ran } from "../../state/folder.ts";

const MAIN = await builtMain();

interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

interface Workspace {
	readonly place: StatePlace;
	readonly showrun: (...args: string[]) => Promise<Ended>;
}

const ENTRIES: readonly JournalEntry[] = [
	numbered(7),
	...postedEntries("op-1", 1),
	postIntent("op-2", 2),
	armed("op-2"),
	outcome("op-2", "unknown"),
];
const POST = 'k.post.shorts["talk@100000-140000"].tube';
const UNKNOWN = 'k.post.shorts["talk@200000-240000"].tube';

/** A workspace with a video, a post and an unknown outcome. */
async function withState(work: (workspace: Workspace) => Promise<void>): Promise<void> {
	const root = await realpath(await mkdtemp(join(tmpdir(), "showrun-cli-state-")));
	try {
		const folder = join(root, "w");
		await mkdir(join(folder, ".showrun", "service"), { recursive: true });
		await writeFile(join(folder, "showrun.config.yaml"), "embedded: { plan: starter }\n");
		const env = {
			PATH: process.env.PATH,
			HOME: join(root, "home"),
			XDG_STATE_HOME: join(root, "memory"),
			TZ: "UTC",
			NO_COLOR: "1",
		};
		const outside = {
			folder: join(root, "memory", "showrun"),
			embedded: join(folder, ".showrun", "service"),
		};
		const place = { path: join(folder, ".showrun", "state.json"), outside };
		await ran(fileStore(place), ENTRIES);
		await work({ place, showrun: (...args) => run(folder, env, args) });
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

function run(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ended> {
	return new Promise((settle) => {
		execFile(process.execPath, [MAIN, ...args], { cwd, env, timeout: 300_000 }, (error, out, err) =>
			settle({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
		);
	});
}

const commands = suite("showrun state");

commands("list shows addresses with their status and ids, all or those that globs name", () =>
	withState(async ({ showrun }) => {
		const all = await showrun("state", "list");
		assert.is(
			all.out,
			`${POST}  post   DONE     p-1\n${"k.video.talk".padEnd(POST.length)}  video  CREATED  7\n`,
			all.err,
		);
		const some = await showrun("state", "list", "k.video.*", "--json");
		assert.equal(JSON.parse(some.out), {
			type: "resource",
			address: "k.video.talk",
			kind: "video",
			status: "CREATED",
			taskId: "7",
		});
		const none = await showrun("state", "list", "k.video.tolk");
		assert.equal([none.code, none.out], [1, ""]);
		assert.match(none.err, /`k\.video\.tolk` is not in the state(.|\n)*k\.video\.talk/u);
	}),
);

commands("show tells everything of one address, open attempts and posted moments too", () =>
	withState(async ({ showrun }) => {
		const { out } = await showrun("state", "show", UNKNOWN);
		assert.match(
			out,
			/attempts without an outcome:\n {4}- address: .*\n(.*\n)*? {6}id: op-2\n(.*\n)*? {6}phase: unknown/,
		);
		assert.match(out, /posted moments:\n {4}- account: youtube:acme/);
		const json = JSON.parse((await showrun("state", "show", POST, "--json")).out);
		assert.equal([json.type, json.resource.taskId, json.moments.length], ["known", "p-1", 1]);
	}),
);

commands("mv renames with what belongs to it, and refuses what is taken or of another kind", () =>
	withState(async ({ showrun, place }) => {
		const { out, code } = await showrun("state", "mv", "k.video.talk", "k.video.keynote");
		assert.is(code, 0);
		assert.match(out, "k.video.talk\n  is now k.video.keynote");
		const { resources, operations, ledger } = await fileStore(place).read();
		assert.equal(Object.keys(resources).sort(), [POST.replace("talk@", "keynote@"), "k.video.keynote"]);
		assert.equal([operations["op-2"]?.address, ledger.length], [UNKNOWN.replace("talk@", "keynote@"), 2]);
		for (const [from, to, words] of [
			["k.video.nobody", "k.video.x", /is not in the state/],
			["k.video.keynote", "k.post.x", /cannot become/],
			["k.video.keynote", "other.video.x", /cannot become/],
			[
				POST.replace("talk@", "keynote@"),
				UNKNOWN.replace("talk@", "keynote@"),
				/already exists in the state/,
			],
		] as const) {
			const refused = await showrun("state", "mv", from, to);
			assert.is(refused.code, 1);
			assert.match(refused.err, words);
		}
	}),
);

commands("rm forgets a resource, keeps its moment, and waits for unknown outcomes", () =>
	withState(async ({ showrun, place }) => {
		const { out } = await showrun("state", "rm", POST);
		assert.match(out, "1 posted moment of it stays in the ledger and is not posted again.");
		const refused = await showrun("state", "rm", UNKNOWN);
		assert.is(refused.code, 1);
		assert.match(refused.err, "showrun resolve op-2");
		const { resources, ledger, operations } = await fileStore(place).read();
		assert.equal(
			[Object.keys(resources), ledger.length, Object.keys(operations)],
			[["k.video.talk"], 2, ["op-2"]],
		);
	}),
);

commands("history lists every attempt and what came of it", () =>
	withState(async ({ showrun, place }) => {
		await ran(fileStore(place), [postIntent("op-3", 3), armed("op-3"), outcome("op-3", "refused")]);
		const { out } = await showrun("history", "--json");
		const attempts = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.equal(
			attempts.map(({ operation, kind, became, account }) => [operation, kind, became, account]),
			[
				["op-1", "publish", "done", "youtube:acme"],
				["op-2", "publish", "unknown", "youtube:acme"],
				["op-3", "publish", "refused", undefined],
				[undefined, "submit", "done", undefined],
			],
		);
		const shown = await showrun("state", "history", "k.video.talk");
		assert.is(shown.out, "2026-11-21 12:00 UTC  submit  done  -  k.video.talk\n");
		const misspelt = await showrun("history", "k.video.tlak");
		assert.equal([misspelt.code, misspelt.out], [1, ""]);
		assert.match(misspelt.err, /No attempt matches `k\.video\.tlak`\.\n {2}Did you mean `k\.video\.talk`\?/);
	}),
);

commands("repair explains, changes nothing without a yes, then does it", () =>
	withState(async ({ showrun, place }) => {
		assert.match((await showrun("state", "repair")).out, "Nothing to repair");
		await writeFile(place.path, (await openText(place.path)).slice(0, 300));
		const asked = await showrun("state", "repair");
		assert.is(asked.code, 1);
		assert.match(
			asked.out,
			/Problems:\n.*is not a showrun state(.|\n)*The repaired state is .*: 2 resources, 2 posted moments, 1 unknown outcomes/u,
		);
		assert.match(asked.err, /Nothing was changed/);
		assert.is((await showrun("status")).code, 1);
		assert.match(
			(await showrun("state", "repair", "--auto-approve")).out,
			/Repaired\. Kept: .*state\.json\.damaged-/,
		);
		assert.equal((await fileStore(place).read()).ledger.length, 2);
	}),
);

commands.run();
