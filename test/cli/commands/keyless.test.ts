/** Commands that need not ask the service need no key for it, and `plan` says what it could not check. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { addressOf, clip, posted, settledVideo, snapshot, TALK } from "../../builders/world.ts";

const FILES = {
	"k.campaign.yaml": LINKED,
	// Nobody listens there: what asks it fails.
	"showrun.config.yaml": "service: { url: https://127.0.0.1:9 }\n",
};
const state = snapshot({ [TALK]: settledVideo([clip(0)]), [addressOf()]: posted() });
const WITHOUT = { SHOWRUN_API_KEY: "" };

const READS: Readonly<Record<string, readonly string[]>> = {
	validate: ["validate"],
	fmt: ["fmt", "--check"],
	status: ["status"],
	calendar: ["calendar"],
	history: ["history"],
	"state list": ["state", "list"],
	"state show": ["state", "show", addressOf()],
	clips: ["clips"],
	explain: ["explain", "clip-length"],
};

const keyless = suite("without a key and without a network");
keyless("what asks nobody works", () =>
	withWorkspace({ files: FILES, state }, async ({ run }) => {
		for (const [name, args] of Object.entries(READS)) {
			const { code, err } = await run(args, WITHOUT);
			assert.not.match(err, "API key", name);
			assert.ok(code === 0 || name === "fmt", `${name}: ${code} ${err}`);
		}
	}),
);

keyless("plan makes a plan, and says what it could not check", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const { code, out, err } = await run(["plan", "--detailed-exitcode"], WITHOUT);
		assert.is(code, 2, err);
		assert.match(out, "Plan: 1 to submit");
		const said = out.replace(/\s+/g, " ");
		assert.match(said, "Warning: not-checked: Something could not be checked.");
		assert.match(
			said,
			"the environment variable SHOWRUN_API_KEY is not set. Set it: export SHOWRUN_API_KEY=…",
		);
		assert.match(said, "Accounts, running tasks and unknown outcomes were not read.");
	}),
);

keyless("apply needs it", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const { code, err } = await run(["apply", "--auto-approve"], WITHOUT);
		assert.is(code, 1);
		assert.match(err, "[missing-api-key]");
	}),
);
keyless.run();
