/** `validate --sarif`: what code scanning reads. */
import type { Log } from "sarif";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";

const BROKEN = LINKED.replace("top: 1", "topp: 1");

const sarif = suite("findings as SARIF");

sarif("have a rule, a place with both ends, and one document for all workspaces", () =>
	withWorkspace(
		{
			files: {
				"shows/ä b/k.campaign.yaml": BROKEN,
				"shows/ä b/showrun.config.yaml": "{}\n",
				"shows/two/k.campaign.yaml": LINKED,
				"shows/two/showrun.config.yaml": "{}\n",
			},
		},
		async ({ run }) => {
			const { code, out } = await run(["validate", "--sarif"]);
			assert.is(code, 1);
			const log: Log = JSON.parse(out);
			assert.equal([log.version, log.runs.length], ["2.1.0", 1]);
			const [{ results = [], tool } = { tool: { driver: { name: "none" } } }] = log.runs;
			const found = results.find(({ ruleId }) => ruleId === "unknown-key");
			assert.is(found?.level, "error");
			assert.match(found?.message.text ?? "", "topp");
			const [place] = found?.locations ?? [];
			assert.is(place?.physicalLocation?.artifactLocation?.uri, "shows/%C3%A4%20b/k.campaign.yaml");
			const { startColumn = 0, endColumn = 0, startLine = 0 } = place?.physicalLocation?.region ?? {};
			const line = BROKEN.split("\n")[startLine - 1];
			assert.is(line?.slice(startColumn - 1, endColumn - 1), "topp");
			const ids = new Set(tool.driver.rules?.map(({ id }) => id));
			assert.ok(results.every(({ ruleId = "" }) => ids.has(ruleId)));
		},
	),
);

sarif("are an empty list where nothing is wrong, and other formats are refused beside it", () =>
	withWorkspace({ files: { "k.campaign.yaml": LINKED } }, async ({ run }) => {
		const { code, out } = await run(["validate", "--sarif"]);
		assert.is(code, 0);
		assert.equal((JSON.parse(out) as Log).runs[0]?.results, []);
		for (const other of ["--json", "--github"]) {
			const refused = await run(["validate", "--sarif", other]);
			assert.is(refused.code, 1);
			assert.match(refused.err, "cannot be used with");
		}
	}),
);
sarif.run();
