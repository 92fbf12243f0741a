import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { start, until } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";
import { CAMPAIGN, renderedWorkspace, SETTINGS, video } from "../journeys/workspace.ts";
import { type Browser, withBrowser } from "./chromium.ts";

const reviewing = suite("several reviewers of one workspace");
const PEOPLE = ["Ada", "Bob"] as const;

/** A workspace whose clips wait for a review, made by commands, and the token of each reviewer. */
async function madeWorkspace(): Promise<{ readonly folder: string; readonly tokens: readonly string[] }> {
	const campaign = CAMPAIGN.replace(/^(\s+)from: talk$/m, "$1from: talk\n$1review: required");
	const folder = renderedWorkspace(video("talk", { seconds: 40 }), { "talk.campaign.yaml": campaign });
	const tokens: string[] = [];
	let users = "";
	for (const name of PEOPLE) {
		const { out, err } = await showrunWarm(["ui", "--new-user", name, "--role", "review"], { cwd: folder });
		tokens.push(out.trim());
		users += /^ {4}\S.*\n/m.exec(err)?.[0] ?? "";
	}
	writeFileSync(join(folder, "showrun.config.yaml"), `${SETTINGS}ui:\n  users:\n${users}`);
	const applied = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: folder });
	assert.is(applied.code, 0, applied.out + applied.err);
	return { folder, tokens };
}

/** What the page of somebody looks like who signed in and went to the clips. */
async function clipsOf({ open }: Browser, url: string, token: string): Promise<Page> {
	const page = await open(url);
	await page.getByLabel("Token").fill(token);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("link", { name: /Clips/ }).first().click();
	await page.getByRole("heading", { level: 1, name: "Clips" }).waitFor();
	return page;
}

interface Reviewers {
	readonly ada: Page;
	readonly bob: Page;
	/** The reviewed-clips file. */
	readonly file: string;
}

async function within(body: (reviewers: Reviewers) => Promise<void>): Promise<void> {
	const { folder, tokens } = await madeWorkspace();
	const page = start(["ui", ".", "--no-open"], { cwd: folder });
	try {
		await until(() => page.said().includes("/enter/"), { running: page });
		const [url = ""] = /http:\/\/127\.0\.0\.1:\d+\//.exec(page.said()) ?? [];
		await withBrowser((one) =>
			withBrowser(async (two) => {
				const [ada, bob] = await Promise.all([
					clipsOf(one, url, tokens[0] ?? ""),
					clipsOf(two, url, tokens[1] ?? ""),
				]);
				await body({ ada, bob, file: join(folder, "talk.clips.yaml") });
				assert.equal([...one.complaints, ...two.complaints], []);
			}),
		);
	} finally {
		page.kill("SIGTERM");
		await page.ended;
	}
}

const press = (page: Page, name: string, at = 0) =>
	page.getByRole("button", { name, exact: true }).nth(at).click();
const isWritten = (page: Page) => page.getByRole("status").filter({ hasText: "Written" }).waitFor();

reviewing("both decide, see what the other decided, and overwrite nothing", () =>
	within(async ({ ada, bob, file }) => {
		await press(ada, "Approve");
		await isWritten(ada);
		// It appears on the other's page by itself.
		await bob.getByText("✓ approved").first().waitFor();
		await press(bob, "Refuse", 1);
		await isWritten(bob);
		assert.match(readFileSync(file, "utf8"), /approve: true[\s\S]*approve: false/);

		// What Bob looks at from now on is no longer brought up to date.
		await bob.context().route("**/events", (route) => route.abort());
		await bob.reload();
		await press(ada, "Refuse");
		await isWritten(ada);
		const decided = readFileSync(file, "utf8");
		await press(bob, "Approve");
		await bob.getByText("Nothing was written.").waitFor();
		assert.match((await bob.getByLabel("The difference").textContent()) ?? "", /approve: (true|false)/);
		assert.is(readFileSync(file, "utf8"), decided);

		// An edit in an editor counts as well.
		await bob.getByRole("link", { name: "Look at it as it is now" }).click();
		await bob.getByRole("heading", { level: 1, name: "Clips" }).waitFor();
		writeFileSync(file, decided.replace("approve: false", "approve: true"));
		appendFileSync(file, "# by hand\n");
		await press(bob, "Refuse");
		await bob.getByText("Nothing was written.").waitFor();
		assert.match(readFileSync(file, "utf8"), /approve: true[\s\S]*# by hand\n$/);
	}),
);

reviewing.run();
