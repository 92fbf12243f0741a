import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FORMER_IDS } from "../../../src/model/rules/former-ids.ts";
import { RULE_IDS } from "../../../src/model/rules.ts";
import { builtMain } from "../../journeys/built-program.ts";

const MAIN = await builtMain();

function explain(...args: readonly string[]): {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
} {
	const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "explain", ...args], {
		encoding: "utf8",
		timeout: 300_000,
		env: { ...process.env, NO_COLOR: "1" },
	});
	return { code: status, out: stdout, err: stderr };
}

const command = suite("showrun explain");
command("a rule is explained, in any case of letters, also by the id it had in 0.1.0", () => {
	for (const id of ["Clip-Length", "svc-05"]) {
		const { code, out } = explain(id);
		assert.is(code, 0);
		assert.match(out, /^clip-length · A clip's length/);
	}
});
command("with --json a rule is one line", () => {
	const { type, id, limits } = JSON.parse(explain("x-text-length", "--json").out);
	assert.equal(
		{ type, id, limits },
		{ type: "rule", id: "x-text-length", limits: [{ unit: "weighted", most: 280 }] },
	);
});
command("without a rule all are listed", () => {
	const lines = explain("--json").out.trimEnd().split("\n");
	assert.equal(
		lines.map((line) => JSON.parse(line).id),
		RULE_IDS,
	);
	assert.equal(
		lines.map((line) => JSON.parse(line).formerRule).filter((id) => id !== undefined),
		[...Object.keys(FORMER_IDS)].sort(),
	);
});
command("an unknown rule is an error with a suggestion", () => {
	const { code, err } = explain("SVC-5");
	assert.is(code, 1);
	assert.match(err, /There is no rule "SVC-5"/);
	assert.match(err, /Did you mean `clip-length`/);
});
command.run();
