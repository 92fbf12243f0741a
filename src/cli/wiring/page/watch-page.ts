import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import type { Log } from "../../terminal/log.ts";
import { interactive, out } from "../../terminal/terminal.ts";
import type { WatchSession } from "../watch-session.ts";
import { inputArgs, OWN_PROGRAM } from "./own-command.ts";
import type { PageBeginning, PageMessage } from "./page-messages.ts";

/** The page of a watch. */
export interface WatchPage {
	stop(): Promise<void>;
}

/** A page that ended is served again after so long. Milliseconds. */
const AGAIN_MS = 10_000;

/**
 * Serves the page where the settings say so, in a process of its own: whatever it reads, plans or shows never
 * holds up a pass. Throws `StopFault` where it cannot be served.
 */
export async function serveWatchPage(session: WatchSession): Promise<WatchPage | undefined> {
	if (session.settings.daemon.ui === undefined) return undefined;
	const over = new AbortController();
	const { signal } = over;
	const page = { child: await served(session) };
	const keeping = keepServed(session, page, signal);
	const enter = interactive() ? askForLinks(() => page.child) : undefined;
	return {
		async stop() {
			over.abort();
			enter?.close();
			page.child.kill("SIGTERM");
			await keeping;
		},
	};
}

/** Starts it again whenever it ends by itself. */
async function keepServed(
	session: WatchSession,
	page: { child: ChildProcess },
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		await ended(page.child);
		// A watch that was told to stop ends its page by itself.
		if (signal.aborted || session.signal.aborted) return;
		session.log({ level: "error", message: "the page ended and is started again" });
		await pause(AGAIN_MS, undefined, { signal }).catch(() => {});
		if (signal.aborted) return;
		page.child = await served(session).catch((error: Error) => {
			session.log({ level: "error", message: error.message });
			return page.child;
		});
		if (signal.aborted) page.child.kill("SIGTERM");
	}
}

/** It may have said something until then. */
async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	if (child.connected) await once(child, "disconnect");
}

/** Resolves once it is served. */
async function served({
	paths,
	flags,
	settings,
	log,
	pageMemory: memory,
}: WatchSession): Promise<ChildProcess> {
	const port = settings.daemon.ui === 0 ? (memory.port ?? 0) : settings.daemon.ui;
	const options = ["--for-watch", "--no-open", "--port", String(port), ...inputArgs(flags)];
	const child = fork(OWN_PROGRAM.at(-1) ?? "", ["ui", ...options, "--", ...paths], {
		execArgv: OWN_PROGRAM.slice(0, -1),
		stdio: ["ignore", "ignore", "pipe", "ipc"],
		// A Ctrl-C at the terminal is the watch's; without the watch the page ends by itself.
		detached: process.platform !== "win32",
	});
	const early: string[] = [];
	let hear = (text: string): void => {
		early.push(text);
	};
	child.stderr?.setEncoding("utf8").on("data", (text: string) => hear(text));
	child.send({ ...defined({ before: memory.whoIsIn }) } satisfies PageBeginning, () => {});
	delete memory.whoIsIn;
	const first = await Promise.race([
		once(child, "message").then(([message]) => message as ServedMessage),
		once(child, "close").then(() => undefined),
	]);
	if (first === undefined) throw notServed(early.join(""));
	memory.port = Number(new URL(first.url ?? "").port);
	hear = (text) => log({ level: "warn", message: text.trimEnd() });
	tellOf(first, log, settings.ui?.users.length ?? 0);
	child.on("message", (message: PageMessage) => {
		if ("link" in message) out(`Open ${message.link}\n`);
		else memory.whoIsIn = message.whoIsIn;
	});
	return child;
}

type ServedMessage = Extract<PageMessage, { readonly link: string }>;

/** Its process said why, and a remedy for a flag of its own. */
function notServed(said: string): StopFault {
	const [why = ""] = said.replace(/^Error: /, "").split("\n");
	const remedy = "Choose another port: --ui PORT, or daemon.ui in the settings; 0 takes any free one.";
	return new StopFault(`The page is not served. ${why}`, why.includes("listen") ? { remedy } : {});
}

/** A log is kept and passed on, so that links are for terminals only. */
function tellOf({ url, link }: ServedMessage, log: Log, users: number): void {
	log({ level: "info", message: "page", url: url ?? "" });
	if (interactive()) out(`Open ${link}\nThe link works once, within 15 minutes; press Enter for another.\n`);
	else if (users === 0)
		log({
			level: "warn",
			message: "nobody can sign in to the page: without a terminal there is no link",
			remedy: "Name users in the settings: showrun ui --new-user NAME",
		});
}

function askForLinks(page: () => ChildProcess): Interface {
	const lines = createInterface({ input: process.stdin });
	lines.on("line", () => {
		if (page().connected) page().send("link");
	});
	return lines;
}
