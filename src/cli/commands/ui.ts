import { userInfo } from "node:os";
import { createInterface } from "node:readline";
import { servePage } from "../../page/server.ts";
import { systemClock } from "../../system/clock.ts";
import { openPage } from "../connect/open-page.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { watchFreshness } from "../wiring/page/freshness.ts";
import { pageSource } from "../wiring/page/source.ts";
import { connectService } from "../wiring/service.ts";
import { openSettings } from "../wiring/workspace.ts";

interface UiFlags extends InputFlags {
	readonly port: number;
	/** False: no browser is opened. */
	readonly open: boolean;
}

/**
 * `showrun ui`: serves the page until Ctrl-C or SIGTERM. Prints a link that works once; Enter prints another.
 */
export async function ui(paths: readonly string[], flags: UiFlags): Promise<void> {
	const signal = stopSignal();
	const settings = await openSettings({ paths }, { keyless: true });
	const freshness = await watchFreshness(settings, paths);
	const connected = await connectService(settings, "read", { tell: () => {} });
	const source = pageSource({ paths, flags, settings, signal, mode: "ui", freshness, connected });
	const page = await servePage(
		{ source, users: [], now: systemClock.now, log: err },
		{ host: "127.0.0.1", port: flags.port },
	);
	const link = () => page.link({ name: userInfo().username, role: "run" });
	const first = link();
	out(`Open ${first}\n`);
	err(
		`The link works once, within 15 minutes${interactive() ? "; press Enter for another" : ""}. ` +
			"The page is for this machine only. Ctrl-C ends it.\n",
	);
	if (flags.open && interactive()) await openPage(first);
	const more = interactive() ? createInterface({ input: process.stdin }) : undefined;
	more?.on("line", () => out(`Open ${link()}\n`));
	await stopped(signal);
	more?.close();
	await Promise.all([page.stop(), freshness.stop()]);
	await connected.close();
}

function stopped(signal: AbortSignal): Promise<void> {
	return new Promise((settle) => {
		if (signal.aborted) settle();
		signal.addEventListener("abort", () => settle(), { once: true });
	});
}
