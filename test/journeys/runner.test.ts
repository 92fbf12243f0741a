/** A runner of a fork: no key, no network. What asks nobody works, and a key in a file is printed nowhere. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CACHE, listing, video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const SETTINGS = "service: { url: https://127.0.0.1:9 }\n";
/** Nobody listens at any of these. */
const RUNNER = {
	CI: "true",
	GITHUB_ACTIONS: "true",
	COLUMNS: "100",
	SHOWRUN_API_KEY: "",
	HTTP_PROXY: "http://127.0.0.1:9",
	HTTPS_PROXY: "http://127.0.0.1:9",
};
const KEY = "sk_live_0123456789abcdefghij";

const READS: Readonly<Record<string, readonly [args: readonly string[], code: number]>> = {
	validate: [["validate"], 0],
	"validate --sarif": [["validate", "--sarif"], 0],
	"validate --json": [["validate", "--json"], 0],
	fmt: [["fmt", "--check"], 3],
	status: [["status"], 0],
	calendar: [["calendar"], 0],
	history: [["history"], 0],
	"state list": [["state", "list"], 0],
	clips: [["clips"], 0],
	explain: [["explain", "clip-length"], 0],
	schema: [["schema"], 0],
	models: [["models", "list"], 0],
};

const PLANS: Readonly<Record<string, readonly string[]>> = {
	plan: ["plan", "--detailed-exitcode"],
	"plan --json": ["plan", "--json", "--detailed-exitcode"],
	"plan --markdown": ["plan", "--markdown", "--detailed-exitcode"],
};

const runner = suite("a runner without the key and without a network");
for (const [name, [args, expected]] of Object.entries(READS))
	runner(`${name} works`, async () => {
		const cwd = workspace(SOURCE, { "showrun.config.yaml": SETTINGS });
		const { code, out, err } = await showrunWarm(args, { cwd, env: RUNNER });
		assert.is(code, expected, err);
		assert.not.match(out + err, /API key|cannot be reached/);
		assert.equal(unseemly(out + err), []);
	});

for (const [name, args] of Object.entries(PLANS))
	runner(`${name} plans, says what it could not check, and writes nothing`, async () => {
		const cwd = workspace(SOURCE, { "showrun.config.yaml": SETTINGS });
		const before = listing(cwd, CACHE);
		const { code, out, err } = await showrunWarm(args, { cwd, env: RUNNER });
		assert.is(code, 2, err);
		assert.match(out, "not-checked");
		assert.match(out.replace(/\s+/g, " "), "SHOWRUN_API_KEY is not set");
		assert.equal(listing(cwd, CACHE), before);
	});

const PASTED: readonly string[] = [
	`service: { url: https://127.0.0.1:9, api_key: ${KEY} }\n`,
	`service:\n  url: https://127.0.0.1:9\n  api_key: { env: ${KEY} }\n`,
	`service:\n  url: https://127.0.0.1:9\n  api_kye: "${KEY}" # mine: ${KEY}\n`,
];
const WAYS: readonly (readonly string[])[] = [
	["validate"],
	["validate", "--json"],
	["validate", "--sarif"],
	["plan"],
	["plan", "--json"],
	["plan", "--markdown"],
	["status"],
	["doctor"],
];
runner("a key pasted into the settings is refused, and stands in no output", async () => {
	for (const settings of PASTED) {
		const cwd = workspace(SOURCE);
		writeFileSync(join(cwd, "showrun.config.yaml"), settings);
		for (const args of WAYS)
			for (const env of [RUNNER, { ...RUNNER, GITHUB_ACTIONS: "" }]) {
				const { code, out, err } = await showrunWarm(args, { cwd, env });
				assert.is(code, 1, `${args.join(" ")}: ${out}${err}`);
				assert.not.match(out + err, KEY.slice(8), `${args.join(" ")} of ${settings}`);
			}
	}
});
runner.run();
