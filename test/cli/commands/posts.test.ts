import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { PublishRecord } from "../../../src/service/store/shapes.ts";
import { withWorkspace } from "../../builders/command.ts";
import { addressOf, clip, ledgerOf, posted, postRequest, snapshot } from "../../builders/world.ts";
import { immediate } from "../../service/delivery/ground.ts";

const NOW_MS = Date.now();
const posts = suite("showrun posts");
const [UNKNOWN, FAILED] = ["01UNKN0WN0000000000000000A", "01FA11ED0000000000000000B0"];

function ended(id: string, phase: "unknown" | "refused", error: string): PublishRecord {
	const { targets, ...task } = immediate(id, ["acc_1"]);
	const after = targets.map((target) => ({ ...target, status: "ERROR", phase, error, armedAt: 0 }) as const);
	// Old records that ended are cleaned up.
	return { ...task, createdAt: NOW_MS, status: "ERROR", targets: after };
}

const FILES = {
	[`.showrun/service/publishes/${UNKNOWN}.json`]: JSON.stringify(
		ended(UNKNOWN, "unknown", "It is unknown whether this was posted: it answered 502."),
	),
	[`.showrun/service/publishes/${FAILED}.json`]: JSON.stringify(
		ended(FAILED, "refused", "The disk is full: free some space, then try again."),
	),
};

const HELD = snapshot(
	{ [addressOf()]: posted(clip(0), { taskId: FAILED, status: "PENDING" }) },
	{ ledger: [ledgerOf()] },
);

posts("list says what is unknown and how to record what became of it", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const { out: stdout } = await run(["posts", "list"]);
		assert.is(
			stdout,
			`${UNKNOWN}  ERROR  at once
    acc_1: unknown  It is unknown whether this was posted: it answered 502.  Then: showrun posts resolve ${UNKNOWN} acc_1 --posted, or showrun posts resolve ${UNKNOWN} acc_1 --not-posted
${FAILED}  ERROR  at once
    acc_1: ERROR  The disk is full: free some space, then try again.
`,
		);
	}),
);

posts("an id that the service does not know is said as it is, with where ids are found", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		for (const args of [
			["show", "01N0SUCHP0ST00000000000000"],
			["resolve", "01N0SUCHP0ST00000000000000", "acc_1", "--posted"],
		]) {
			const { code, err } = await run(["posts", ...args]);
			assert.equal(
				[code, err],
				[
					1,
					"Error: The service has no post with the id 01N0SUCHP0ST00000000000000.\n  See: showrun posts list\n",
				],
			);
		}
	}),
);

posts("retry refuses what is unknown, until a person has said what became of it", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const refused = await run(["posts", "retry", UNKNOWN]);
		assert.match(refused.err, /It is unknown whether this was posted: say what became of it first/);
		const both = await run(["posts", "resolve", UNKNOWN, "acc_1", "--posted", "--not-posted"]);
		assert.match(both.err, /Exactly one of --posted and --not-posted is needed/);
		const resolved = await run(["posts", "resolve", UNKNOWN, "acc_1", "--not-posted", "--json"]);
		const { results } = JSON.parse(resolved.out);
		assert.equal(results[0].error, "It was not posted, as a person found.");
		const retried = await run(["posts", "retry", UNKNOWN, "--json"]);
		assert.is(JSON.parse(retried.out).status, "PENDING");
	}),
);

posts("a post is named by its address too, or by a glob of addresses", () =>
	withWorkspace({ files: FILES, state: HELD }, async ({ run }) => {
		for (const named of [addressOf(), 'k.post.shorts["talk@*"].tube']) {
			const shown = await run(["posts", "show", named]);
			assert.match(shown.out, `${FAILED}  ERROR`, shown.err);
			assert.not.match(shown.out, UNKNOWN);
		}
		const retried = await run(["posts", "retry", addressOf(), "--json"]);
		assert.is(retried.code, 0, retried.err);
		assert.is(JSON.parse(retried.out).status, "PENDING");
		const none = await run(["posts", "cancel", "k.post.none"]);
		assert.is(none.code, 1);
		assert.match(none.err, "The state knows no post k.post.none that the service holds.");
	}),
);

const DUE = epochMs(NOW_MS + 3 * 86_400_000);
const [FIRST, SECOND, OUT] = [
	"01HE1D00000000000000000000",
	"01HE1D00000000000000000001",
	"01HE1D00000000000000000002",
];
const scheduled = (id: string) => ({
	...immediate(id, ["acc_1"]),
	createdAt: NOW_MS,
	scheduledAt: DUE,
	scheduleId: `s-${id}`,
});
const SCHEDULED = Object.fromEntries(
	[FIRST, SECOND].map((id) => [`.showrun/service/publishes/${id}.json`, JSON.stringify(scheduled(id))]),
);
const heldAs = (idx: number, taskId: string, at: number) =>
	posted(clip(idx), {
		taskId,
		status: at > NOW_MS ? "SCHEDULED" : "DONE",
		request: postRequest(clip(idx), { scheduledAt: epochMs(at) }),
	});
const THREE = snapshot(
	{
		[addressOf(clip(0))]: heldAs(0, FIRST, DUE),
		[addressOf(clip(1))]: heldAs(1, SECOND, DUE),
		[addressOf(clip(2))]: heldAs(2, OUT, NOW_MS - 86_400_000),
	},
	{ ledger: [0, 1, 2].map((idx) => ledgerOf(clip(idx), { address: addressOf(clip(idx)) })) },
);

for (const [title, named] of Object.entries({
	"a glob": ['k.post.shorts["talk@*"].tube'],
	"several addresses": [addressOf(clip(0)), addressOf(clip(1))],
	"the same one twice": ['k.post.shorts["talk@*"].tube', addressOf(clip(1))],
}))
	posts(`cancel takes ${title}, and leaves what is out alone`, () =>
		withWorkspace({ files: SCHEDULED, state: THREE }, async ({ run }) => {
			const cancelled = await run(["posts", "cancel", ...named, "--json"]);
			assert.is(cancelled.code, 0, cancelled.err);
			const events = cancelled.out
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line));
			assert.equal(
				events.map(({ taskId, status }) => [taskId, status]),
				[FIRST, SECOND].map((id) => [id, "CANCELLED"]),
			);
		}),
	);

posts("cancel says so where a glob names only posts that are out", () =>
	withWorkspace({ files: SCHEDULED, state: THREE }, async ({ run }) => {
		const none = await run(["posts", "cancel", addressOf(clip(2)).replace("talk@", "talk@*")]);
		assert.is(none.code, 1);
		assert.match(none.err, "The state knows no post");
	}),
);

posts.run();
