import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { StopFault } from "../../../model/fault.ts";
import type { PageFront } from "../../../page/port.ts";
import type { InputFlags } from "../../flags/inputs.ts";
import type { Freshness } from "./freshness.ts";
import type { FromPages, ToPages } from "./make-pages.ts";
import { inputArgs, OWN_PROGRAM } from "./own-command.ts";

/** What the pages are about. */
export interface PagesSubject {
	readonly paths: readonly string[];
	readonly flags: InputFlags;
	readonly mode: PageFront["mode"];
	readonly freshness: Freshness;
}

/** The process that makes pages. One that ended is started anew by the next question. */
export interface PagesProcess {
	/** Rejects with a `StopFault` where there is no answer. */
	ask(question: Question): Promise<FromPages>;
	stop(): Promise<void>;
}

type Question = ToPages extends infer Each ? (Each extends { id: number } ? Omit<Each, "id"> : never) : never;

/** A process that makes pages, and who waits for it. */
interface Pages {
	readonly child: ChildProcess;
	readonly waiting: Map<number, { readonly done: (answer: FromPages) => void; readonly failed: Failed }>;
}

type Failed = (why: Error) => void;

/** So long it may take to end by itself. It writes nothing that could be lost. Milliseconds. */
const END_MS = 5_000;

export function openPagesProcess(subject: PagesSubject): PagesProcess {
	let pages: Pages | undefined;
	let last = 0;
	subject.freshness.listen((by) => {
		if (by === "files" && pages?.child.connected) pages.child.send({ changed: true }, () => {});
	});
	return {
		ask(question) {
			pages = pages?.child.connected ? pages : startPages(subject);
			const { child, waiting } = pages;
			const id = ++last;
			return new Promise((done, failed) => {
				waiting.set(id, { done, failed });
				child.send({ id, ...question }, () => {});
			});
		},
		async stop() {
			if (pages === undefined) return;
			const { child } = pages;
			if (child.connected) child.disconnect();
			if (child.exitCode !== null || child.signalCode !== null) return;
			const late = setTimeout(() => child.kill("SIGKILL"), END_MS);
			await once(child, "exit");
			clearTimeout(late);
		},
	};
}

function startPages({ paths, flags, mode, freshness }: PagesSubject): Pages {
	const args = ["ui", "--make-pages", mode, ...inputArgs(flags), "--", ...paths];
	const child = fork(OWN_PROGRAM.at(-1) ?? "", args, {
		execArgv: OWN_PROGRAM.slice(0, -1),
		stdio: ["ignore", "ignore", "inherit", "ipc"],
		// A Ctrl-C at the terminal is for the process that listens, which lets go of this one.
		detached: process.platform !== "win32",
	});
	const waiting: Pages["waiting"] = new Map();
	child.on("message", (message: FromPages) => {
		if ("changed" in message) return freshness.changed("pages");
		const waits = waiting.get(message.id);
		waiting.delete(message.id);
		if ("failed" in message) waits?.failed(gone());
		else waits?.done(message);
	});
	const over = () => {
		for (const { failed } of waiting.values()) failed(gone());
		waiting.clear();
	};
	child.once("error", over).once("exit", over);
	return { child, waiting };
}

/** Who asked for a page is shown that. */
export function gone(): StopFault {
	return new StopFault("The process that makes the pages could not make this one.", {
		remedy: "Load the page again; the terminal has the details.",
	});
}
