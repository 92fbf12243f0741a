import { suite } from "uvu";
import * as assert from "uvu/assert";
import { visitPage } from "./page-visitor.ts";
import { pause, start, until } from "./program.ts";
import { deliveredIn, renderedWorkspace, video } from "./workspace.ts";

const ui = suite("showrun ui");

ui("a plan is applied from the page as it was shown, and never a second time", async () => {
	const folder = renderedWorkspace(video("talk", { seconds: 20 }));
	const page = start(["ui", ".", "--no-open"], { cwd: folder });
	await until(() => page.said().includes("/enter/"), { running: page });
	const visitor = await visitPage(page);
	assert.match(await visitor.get("now"), /Nothing was applied yet|needs|To do/i);
	const plan = await visitor.get("plan");
	assert.match(plan, /Plan: 1 to submit/);
	const id = /name="plan" value="(\w+)"/.exec(plan)?.[1] ?? "";
	assert.match(
		await visitor.send("apply", { plan: "0".repeat(32), yes: "yes" }),
		/not the one that is shown now/,
	);
	assert.match(await visitor.send("apply", { plan: id }), /not confirmed/);
	assert.match(await visitor.send("apply", { plan: id, yes: "yes" }), /under way/);
	let shown = "";
	while (!/started [\w ]+ has ended/.test(shown)) {
		await pause(200);
		shown = await visitor.get("plan");
	}
	assert.match(shown, /has ended well/, shown.replace(/<[^>]+>/g, ""));
	const delivered = deliveredIn(folder).map(({ key }) => key);
	assert.equal([delivered.length > 0, new Set(delivered).size], [true, delivered.length]);
	assert.match(await visitor.send("apply", { plan: id, yes: "yes" }), /used|not the one|changed/i);
	assert.match(await visitor.get("posts"), /Acme/);
	assert.match(await visitor.get("history"), /✓ done/);
	page.kill("SIGTERM");
	assert.is((await page.ended).code, 0);
	assert.is(deliveredIn(folder).length, delivered.length);
});

ui.run();
