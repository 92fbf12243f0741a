import { once } from "node:events";
import { userInfo } from "node:os";
import { createInterface } from "node:readline";
import { defined } from "../../model/defined.ts";
import type { PageRole } from "../../model/page-user.ts";
import { type ServedPage, servePage } from "../../page/server.ts";
import { systemClock } from "../../system/clock.ts";
import { openPage } from "../connect/open-page.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { watchFreshness } from "../wiring/page/freshness.ts";
import { openFront } from "../wiring/page/front.ts";
import { tellUnshownPlan } from "../wiring/page/last-plan.ts";
import { makePages } from "../wiring/page/make-pages.ts";
import { tellPlan } from "../wiring/page/make-plan.ts";
import { newUser } from "../wiring/page/new-user.ts";
import type { PageBeginning, PageMessage } from "../wiring/page/page-messages.ts";
import { followUsers } from "../wiring/page/users.ts";
import { connectService } from "../wiring/service.ts";
import { openSettings } from "../wiring/workspace.ts";

interface UiFlags extends InputFlags {
	readonly port: number;
	/** False: no browser is opened. */
	readonly open: boolean;
	/** Makes a token for this user instead of serving anything. */
	readonly newUser?: string;
	readonly role: PageRole;
	/** Makes a plan for the page that started this process. */
	readonly makePlan?: "asking" | "offline" | "unshown";
	/** Makes the pages for the process that listens, which started this one. */
	readonly makePages?: "ui" | "watch";
	/** It belongs to a `showrun watch`, which hears of links and ends it. */
	readonly forWatch?: true;
}

/**
 * `showrun ui`: serves the page until Ctrl-C or SIGTERM. Prints a link that works once; Enter prints another.
 */
export async function ui(paths: readonly string[], flags: UiFlags): Promise<void> {
	if (flags.newUser !== undefined) return makeUser(flags.newUser, flags.role);
	const watch = new AbortController();
	const signal = AbortSignal.any([stopSignal(), watch.signal]);
	if (flags.makePlan === "asking" || flags.makePlan === "offline")
		return tellPlan({ paths, flags, signal }, flags.makePlan === "asking");
	const settings = await openSettings({ paths }, { keyless: true });
	if (flags.makePlan === "unshown") return tellUnshownPlan({ paths, flags, settings, signal });
	if (flags.makePages !== undefined)
		return makePages({ paths, flags, settings, mode: flags.makePages, stop: signal });
	const freshness = await watchFreshness(settings, paths);
	const connected = await connectService(settings, "read", { tell: () => {} });
	const mode = flags.forWatch ? "watch" : "ui";
	const front = openFront({ paths, flags, settings, signal, mode, freshness, connected });
	const { users = [], publicUrl } = settings.ui ?? {};
	const before = flags.forWatch && (await pageBeginning()).before;
	const page = await servePage(
		{ front, users, now: systemClock.now, log: err, ...defined({ publicUrl, before }) },
		{ host: "127.0.0.1", port: flags.port },
	);
	const ignoreUsers = followUsers({ paths, users, freshness }, page.allow);
	const stopLinks = flags.forWatch ? linksForWatch(page, () => watch.abort()) : await linksHere(page, flags);
	await stopped(signal);
	stopLinks();
	ignoreUsers();
	await Promise.all([page.stop(), freshness.stop(), front.stop()]);
	await connected.close();
}

function makeUser(name: string, role: PageRole): void {
	const { token, settings } = newUser(name, role);
	err(`The token of ${name}, for the role ${role}; it cannot be shown again:\n`);
	out(`${token}\n`);
	err(`\nWrite its hash into the settings:\n\n${settings}`);
}

/** Whoever started the watch may do everything. */
function linkOf(page: ServedPage): string {
	return page.link({ name: userInfo().username, role: "run" });
}

async function linksHere(page: ServedPage, flags: UiFlags): Promise<() => void> {
	const first = linkOf(page);
	out(`Open ${first}\n`);
	err(
		`The link works once, within 15 minutes${interactive() ? "; press Enter for another" : ""}. ` +
			"The page is for this machine only. Ctrl-C ends it.\n",
	);
	if (flags.open && interactive()) await openPage(first);
	const more = interactive() ? createInterface({ input: process.stdin }) : undefined;
	more?.on("line", () => out(`Open ${linkOf(page)}\n`));
	return () => more?.close();
}

/** What the watch says before anything is served. */
async function pageBeginning(): Promise<PageBeginning> {
	const [told] = await once(process, "message");
	return told as PageBeginning;
}

function linksForWatch(page: ServedPage, gone: () => void): () => void {
	const tell = (message: PageMessage) => process.connected && process.send?.(message);
	process.on("message", () => tell({ link: linkOf(page) }));
	process.once("disconnect", gone);
	tell({ url: page.url, link: linkOf(page) });
	return () => {
		process.off("disconnect", gone);
		tell({ whoIsIn: page.whoIsIn() });
	};
}

function stopped(signal: AbortSignal): Promise<void> {
	return new Promise((settle) => {
		if (signal.aborted) settle();
		signal.addEventListener("abort", () => settle(), { once: true });
	});
}
