import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { start, until } from "../journeys/program.ts";
import { emptyFolder } from "../journeys/workspace.ts";
import { submit, withWorld } from "../service/world.ts";

const EXAMPLE = "examples/monitoring";

/** Standard error and exit code of `promtool check metrics`; it finds what breaks conventions. */
function checked(exposition: string): readonly [number | null, string] {
	const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
		input: exposition,
		encoding: "utf8",
	});
	return [status, stdout + stderr];
}

const monitoring = suite("monitoring, by promtool");
const readme = readFileSync(join(EXAMPLE, "README.md"), "utf8");
const [, block = ""] = /## Check\n.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const commands = block.trim().split("\n");

monitoring("the README checks configuration, rules and the cases of the rules", () =>
	assert.equal(
		commands.map((line) => line.split(" ").slice(0, 3).join(" ")),
		["promtool check config", "promtool check rules", "promtool test rules"],
	),
);
for (const command of commands)
	monitoring(`\`${command}\` of the README finds nothing wrong`, () => {
		const cwd = emptyFolder();
		cpSync(EXAMPLE, cwd, { recursive: true });
		assert.match(execFileSync("sh", ["-ec", command], { cwd, encoding: "utf8" }), "SUCCESS");
	});
monitoring("what watch serves keeps to the conventions", async () => {
	const cwd = emptyFolder();
	writeFileSync(join(cwd, "talk.campaign.yaml"), "campaign: talk\n");
	const running = start(["watch", "--metrics", "0"], { cwd });
	await until(() => /"msg":"pass"/.test(running.said()), { running });
	const url = /"url":"([^"]+)","msg":"metrics"/.exec(running.said())?.[1] ?? "";
	const text = await (await fetch(url)).text();
	running.kill("SIGTERM");
	assert.is((await running.ended).code, 0);
	assert.match(text, "showrun_pass_duration_seconds_count 1\n");
	assert.equal(checked(text), [0, ""]);
});
monitoring("and so does what serve has", () =>
	withWorld({}, async (world) => {
		await submit(world);
		const headers = { authorization: `Bearer ${world.service.apiKey.reveal()}` };
		const text = await (await fetch(`${world.service.url}/metrics`, { headers })).text();
		assert.match(text, "# TYPE showrun_render_duration_seconds histogram\n");
		assert.equal(checked(text), [0, ""]);
	}),
);
monitoring.run();
