/**
 * Pictures of the quickstart's workspace as its commands make it: `npm run sheets:page` writes those of the
 * README and of the page's guide, and `npm run sheets:page -- OUT` all pages in three widths and two colours.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { withBrowser } from "../browser/chromium.ts";
import { ROOM, type Running, showrun, start, until } from "../journeys/program.ts";
import { drawClips } from "./clips-picture.ts";

const PAGES = {
	...{ now: "now", month: "calendar", week: "calendar?view=week", list: "calendar?view=list" },
	...{ clips: "clips", plan: "plan", posts: "posts", accounts: "accounts", feeds: "feeds" },
	...{ history: "history", settings: "settings" },
} as const;
const WIDTHS = [360, 768, 1440];

/** The quickstart, applied, with two posts more that its campaign asks for since. */
async function appliedQuickstart(): Promise<string> {
	const folder = join(mkdtempSync(join(ROOM, "pictures-")), "quickstart");
	// Who followed the README has applied the example itself.
	const filter = (path: string) => !["outbox", ".showrun"].includes(basename(path));
	cpSync("examples/quickstart", folder, { recursive: true, filter });
	const { code, out, err } = await showrun(["apply", ".", "--auto-approve"], { cwd: folder });
	if (code !== 0) throw new Error(out + err);
	const file = join(folder, "keynote.campaign.yaml");
	writeFileSync(file, readFileSync(file, "utf8").replaceAll("clips: { top: 2 }", "clips: { top: 3 }"));
	return folder;
}

/** Lets the page load, and every picture in it that is seen. */
async function shown(page: Page, address: string): Promise<void> {
	await page.goto(new URL(address, page.url()).href);
	// A page that waits by itself would evaluate text, which its policy forbids.
	const seen = "(it) => it.complete || it.getBoundingClientRect().top > innerHeight";
	await until(async () => await page.evaluate<boolean>(`[...document.images].every(${seen})`));
	await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
}

async function forTheGuide(page: Page): Promise<void> {
	await page.setViewportSize({ width: 1160, height: 660 });
	for (const [name, address] of Object.entries({ clips: PAGES.clips, calendar: PAGES.list })) {
		// What is not drawn yet is there the second time.
		for (const _ of ["made", "shown"]) await shown(page, address);
		await page.screenshot({ path: join(".github", `page-${name}.jpg`), type: "jpeg", quality: 45 });
	}
}

async function everyPage(page: Page, out: string, scheme: string): Promise<void> {
	for (const [name, address] of Object.entries(PAGES))
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 900 });
			await shown(page, address);
			await page.screenshot({ path: join(out, `${name}-${width}-${scheme}.png`), fullPage: true });
		}
}

async function visited(running: Running, scheme: "light" | "dark", look: (page: Page) => Promise<void>) {
	const links = () => running.said().match(/http:\S+\/enter\/\S+/g) ?? [];
	await until(() => links().length > 0, { running });
	await withBrowser(async ({ open }) => look(await open(links().at(-1) ?? "")), scheme);
}

const [out] = process.argv.slice(2);
const folder = await appliedQuickstart();
if (out === undefined) await drawClips(folder, join(".github", "clips.jpg"));
for (const scheme of out === undefined ? (["light"] as const) : (["light", "dark"] as const)) {
	const running = start(["ui", ".", "--no-open"], { cwd: folder });
	try {
		if (out !== undefined) mkdirSync(out, { recursive: true });
		const look = (page: Page) => (out === undefined ? forTheGuide(page) : everyPage(page, out, scheme));
		await visited(running, scheme, look);
	} finally {
		running.kill("SIGTERM");
		await running.ended;
	}
}
