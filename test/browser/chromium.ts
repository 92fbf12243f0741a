import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const FLAGS = [
	...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
	...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
const LIMIT_MS = 15_000;

/** A browser with a profile of its own, and what it complained about. */
export interface Browser {
	readonly context: BrowserContext;
	/** Errors of the console and of pages, one text each: a violated content security policy is one. */
	readonly complaints: readonly string[];
	open(url: string): Promise<Page>;
}

/** Runs with a headless Chromium, and takes it away. */
export async function withBrowser(
	body: (browser: Browser) => Promise<void>,
	colorScheme: "light" | "dark" = "light",
): Promise<void> {
	const profile = await mkdtemp(join(tmpdir(), "showrun-browser-"));
	const executablePath = findChromium();
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		headless: true,
		args: FLAGS,
		colorScheme,
		timeout: 60_000,
	});
	const complaints: string[] = [];
	context.setDefaultTimeout(LIMIT_MS);
	context.on("weberror", (error) => complaints.push(error.error().message));
	context.on("console", (message) => {
		if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
			complaints.push(message.text());
	});
	const open = async (url: string) => {
		const page = await context.newPage();
		await page.goto(url);
		return page;
	};
	try {
		await body({ context, complaints, open });
	} finally {
		await context.close();
		await rm(profile, { recursive: true, force: true });
	}
}

/** The browser of SHOWRUN_CHROMIUM, else the system's. */
function findChromium(): string {
	const named = process.env.SHOWRUN_CHROMIUM;
	if (named) return named;
	const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
	const found = folders.map((folder) => join(folder, "chromium")).find(isProgram);
	if (found === undefined)
		throw new Error("There is no Chromium: install one, or name it in SHOWRUN_CHROMIUM.");
	return found;
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
