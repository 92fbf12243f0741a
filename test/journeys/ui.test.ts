// May share a process: it signals programs of a page that it started.
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { children } from "./kills.ts";
import { type PageVisitor, signIn, visitPage } from "./page-visitor.ts";
import { pause, type Running, start, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const ui = suite("showrun ui");

/** Serves the page of a folder, and ends it however the body ends. */
async function served(
	folder: string,
	body: (visitor: PageVisitor, page: Running) => Promise<void>,
): Promise<void> {
	const page = start(["ui", ".", "--no-open"], { cwd: folder });
	try {
		await until(() => page.said().includes("/enter/"), { running: page });
		await body(await visitPage(page), page);
	} finally {
		page.kill("SIGTERM");
	}
	assert.is((await page.ended).code, 0, page.said());
}

const idIn = (plan: string) => /name="plan" value="(\w+)"/.exec(plan)?.[1] ?? "";
const keysIn = (folder: string) => deliveredIn(folder).map(({ key }) => key);

ui("a plan is applied from the page as it was shown, and never a second time", async () => {
	const folder = renderedWorkspace(video("talk", { seconds: 20 }));
	const plans = join(folder, ".showrun", "cache", "page");
	mkdirSync(plans, { recursive: true });
	for (const name of ["left.plan.json", "other.plan.json"]) writeFileSync(join(plans, name), "{}");
	const longAgo = new Date(Date.now() - 2 * 86_400_000);
	utimesSync(join(plans, "left.plan.json"), longAgo, longAgo);
	await served(folder, async ({ get, send }, { pid }) => {
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
		const [media = ""] = /media\?[^"]+/.exec(await get("clips")) ?? [];
		assert.match(await get(media.replaceAll("&amp;", "&")), /^....ftyp/s);
		// Pages are made in a process of its own; without it another one is started.
		for (const child of children(pid)) process.kill(child, "SIGKILL");
		await until(async () => (await get("now").catch(() => "")).includes("An apply would change nothing"));
		assert.equal(
			[existsSync(join(plans, "left.plan.json")), existsSync(join(plans, "other.plan.json"))],
			[false, true],
		);
		// One that does not end by itself is ended.
		for (const child of children(pid)) process.kill(child, "SIGSTOP");
	});
});

/** Where a watch serves its page. */
async function pageOf(watch: Running): Promise<string> {
	const line = /"url":"([^"]+)","msg":"page"/;
	await until(() => line.test(watch.said()), { running: watch });
	return line.exec(watch.said())?.[1] ?? "";
}

ui("watch serves the page to the users of the settings as they are, and ends it with itself", async () => {
	const cwd = renderedWorkspace(video("talk", { seconds: 4 }));
	const made = await showrunWarm(["ui", "--new-user", "Ada", "--role", "look"], { cwd });
	const users = /ui:\n[\s\S]*/.exec(made.err)?.[0] ?? "";
	writeFileSync(join(cwd, "showrun.config.yaml"), `${SETTINGS}${users}`);
	const watch = start(["watch", "--ui", "0"], { cwd });
	try {
		const url = await pageOf(watch);
		const { get, send } = await signIn(url, made.out.trim());
		assert.match(await get("plan"), /showrun watch applies this by itself/);
		const settings = await get("settings");
		assert.match(settings, /ui\.users\.0\.name/);
		assert.not.match(settings, new RegExp(/[0-9a-f]{64}/.exec(users)?.[0] ?? "no hash"));
		assert.match(await send("apply", { plan: "0".repeat(32), yes: "yes" }), /may not do this/);
		assert.not.match(watch.said(), /\/enter\//);
		const hash = "0".repeat(64);
		const more = `    Bob: { role: run, token_sha256: "${hash}" }\n`;
		writeFileSync(join(cwd, "showrun.config.yaml"), `${SETTINGS}${users}${more}`);
		await until(async () => /ui\.users\.1\.name/.test(await get("settings").catch(() => "")));
		writeFileSync(join(cwd, "showrun.config.yaml"), `${SETTINGS}ui:\n  users:\n${more}`);
		await until(() =>
			get("now").then(
				() => false,
				(error: Error) => error.message.includes("session is over"),
			),
		);
		watch.kill("SIGTERM");
		assert.is((await watch.ended).code, 0, watch.said());
		assert.is(await fetch(url).catch(() => "gone"), "gone");
	} finally {
		watch.kill("SIGTERM");
	}
});

ui.run();
