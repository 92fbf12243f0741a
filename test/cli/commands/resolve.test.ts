import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SEND_LIMITS } from "../../../src/api/send.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { Operation, Snapshot } from "../../../src/model/snapshot.ts";
import { notPostedFrom } from "../../../src/model/unknown.ts";
import { LINKED, type Workspace, withWorkspace } from "../../builders/command.ts";
import {
	addressOf,
	clip,
	ledgerOf,
	operation,
	posted,
	postRequest,
	request,
	settledVideo,
	snapshot,
	TALK,
} from "../../builders/world.ts";
import { showrun, start, until } from "../../journeys/program.ts";
import { TERMINAL } from "../../journeys/screen.ts";

const LATELY = epochMs(Date.now() - 60_000);
const LONG_AGO = epochMs(Date.now() - 3_600_000);
const [FIRST, SECOND] = [addressOf(clip(0)), addressOf(clip(1))];

function lost(id: string, over: Partial<Operation>): Operation {
	return operation({
		id,
		phase: "unknown",
		at: LONG_AGO,
		armedAt: LONG_AGO,
		evidence: { error: "connection reset" },
		...over,
	});
}

const POSTS = {
	"op-1": lost("op-1", { kind: "publish", address: FIRST, wanted: postRequest(clip(0)) }),
	"op-2": lost("op-2", { kind: "publish", address: SECOND, wanted: postRequest(clip(1)), armedAt: LATELY }),
};
const VIDEO = { "op-3": lost("op-3", { kind: "submit", address: TALK, wanted: request() }) };
const FILES = {
	"k.campaign.yaml": LINKED,
	"showrun.config.yaml": "embedded: { accounts: [{ platform: youtube, username: Acme }] }\n",
};

function withUnknown(
	operations: Readonly<Record<string, Operation>>,
	work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
	const ledger = Object.values(operations).flatMap(({ id, kind }, idx) =>
		kind === "publish" ? [ledgerOf(clip(idx), { operation: id })] : [],
	);
	const state: Snapshot = snapshot(operations === VIDEO ? {} : { [TALK]: settledVideo() }, {
		operations,
		ledger,
	});
	return withWorkspace({ files: FILES, state }, async (workspace) => {
		const adopted = await workspace.run(["state", "adopt", "--auto-approve"]);
		assert.is(adopted.code, 0, adopted.err);
		await work(workspace);
	});
}

async function stateIn({ run }: Workspace): Promise<Snapshot> {
	return JSON.parse((await run(["status", "--json"])).out);
}

const resolving = suite("showrun resolve");

resolving("lists what is unknown where nobody can be asked, with exit code 4, and changes nothing", () =>
	withUnknown(POSTS, async (workspace) => {
		const text = await workspace.run(["resolve"]);
		assert.is(text.code, 4, text.err);
		assert.match(text.out, `${FIRST}\n  sent `);
		assert.match(text.out, 'a post "Clip 1" to youtube Acme, to go out at once');
		assert.match(
			text.out,
			"there:     showrun resolve op-2 --posted --task-id ID   (or --posted --id-unknown)",
		);
		const json = (await workspace.run(["resolve", SECOND, "--json"])).out.trim().split("\n");
		const [only = {}] = json.map((line) => JSON.parse(line));
		const { type, operation: id, address, title, notPostedFrom: from, evidence } = only;
		assert.equal([json.length, type, id, address, title], [1, "unknown", "op-2", SECOND, "Clip 1"]);
		assert.equal([from, evidence], [LATELY + 2_522_000, { error: "connection reset" }]);
		assert.equal(Object.keys((await stateIn(workspace)).operations), ["op-1", "op-2"]);
	}),
);

resolving(
	"settles several by a glob, or none of them while one is too young for it, and says from when on",
	() =>
		withUnknown(POSTS, async (workspace) => {
			const early = await workspace.run(["resolve", "k.post.*", "--not-posted"]);
			assert.is(early.code, 1);
			const from = new Date(LATELY + 2_522_000).toISOString();
			assert.match(early.err.replace(/\s+/g, " "), `${SECOND} may still be executed`);
			assert.match(early.err, `--not-posted is accepted from ${from}`);
			assert.is(Object.keys((await stateIn(workspace)).operations).length, 2);
			const older = await workspace.run([
				"resolve",
				"op-1",
				"--not-posted",
				"--reason",
				"not in the calendar",
				"--json",
			]);
			const told = JSON.parse(older.out);
			assert.equal(
				[told.type, told.operation, told.address, told.as, told.why],
				["resolved", "op-1", FIRST, "not-posted", "not in the calendar"],
			);
			const rest = await workspace.run(["resolve", "k.post.shorts", "--posted", "--id-unknown"]);
			assert.is(rest.out, `${SECOND}: resolved as posted.\n`);
			const { operations, ledger } = await stateIn(workspace);
			assert.equal([Object.keys(operations), ledger.map(({ operation: id }) => id)], [[], ["op-2"]]);
		}),
);

const REFUSED: Record<string, [args: readonly string[], said: RegExp]> = {
	"an id for several": [
		["k.post.*", "--posted", "--task-id", "p-1"],
		/One task id belongs to one attempt, and 2 attempts match/,
	],
	"a word about nothing": [["--abandon"], /resolve needs the ids or addresses/],
	"a misspelt id": [["op-9", "--abandon"], /No unknown outcome has the id or address op-9[\s\S]*op-1/],
	"an id without --posted": [["op-1", "--task-id", "p-1"], /are for requests that were executed/],
	"an id with --not-posted": [["op-1", "--not-posted", "--task-id", "p-1"], /cannot be used with/],
	"an id that is none": [["op-1", "--posted", "--task-id", "a b"], /is not an id/],
};

for (const [title, [args, said]] of Object.entries(REFUSED))
	resolving(`refuses ${title}`, () =>
		withUnknown(POSTS, async ({ run }) => {
			const { code, err, out } = await run(["resolve", ...args]);
			assert.is(code, 1);
			assert.match(err, said);
			assert.is(out, "");
		}),
	);

resolving("a clipping task needs its id; with it apply goes on with the task", () =>
	withUnknown(VIDEO, async (workspace) => {
		const bare = await workspace.run(["resolve", TALK, "--posted"]);
		assert.match(bare.err, /needs its id/);
		const { out } = await workspace.run(["resolve", TALK, "--posted", "--task-id", "t-1", "--json"]);
		assert.is(JSON.parse(out).taskId, "t-1");
		const { operations, resources } = await stateIn(workspace);
		assert.equal([operations, resources[TALK]?.taskId], [{}, "t-1"]);
	}),
);

resolving(
	"asks about each on a terminal, acts on answers alone, and leaves the state to others meanwhile",
	() =>
		withUnknown(POSTS, async (workspace) => {
			const at = {
				cwd: workspace.folder,
				through: ["python3", "-c", TERMINAL],
				env: { TERM: "xterm", XDG_STATE_HOME: `${workspace.folder}/../memory` },
			};
			const asking = start(["resolve"], at);
			const question = () => asking.said().split("(q to stop):").length - 1;
			await until(() => question() === 1, { running: asking });
			const other = await showrun(["resolve", "op-2", "--abandon"], { cwd: workspace.folder, env: at.env });
			assert.is(other.code, 0, other.err);
			asking.stdin.write("nonsense\n");
			await until(() => question() === 2, { running: asking });
			asking.stdin.write("2\n");
			await until(() => question() === 3, { running: asking });
			asking.stdin.write("4\n");
			await until(() => question() === 4, { running: asking });
			assert.match(asking.said().replace(/\s+/g, " "), "No unknown outcome has the id or address op-2");
			asking.stdin.write("q\n");
			const { code, out } = await asking.ended;
			assert.is(code, 4, out);
			assert.match(out, "resolved as posted.");
			assert.equal(Object.keys((await stateIn(workspace)).operations), []);
		}),
);

resolving("Ctrl-C at the question does nothing", () =>
	withUnknown(POSTS, async (workspace) => {
		const env = { TERM: "xterm", XDG_STATE_HOME: `${workspace.folder}/../memory` };
		const asking = start(["resolve"], { cwd: workspace.folder, through: ["python3", "-c", TERMINAL], env });
		await until(() => asking.said().includes("(q to stop):"), { running: asking });
		asking.stdin.write("\u0003");
		assert.is((await asking.ended).code, 4);
		assert.is(Object.keys((await stateIn(workspace)).operations).length, 2);
	}),
);

const AHEAD = epochMs(Date.now() + 10 * 86_400_000);
const handedOver = (at: number, due = AHEAD) => ({
	state: snapshot(
		{
			[TALK]: settledVideo([clip(0)]),
			[FIRST]: posted(clip(0), {
				status: "SCHEDULED",
				acceptedAt: epochMs(at),
				request: postRequest(clip(0), { scheduledAt: due }),
			}),
		},
		{ ledger: [ledgerOf(clip(0), { operation: "op-1", at: epochMs(at), scheduledAt: due })] },
	),
	files: FILES,
});
const cancelling = ["resolve", FIRST, "--cancelled"];

resolving(
	"a post cancelled in the service's calendar gives its moment back, once, and is never made again as it was",
	() =>
		withWorkspace(handedOver(LONG_AGO), async (workspace) => {
			const { run } = workspace;
			assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
			const done = await run([...cancelling, "--reason", "wrong day"]);
			assert.is(done.out, `${FIRST}: resolved as cancelled.\n`, done.err);
			const { ledger, resources } = await stateIn(workspace);
			const post = resources[FIRST];
			assert.equal([ledger, post?.status], [[], "CANCELLED"]);
			assert.is(post?.kind === "post" && post.withdrawn?.why, "wrong day");
			assert.match((await run(cancelling)).err, /No post that was handed over has the address/);
			assert.match((await run(["history"])).out, "resolved: cancelled");
			const entries = JSON.parse((await run(["ledger", "list", "--json"])).out.trim().split("\n")[0] ?? "{}");
			assert.is(entries.as, "withdrawn", JSON.stringify(entries));
		}),
);

resolving("not while its request may be on its way, nor once it is due", () =>
	withWorkspace(handedOver(LATELY), async ({ run }) => {
		assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
		const early = await run(cancelling);
		assert.is(early.code, 1);
		const from = new Date(LATELY + 2_522_000).toISOString();
		assert.match(early.err, `--cancelled is accepted from ${from} on.`);
	}).then(() =>
		withWorkspace(handedOver(LONG_AGO, LATELY), async ({ run }) => {
			assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
			const late = await run(cancelling);
			assert.is(late.code, 1);
			assert.match(late.err.replace(/\s+/g, " "), "and may be public");
		}),
	),
);

const ULID = "01JD3V0Q00000000000000000A";

resolving(
	"a campaign's `resolutions` do the same: the plan says so in every format, and apply does it",
	() => {
		const said = `resolutions: [{ op: ${ULID}, outcome: posted, task_id: p-9, by: ann, reason: "in the calendar" }]\n`;
		const state = snapshot(
			{ [TALK]: settledVideo([clip(0)]) },
			{
				operations: { [ULID]: { ...POSTS["op-1"], id: ULID } },
				ledger: [ledgerOf(clip(0), { operation: ULID })],
			},
		);
		return withWorkspace(
			{ files: { ...FILES, "k.campaign.yaml": `${LINKED}${said}` }, state },
			async (workspace) => {
				const { run } = workspace;
				assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
				const text = await run(["plan", "."]);
				assert.match(text.out, `resolved ${FIRST}: executed, says ann (in the calendar)\n`, text.err);
				const [, event = "{}"] = (await run(["plan", ".", "--json"])).out.split("\n");
				const told = {
					type: "resolved",
					address: FIRST,
					operation: ULID,
					as: "posted",
					by: "ann",
					why: "in the calendar",
					taskId: "p-9",
				};
				assert.equal(JSON.parse(event), told);
				const { out } = await run(["plan", ".", "--markdown"]);
				assert.ok(
					out.includes(`- \`${FIRST}\`: the outcome was unknown; \`executed, says ann (in the calendar)\``),
					out,
				);
				assert.is(Object.keys((await stateIn(workspace)).operations).length, 1, "planning wrote");
				await run(["apply", ".", "--refresh-only"]);
				const after = await stateIn(workspace);
				assert.equal([after.operations, after.resources[FIRST]?.taskId], [{}, "p-9"]);
			},
		);
	},
);

resolving("the time until then is that of an attempt and ten minutes more", () => {
	const { windowMs, answerMs } = SEND_LIMITS;
	assert.is(
		notPostedFrom({ at: epochMs(5), armedAt: epochMs(1_000), armedClocks: { boot: { boot: "b", ms: 0 } } }),
		1_000 + windowMs + answerMs + 600_000,
	);
});

resolving.run();
