import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startBetween } from "../journeys/between.ts";
import { start, until } from "../journeys/program.ts";
import { KEY, withServer } from "../journeys/server.ts";
import { showrunWarm } from "../journeys/warm.ts";
import { deliveredIn, remoteSettings, renderedWorkspace, video } from "../journeys/workspace.ts";
import { withBrowser } from "./chromium.ts";

const resolving = suite("an unknown outcome in a browser");
const UNKNOWN = 4;
const ATTEMPT = "What is known of the attempt";

/** Gives the address of a server in between that loses the answer to the first post. */
async function withLostAnswer(server: string, body: (url: string) => Promise<void>): Promise<void> {
	let posts = 0;
	const isLost = ({ method, url = "" }: IncomingMessage) =>
		method === "POST" && url.endsWith("/social-media/publish") && posts++ === 0;
	const between = await startBetween(server, { isLost });
	try {
		await body(between.url);
	} finally {
		between.close();
	}
}

/** Opens the page of a workspace as who may do everything. */
async function withPage(folder: string, body: (page: Page) => Promise<void>): Promise<void> {
	const running = start(["ui", ".", "--no-open"], { cwd: folder, env: KEY });
	const link = () => /http:\S+\/enter\/\S+/.exec(running.said())?.[0];
	try {
		await until(() => link() !== undefined, { running });
		await withBrowser(async ({ open, complaints }) => {
			await body(await open(link() ?? ""));
			assert.equal(complaints, []);
		});
	} finally {
		running.kill("SIGTERM");
		await running.ended;
	}
}

resolving(
	"is what needs a person first; what they found is recorded, and nothing is posted again",
	async () => {
		const [there = "", here = ""] = ["there", "here"].map(() =>
			renderedWorkspace(video("talk", { seconds: 20 })),
		);
		await withServer(there, ({ url }) =>
			withLostAnswer(url, async (between) => {
				const settings = remoteSettings(between).replace("idempotency: true", "idempotency: false");
				writeFileSync(join(here, "showrun.config.yaml"), settings);
				const at = { cwd: here, env: KEY };
				const applied = await showrunWarm(["apply", ".", "--auto-approve"], at);
				assert.is(applied.code, UNKNOWN, applied.out + applied.err);
				const posted = deliveredIn(there).length;
				await withPage(here, async (page) => {
					await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
					await page.locator('main a[href^="post?address="]').first().click();
					await page.getByRole("heading", { name: ATTEMPT }).waitFor();
					await page.getByRole("button", { name: "It was executed" }).click();
					await page.getByRole("heading", { name: ATTEMPT }).waitFor({ state: "detached" });
				});
				const again = await showrunWarm(["apply", ".", "--auto-approve"], at);
				assert.is(again.code, 0, again.out + again.err);
				assert.match(again.out, /No changes/);
				assert.is(deliveredIn(there).length, posted);
			}),
		);
	},
);

resolving.run();
