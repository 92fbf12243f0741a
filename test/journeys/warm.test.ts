import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED } from "../builders/command.ts";
import { type Ended, HOME, ROOM, showrun } from "./program.ts";
import { showrunWarm } from "./warm.ts";

const folder = mkdtempSync(join(ROOM, "warm-"));
mkdirSync(join(folder, "broken"));
writeFileSync(join(folder, "k.campaign.yaml"), LINKED);
writeFileSync(join(folder, "broken", "b.campaign.yaml"), LINKED.replace("export", "exprot"));

/** Commands that end well, with a message, with a code of their own, and with what they were given. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
	"a plan": ["plan", "."],
	"changes as an exit code": ["plan", ".", "--detailed-exitcode"],
	"a mistake in a campaign": ["validate", "broken"],
	"JSON of the state": ["status", "--json"],
	"a command that does not exist": ["aply"],
	"a former spelling, which is noted once a run": ["-chdir=broken", "validate", "."],
	help: ["plan", "--help"],
};

const what = ({ code, out, err }: Ended) => ({ code, out, err });

const warm = suite("a command in a process that ran one before");
for (const [title, args] of Object.entries(COMMANDS))
	warm(`says and returns what it does in a process of its own: ${title}`, async () => {
		const expected = what(await showrun(args, { cwd: folder }));
		for (let time = 0; time < 2; time++)
			assert.equal(what(await showrunWarm(args, { cwd: folder })), expected);
	});

warm("has the environment of its own call, and none of an earlier one", async () => {
	const plan = (env: Readonly<Record<string, string>>) => showrunWarm(["plan", "."], { cwd: folder, env });
	const usual = what(await plan({}));
	const { out, err } = await plan({ SHOWRUN_SERVICE_URL: "no address" });
	assert.match(out + err, "SHOWRUN_SERVICE_URL is not a valid address");
	assert.equal(what(await plan({ HOME })), usual);
});
warm.run();
