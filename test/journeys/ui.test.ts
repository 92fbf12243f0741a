import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type PageVisitor, visitPage } from "./page-visitor.ts";
import { pause, start, until } from "./program.ts";
import { deliveredIn, renderedWorkspace, video } from "./workspace.ts";

const ui = suite("showrun ui");

/** Serves the page of a folder, and ends it however the body ends. */
async function served(folder: string, body: (visitor: PageVisitor) => Promise<void>): Promise<void> {
	const page = start(["ui", ".", "--no-open"], { cwd: folder });
	try {
		await until(() => page.said().includes("/enter/"), { running: page });
		await body(await visitPage(page));
	} finally {
		page.kill("SIGTERM");
	}
	assert.is((await page.ended).code, 0, page.said());
}

const idIn = (plan: string) => /name="plan" value="(\w+)"/.exec(plan)?.[1] ?? "";
const keysIn = (folder: string) => deliveredIn(folder).map(({ key }) => key);

ui("a plan is applied from the page as it was shown, and never a second time", async () => {
	const folder = renderedWorkspace(video("talk", { seconds: 20 }));
	await served(folder, async ({ get, send }) => {
		assert.match(await get("now"), /changes? that an apply would make now/);
		const plan = await get("plan");
		assert.match(plan, /Plan: 1 to submit/);
		const id = idIn(plan);
		assert.match(await send("apply", { plan: "0".repeat(32), yes: "yes" }), /not the one that is shown now/);
		assert.match(await send("apply", { plan: id }), /not confirmed/);
		assert.match(await send("apply", { plan: id, yes: "yes" }), /under way/);
		let shown = "";
		while (!/started [\w ]+ has ended/.test(shown)) {
			await pause(200);
			shown = await get("plan");
		}
		assert.match(shown, /has ended well/, shown.replace(/<[^>]+>/g, ""));
		const delivered = keysIn(folder);
		assert.equal([delivered.length > 0, new Set(delivered).size], [true, delivered.length]);
		assert.match(await send("apply", { plan: id, yes: "yes" }), /not the one that is shown now/);
		assert.match(await get("posts"), /Acme/);
		assert.match(await get("history"), /✓ done/);
		assert.equal(keysIn(folder), delivered);
	});
});

ui.run();
