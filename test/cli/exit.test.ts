import { suite } from "uvu";
import * as assert from "uvu/assert";
import { codeOf, type ExitCode, worstOf } from "../../src/cli/exit.ts";
import type { Change } from "../../src/model/plan.ts";
import { posted, settledVideo, snapshot, submitted, TALK } from "../builders/world.ts";

const none = { submitted: 0, published: 0, failures: [] };
const failure = { ...none, failures: [{ address: TALK, message: "no", next: "stop" as const }] };
const restOf = (...actions: Change["action"][]) => ({
	changes: actions.map((action) => ({ action, address: TALK, reason: "absent" }) as unknown as Change),
	unchanged: 0,
	needsAccounts: false,
	lineage: "",
	serial: 0,
});
const cases: Record<string, [Parameters<typeof codeOf>[0], number]> = {
	"everything done is 0": [{ report: none, rest: restOf(), snapshot: snapshot() }, 0],
	"waiting is 0": [{ report: none, rest: restOf("wait"), snapshot: snapshot() }, 0],
	"nothing came through is 1": [
		{ report: failure, rest: restOf(), snapshot: snapshot({ [TALK]: submitted() }) },
		1,
	],
	"a part came through is 3": [
		{ report: failure, rest: restOf(), snapshot: snapshot({ [TALK]: settledVideo() }) },
		3,
	],
	"something needs attention beside a post is 3": [
		{ report: none, rest: restOf("attention"), snapshot: snapshot({ a: posted() }) },
		3,
	],
	"only something that needs attention is 1": [
		{ report: none, rest: restOf("attention"), snapshot: snapshot() },
		1,
	],
	"an unknown outcome is 4, whatever else failed": [
		{ report: failure, rest: restOf("unknown", "attention"), snapshot: snapshot({ [TALK]: settledVideo() }) },
		4,
	],
	"an attempt that the next run sends again under its own key is 4 too": [
		{ report: failure, rest: restOf("repeat"), snapshot: snapshot() },
		4,
	],
};
const codes = suite("exit codes of apply");
for (const [title, [given, expected]] of Object.entries(cases))
	codes(title, () => assert.is(codeOf(given), expected));
codes.run();

const FOLDED: Record<string, [readonly ExitCode[], ExitCode]> = {
	"all well is 0": [[0, 0], 0],
	"changes in one are 2": [[0, 2, 0], 2],
	"changes beside a failure do not count": [[2, 3], 3],
	"an unknown outcome is worse than a part": [[3, 4], 4],
	"an error is the worst": [[4, 1, 3], 1],
};
const folded = suite("exit codes of several workspaces");
for (const [title, [given, expected]] of Object.entries(FOLDED))
	folded(title, () => assert.is(worstOf(given), expected));
folded.run();
