import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";

const FILES = { "k.campaign.yaml": LINKED };
const POST = 'k.post.shorts["talk@1000-39000"].tube';
const command = suite("showrun import");

command("asks first, shows what it means, and remembers the moment once", () =>
	withWorkspace({ files: FILES }, async ({ folder, run }) => {
		const asked = await run(["import", POST, "--id-unknown", "."]);
		assert.is(asked.code, 1);
		assert.match(asked.err, "Nothing was changed.");
		assert.match(asked.out, "is posted to youtube:acme: 1.0 s–39.0 s of the source");
		const done = await run(["import", POST, "--id-unknown", "--at", "2026-11-20T18:00", "--auto-approve"]);
		assert.equal([done.code, done.err], [0, ""]);
		assert.match(done.out, /posted 2026-11-20 18:00 \+01:00\s+Europe\/Berlin[\s\S]*Imported\./);
		const state = JSON.parse(await readFile(join(folder, ".showrun", "state.json"), "utf8"));
		assert.equal(
			state.ledger.map((entry: { address: string; account: string }) => [entry.address, entry.account]),
			[[POST, "youtube:acme"]],
		);
		assert.match(
			(await run(["import", POST, "--id-unknown", "--auto-approve"])).err,
			"This moment counts as posted to this account already",
		);
	}),
);

const refusals: Record<string, [string[], string]> = {
	"a task the service does not know": [
		["k.video.talk", "none", ".", "--auto-approve"],
		"There is no clipping task with the id",
	],
	"an address that names nothing, with the nearest": [
		["k.video.tlak", "t", ".", "--auto-approve"],
		"k.video.talk",
	],
	"no id and no word about it": [["k.video.talk"], "import needs the id of the task at the service."],
};
for (const [title, [args, words]] of Object.entries(refusals))
	command(`refuses ${title}`, () =>
		withWorkspace({ files: FILES }, async ({ run }) => {
			const { code, err } = await run(["import", ...args]);
			assert.is(code, 1);
			assert.match(err, words);
		}),
	);
command.run();
