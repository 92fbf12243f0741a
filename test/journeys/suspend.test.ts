import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { APPLY, campaignOf, type Place, place, run, write } from "../drill/place.ts";
import { until } from "./program.ts";

const suspending = suite("showrun suspend");

/** A workspace that has one video to submit. */
function submitting(url: string): Place {
	const here = place();
	write(here, { url, campaign: campaignOf("submit"), idempotency: false });
	return here;
}

suspending("stops apply before anything is sent, and is told in plan and status until resume", () =>
	withJudge(async (judge) => {
		const here = submitting(await judge.cell("suspend", { faults: [], idempotency: false }));
		const ran = async (...args: readonly string[]) => {
			const { code, out, err } = await run(here, args).ended;
			return { code, text: (out + err).replace(/\s+/g, " ") };
		};
		const said = "Suspended: brand review. Nothing is submitted or published.";
		assert.equal(await ran("suspend", "--reason", "brand review"), {
			code: 0,
			text: `${said} To go on: showrun resume `,
		});
		for (const [path, word] of [
			[here.cwd, here.cwd],
			[`${here.cwd}/it's`, `'${here.cwd}/it'\\''s'`],
		] as const) {
			mkdirSync(path, { recursive: true });
			const { text } = await ran("suspend", "--reason", "brand review", "--in", path);
			assert.is(text, `${said} To go on: showrun resume --in ${word} `);
		}
		assert.ok((await ran("plan")).text.includes(said));
		assert.ok((await ran("plan", "--json")).text.includes('"type":"suspended","reason":"brand review"'));
		assert.ok((await ran("status")).text.includes(said));
		const applied = await ran(...APPLY);
		assert.is(applied.code, 1);
		assert.ok(applied.text.includes(`${said}`) && applied.text.includes("showrun resume"), applied.text);
		assert.is(await judge.came("suspend", "submit"), 0);
		assert.is((await ran("resume")).code, 0);
		assert.is((await ran(...APPLY)).code, 0);
		assert.is(judge.commits("suspend").length, 1);
	}),
);

suspending("watch sends nothing while the kill-switch file stands, is not ready, and goes on by itself", () =>
	withJudge(async (judge) => {
		const here = submitting(await judge.cell("killswitch", { faults: [], idempotency: false }));
		const file = join(here.cwd, ".showrun", "suspended");
		mkdirSync(join(here.cwd, ".showrun"));
		writeFileSync(file, "");
		const running = run(here, ["watch"]);
		await until(() => running.said().includes('"msg":"pass"'), { running });
		const health = /"health":"([^"]+)healthz"/.exec(running.said())?.[1];
		const ready = await fetch(`${health}readyz`);
		const { suspended } = (await ready.json()) as { readonly suspended: string };
		assert.equal([ready.status, suspended], [503, "no reason was given"]);
		assert.is(await judge.came("killswitch", "submit"), 0);
		rmSync(file);
		await until(() => judge.commits("killswitch").length === 1, { running });
		running.kill("SIGTERM");
		assert.is((await running.ended).code, 0);
		assert.match(readFileSync(join(here.cwd, ".showrun", ".gitignore"), "utf8"), "cache/");
	}),
);
suspending.run();
